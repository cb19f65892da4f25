/**
 * Activity is exported, and a file that is there is chosen by a slip of the hand, or by typing its name. Windows and macOS
 * ask by themselves before a file is replaced. On Linux the dialog asks only where it is told to (`showOverwriteConfirmation`
 * in Electron's API), as that of a theme's export and of a backup is; else the file is gone without a word.
 */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { removeAfterTest } from '../../testing/temporary-folder';
import { writeDurably } from '../../storage/storage';
import { createFileQuestions } from './file-questions';
import { saveTextFile } from './save-text-file';

const { person } = vi.hoisted(() => ({ person: { chooses: '', isAsked: false } }));
vi.mock('electron', () => ({
  app: { getPath: () => tmpdir() },
  dialog: {
    /** As on Linux, before a person who wants to replace no file. */
    showSaveDialog: ({ properties = [] }: { properties?: readonly string[] }) => {
      person.isAsked = properties.includes('showOverwriteConfirmation');
      return Promise.resolve(
        person.isAsked
          ? { canceled: true, filePath: '' }
          : { canceled: false, filePath: person.chooses },
      );
    },
  },
}));

/** What is in a person's own file after they chose it for an export, and did not want it replaced. */
async function leftAfter(save: () => Promise<unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-export-'));
  removeAfterTest(folder);
  person.chooses = join(folder, 'notes.jsonl');
  await writeFile(person.chooses, 'What was asked last time\n');
  await save();
  return readFile(person.chooses, 'utf8');
}

it('the control: the export of themes asks before it replaces a file', async () => {
  const { save } = createFileQuestions(() => undefined);
  const left = await leftAfter(async () => {
    const path = await save('export', 'harbour.foyer');
    if (path !== undefined) await writeDurably(path, 'themes');
  });
  expect(left).toBe('What was asked last time\n');
});

it('the export of Activity asks before it replaces a file', async () => {
  const left = await leftAfter(() =>
    saveTextFile(undefined, 'foyer-activity-2026-11-29.jsonl', '{"a":1}\n'),
  );
  expect(left).toBe('What was asked last time\n');
});
