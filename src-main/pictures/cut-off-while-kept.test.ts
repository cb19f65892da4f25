import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTheme } from '@shared/theme/theme';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPictures, type Pictures } from './pictures';
import { onePng } from './trial-web';

const png = onePng(4, 3, [28, 93, 128]);
/** What a Foyer leaves that is killed while it keeps a picture: the bytes, which are not in their place yet. */
const leftover = '.foyer-7-0123456789ab.tmp';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-pictures-'));
  await writeFile(join(folder, leftover), png);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function room(): Pictures {
  return createPictures({
    folder,
    library: {
      current: async () => ({ theme: newTheme() }),
      allowPictures: async () => undefined,
    },
    mayLoad: () => true,
    warn: () => undefined,
  });
}

it('leave no picture on the disk once all copies are deleted, also of a Foyer that was killed', async () => {
  const pictures = room();
  await pictures.handlers.clear(undefined);
  expect(await pictures.handlers.size(undefined)).toEqual({ count: 0, bytes: 0 });
  const files = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name))),
  );
  expect(files.filter((bytes) => bytes.equals(png))).toEqual([]);
});
