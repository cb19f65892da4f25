// Draws the app's icon in all sizes and forms out of its SVG, into packaging/icons, and the window's
// and the one of Windows' tray into resources/icons; they are kept in the repository, so this runs only when the drawing changes:
// `node packaging/draw-icons.mjs`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findProgram, isStarted, root, runCommand, ToolError } from '../tools/running.mjs';

const folder = join(root, 'packaging', 'icons');
/** Below this the drawing with fewer details is used. */
const detailedFrom = 48;
/** What the desktops' icon theme has folders for, and what macOS asks for. */
const sizes = [16, 22, 24, 32, 48, 64, 128, 256, 512, 1024];
const inIco = [16, 24, 32, 48, 64, 128, 256];
/** What Windows' tray takes at 100 to 300 percent. */
const inTrayIco = [16, 20, 24, 32, 40, 48];
/** Apple's names for pictures of one size: plain, and for screens of twice the density. */
const inIcns = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
];

async function draw() {
  const executablePath = findProgram('chromium');
  if (executablePath === undefined) throw new ToolError('Drawing the icons needs Chromium.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const pictures = new Map();
    const page = await browser.newPage();
    for (const size of new Set([...sizes, ...inTrayIco])) {
      const file = size < detailedFrom ? 'foyer-small.svg' : 'foyer.svg';
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(
        `<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>` +
          readFileSync(join(folder, file), 'utf8'),
      );
      pictures.set(size, await page.screenshot({ omitBackground: true }));
    }
    return pictures;
  } finally {
    await browser.close();
  }
}

/** An ICO whose pictures are PNGs, which Windows reads since Vista. */
function ico(pictures) {
  const header = Buffer.alloc(6);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = 6 + 16 * pictures.length;
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(16);
    // 0 means 256.
    entry.writeUInt8(size % 256, 0);
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures.map(({ png }) => png)]);
}

/** Apple's container: a name of four letters and a length before each picture. */
function icns(pictures) {
  const parts = pictures.map(({ name, png }) => {
    const head = Buffer.alloc(8);
    head.write(name, 0, 'latin1');
    head.writeUInt32BE(png.length + 8, 4);
    return Buffer.concat([head, png]);
  });
  const head = Buffer.alloc(8);
  head.write('icns', 0, 'latin1');
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4);
  return Buffer.concat([head, ...parts]);
}

if (isStarted(import.meta.url)) {
  await runCommand(async () => {
    const drawn = await draw();
    mkdirSync(join(folder, 'png'), { recursive: true });
    for (const size of sizes) {
      writeFileSync(join(folder, 'png', `${size}x${size}.png`), drawn.get(size));
    }
    writeFileSync(join(root, 'resources', 'icons', 'window.png'), drawn.get(128));
    const icoOf = (list) => ico(list.map((size) => ({ size, png: drawn.get(size) })));
    writeFileSync(join(folder, 'foyer.ico'), icoOf(inIco));
    writeFileSync(join(root, 'resources', 'icons', 'tray.ico'), icoOf(inTrayIco));
    writeFileSync(
      join(folder, 'foyer.icns'),
      icns(inIcns.map(([name, size]) => ({ name, png: drawn.get(size) }))),
    );
  });
}
