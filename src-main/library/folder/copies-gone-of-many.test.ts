/**
 * All files of the library were copied beside themselves by hand (Ctrl C, Ctrl V in the file manager) and the copies
 * deleted again; or copies that were made once lie there, and others delete many themes while Foyer is closed. Each file
 * that went has the text of each copy read as a theme again: Foyer answers nothing meanwhile, and a start waits for it.
 */
import { copyFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import {
  endLibrary,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

/** As a theme with 20 kB of CSS, of which a theme may have 1 MB. */
const theme = { ...newTheme(), customCss: '.typebot-container { color: red }\n'.repeat(600) };

/** For how long nothing else got its turn, at the longest, until it resolved. */
async function longestHeldUp(work: () => Promise<void>): Promise<number> {
  let last = performance.now();
  let longest = 0;
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 5);
  await work();
  clearInterval(timer);
  look();
  return longest;
}

async function putAll(prefix: string, count: number) {
  const folders = await temporaryLibraryFolders();
  const files = Array.from({ length: count }, (_each, at) => `${prefix}${at}.json`);
  for (const file of files) await putTheme(folders, file, themeDocument({ name: file, theme }));
  return { folders, files };
}

type Added = 'themes of their own (the control)' | 'copies';

it('answers while the copies of 200 themes go again', { timeout: 120_000 }, async () => {
  const heldUp = async (added: Added): Promise<number> => {
    const { folders, files } = await putAll('a', 200);
    const { library } = testLibrary(folders);
    await library.start();
    const beside = files.map((file) => file.replace('.json', ' - Copy.json'));
    for (const [at, file] of beside.entries()) {
      if (added === 'copies')
        await copyFile(join(folders.themes, files[at] ?? ''), join(folders.themes, file));
      else await putTheme(folders, file, themeDocument({ name: file, theme }));
    }
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toHaveLength(400);
    for (const file of beside) await unlink(join(folders.themes, file));
    const longest = await longestHeldUp(() => library.rescan());
    expect((await library.handlers.list(undefined)).themes).toHaveLength(200);
    return longest;
  };
  const control = await heldUp('themes of their own (the control)');
  const copies = await heldUp('copies');
  expect(copies).toBeLessThan(1_000 + 4 * control);
});

it(
  'starts where others deleted 400 themes, and 150 copies lie there',
  { timeout: 120_000 },
  async () => {
    const startMs = async (added: Added): Promise<number> => {
      const { folders, files } = await putAll('a', 150);
      const gone = Array.from({ length: 400 }, (_each, at) => `b${at}.json`);
      for (const file of gone) await putTheme(folders, file, themeDocument({ name: file }));
      const { library } = testLibrary(folders);
      await library.start();
      for (const file of files) {
        const name = file.replace('.json', ' - Copy.json');
        if (added === 'copies')
          await copyFile(join(folders.themes, file), join(folders.themes, name));
        else await putTheme(folders, name, themeDocument({ name, theme }));
      }
      await library.rescan();
      await endLibrary(library);
      for (const file of gone) await unlink(join(folders.themes, file));
      const { library: next } = testLibrary(folders);
      const from = performance.now();
      await next.start();
      const ms = performance.now() - from;
      expect((await next.handlers.list(undefined)).themes).toHaveLength(300);
      return ms;
    };
    const control = await startMs('themes of their own (the control)');
    const copies = await startMs('copies');
    expect(copies).toBeLessThan(1_000 + 4 * control);
  },
);
