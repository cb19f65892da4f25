/**
 * A program for the kill test: moves a library to another folder, and says on its standard output
 * `moving` before, `chosen` when the choice is kept and `ended` afterwards, however it ended.
 * `node moving-program.cjs PROFILE FROM TO`
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openDocumentFolder, writeDurably } from '../../storage/storage';
import { createLibrary, largestThemeFile } from '../library';
import { testNames } from './fixture-names';

const [profile = '', from = '', to = ''] = process.argv.slice(2);
const say = (word: string): void => {
  writeSync(1, `${word}\n`);
};
const library = createLibrary({
  folder: openDocumentFolder(from, { maxBytes: largestThemeFile }),
  profileFolder: profile,
  startersFolder: profile,
  names: testNames,
  connections: () => [],
  mayUse: () => true,
  movedTo: async (folder) => {
    await writeDurably(join(profile, 'choice'), folder);
    say('chosen');
  },
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
});

async function move(): Promise<void> {
  await library.start();
  say('moving');
  try {
    await library.handlers.useFolder({ folder: to, move: true });
  } finally {
    say('ended');
  }
}

// It is killed from outside, also one that has failed or is through.
const staysAlive = setInterval(() => undefined, 1_000);
move().catch((error: unknown) => {
  process.stderr.write(String(error));
  staysAlive.ref();
});
