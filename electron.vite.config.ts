import { readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const root = import.meta.dirname;
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };

// Targets are set by hand: the code must also run on Electron 33 (Chromium 130, Node 20), and electron-vite's
// own table falls back silently for majors that it does not know.
export default defineConfig({
  main: {
    define: { __GATEHOUSE_VERSION__: JSON.stringify(version) },
    build: {
      target: 'node20',
      minify: true,
      externalizeDeps: { exclude: [] },
      rolldownOptions: {
        input: {
          index: path.join(root, 'src/main/index.ts'),
          headless: path.join(root, 'src/main/headless/index.ts'),
          'demo-server': path.join(root, 'resources/demo-server/index.ts'),
        },
        // The one native module cannot be bundled; everything else is.
        external: ['electron', '@photostructure/sqlite'],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: 'node20',
      minify: true,
      // A sandboxed preload must be one CommonJS file; with "type": "module" the default would be .mjs.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: path.join(root, 'src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: path.join(root, 'src/renderer'),
    plugins: [react()],
    resolve: {
      // @rjsf/core's index pulls AJV in, which needs eval; it is neither shipped nor evaluated.
      alias: { '@rjsf/validator-ajv8': path.join(root, 'src/renderer/lib/no-ajv.ts') },
    },
    build: {
      target: 'chrome130',
      minify: true,
      rolldownOptions: { input: { index: path.join(root, 'src/renderer/index.html') } },
    },
  },
});
