import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** `unit` stands beside the code and starts no process; `integration` uses real servers, processes and the built output. */
export default defineConfig({
  test: {
    projects: [
      {
        // As in the build: @rjsf/core's index asks for AJV, which is neither installed nor wanted.
        resolve: {
          alias: {
            '@rjsf/validator-ajv8': path.join(import.meta.dirname, 'src/renderer/lib/no-ajv.ts'),
          },
        },
        // React's development build spends its time on stack traces; a test may ask for the other one.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'unit',
          server: { deps: { inline: [/@rjsf[/]core/] } },
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          include: [
            'src/**/*.integration.test.ts',
            'e2e/**/*.integration.test.ts',
            'scripts/**/*.integration.test.ts',
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
});
