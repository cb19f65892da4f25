/**
 * A program for the kill test: does one thing with many themes, on the real rooms in plain Node. It
 * says on its standard output `begins` before, `done N` when the window would show that so many are
 * done, and `ended` afterwards. `node batch-program.cjs ROOT JOB FILE`
 */
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { createLibrary, largestThemeFile } from '../../library/library';
import { mayLoad } from '../../pictures/pictures';
import { openDocumentFolder } from '../../storage/storage';
import { createTransfer } from '../transfer';

/** What can be done: `empty the bin` and `restore from the bin` take what is in it by then. */
export type Job =
  'import' | 'backup' | 'restore a backup' | 'delete' | 'restore from the bin' | 'empty the bin';

const [root = '', job = '', file = ''] = process.argv.slice(2);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const say = (word: string): void => {
  writeSync(1, `${word}\n`);
};
const tell = (progress: { done: number } | null): void => {
  if (progress !== null) say(`done ${String(progress.done)}`);
};
const profileFolder = join(root, 'profile');
const library = createLibrary({
  folder: openDocumentFolder(join(root, 'themes'), { maxBytes: largestThemeFile }),
  profileFolder,
  startersFolder: join(root, 'starters'),
  names: { untitled: () => 'Untitled', copy: (name) => name, conflict: (name) => name },
  connections: () => [],
  log,
});
library.onProgress(tell);
const { handlers } = createTransfer({
  library: {
    list: async () => library.handlers.list(undefined),
    whole: (id) => library.withWaitingLinks(id),
    rescan: () => library.rescan(),
    assertSame: () => library.assertSame(),
    addForeign: (theme, assertSame) => library.addForeign(theme, assertSame),
    putBack: (document, ifDifferent, _at, assertSame) =>
      library.putBack(document, ifDifferent, undefined, assertSame),
  },
  ask: { open: () => Promise.resolve([file]), save: () => Promise.resolve(file) },
  profileFolder,
  largestTheme: largestThemeFile,
  backupParts: [],
  mayLoadPicture: mayLoad,
  names: { untitled: () => 'Imported theme', themes: () => 'Themes', backup: () => 'Backup' },
  onProgress: tell,
  onOpened: () => undefined,
  log,
});

const entries = async (): Promise<string[]> =>
  (await library.handlers.bin(undefined)).themes.map(({ entry }) => entry);

const jobs: Record<Job, () => Promise<unknown>> = {
  import: async () => handlers.importFiles(undefined),
  backup: async () => handlers.backup(undefined),
  'restore a backup': async () => handlers.restore({ ifDifferent: 'replace' }),
  async delete() {
    const { themes } = await library.handlers.list(undefined);
    const batch = themes.filter(({ name }) => name.startsWith('Batch'));
    return library.handlers.remove({ ids: batch.map(({ id }) => id) });
  },
  'restore from the bin': async () => library.handlers.restore({ entries: await entries() }),
  'empty the bin': async () => library.handlers.discard({ entries: await entries() }),
};

async function run(): Promise<void> {
  await library.start();
  await library.flush();
  say('begins');
  await jobs[job as Job]();
  say('ended');
  await library.flush();
  library.close();
}

run().catch((error: unknown) => {
  process.stderr.write(String(error));
  process.exit(1);
});
