/**
 * A program for the kill test: edits one theme of a library without end and says on its standard
 * output `edited N` when the edit is in memory, and `saved N` when the library says that it is saved.
 * `node editing-program.cjs ROOT ID`
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openDocumentFolder } from '../../storage/storage';
import { createLibrary, largestThemeFile } from '../library';
import { testNames } from './fixture-names';

const [root = '', id = ''] = process.argv.slice(2);
const library = createLibrary({
  folder: openDocumentFolder(join(root, 'themes'), { maxBytes: largestThemeFile }),
  profileFolder: join(root, 'profile'),
  startersFolder: join(root, 'starters'),
  names: testNames,
  connections: () => [],
  pace: { restMs: 3, latestMs: 12, retryMs: 20, longestRetryMs: 20 },
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
});
const say = (word: string, number: string): void => {
  writeSync(1, `${word} ${number}\n`);
};

library.onThemeChange(({ save, theme }) => {
  if (save.kind === 'saved') say('saved', theme.general.font);
});

async function edit(): Promise<void> {
  const opened = await library.handlers.open({ id });
  for (let number = Number(opened.theme.general.font) + 1; ; number += 1) {
    const font = String(number);
    await library.handlers.edit({
      id,
      edits: [
        { field: 'general.font', value: font },
        // Long enough that a write takes a while.
        { field: 'customCss', value: `/* ${font} */`.repeat(5_000) },
      ],
    });
    say('edited', font);
    // Bursts, and between them rests in which a save can end.
    await new Promise((resolve) => setTimeout(resolve, (number % 5) * 10));
  }
}

edit().catch((error: unknown) => {
  process.stderr.write(String(error));
  process.exit(1);
});
