/**
 * A project's `package.json` lies in the library's folder, and is half written (a download, a sync program) as the library begins to
 * move: whether it is a theme can't be told, so it is copied. Written to its end it is none, and stays. Nothing of it is in the new
 * folder then, where it would be listed as a damaged theme for ever; or it is there as it is, and not here any more.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { held } from '../testing/fake-disk';
import { libraryOfOne } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const whole = `${JSON.stringify({ name: 'our-site', version: '1.0.0', private: true }, null, 2)}\n`;

it.each([
  ['the control: it is whole all the time', false],
  ['it is written to its end meanwhile', true],
])('what is no theme is in one place, and whole: %s', async (_, isHalf) => {
  const { library, folders } = await libraryOfOne({}, { mayUse: () => true });
  const target = join(folders.root, 'target');
  await mkdir(target);
  const file = join(folders.themes, 'package.json');
  await writeFile(file, isHalf ? whole.slice(0, 30) : whole);
  await library.start();
  const copying = held('link', (path) => isHalf && path === join(target, 'package.json'));
  const moving = Promise.resolve(library.handlers.useFolder({ folder: target, move: true }));
  if (isHalf) {
    await copying.isReached;
    await writeFile(file, whole);
    copying.letGo();
  }
  await moving;
  const copies: string[] = [];
  for (const folder of [folders.themes, target]) {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    for (const name of names.filter((one) => one !== 'a.json'))
      copies.push(await readFile(join(folder, name), 'utf8'));
  }
  expect(copies).toEqual([whole]);
});
