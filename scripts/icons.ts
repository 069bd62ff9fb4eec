/**
 * Makes the icon files from resources/icons/icon.svg: PNGs for Linux, an .ico for Windows, an .icns for macOS. Run it
 * after a change of the drawing and commit the results; it needs `rsvg-convert` (Debian: librsvg2-bin).
 */
import fs from 'node:fs';
import path from 'node:path';
import { icns, ico, type Png } from './lib/icon-files.ts';
import { PROJECT_ROOT } from './lib/project.ts';
import { capture } from './lib/run.ts';
import { main, say, Trouble } from './lib/trouble.ts';

const FOLDER = path.join(PROJECT_ROOT, 'resources', 'icons');
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

await main(async () => {
  const pngs: Png[] = [];
  for (const size of SIZES) {
    const file = path.join(FOLDER, `${size}x${size}.png`);
    const side = String(size);
    const drawn = await capture('rsvg-convert', [
      '-w',
      side,
      '-h',
      side,
      path.join(FOLDER, 'icon.svg'),
      '-o',
      file,
    ]);
    if (drawn.code !== 0) {
      throw new Trouble(
        'The icon could not be drawn.',
        'Install rsvg-convert (Debian: apt-get install librsvg2-bin), then try again.',
      );
    }
    pngs.push({ size, bytes: fs.readFileSync(file) });
  }
  fs.writeFileSync(path.join(FOLDER, 'icon.ico'), ico(pngs.filter((png) => png.size <= 256)));
  fs.writeFileSync(path.join(FOLDER, 'icon.icns'), icns(pngs));
  say(`Drew ${SIZES.length} sizes, icon.ico and icon.icns in resources/icons.`);
  return 0;
});
