/**
 * The library lies in its usual place, “Foyer themes” in the folder for documents. The system gives that folder another
 * place: GNOME asks after a change of the language whether to “update names”, and makes `~/Dokumente` beside
 * `~/Documents` without moving what is in it; Windows and OneDrive can do so as well.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { openPreferenceStore } from '../storage/storage';
import { removeAfterTest } from '../testing/temporary-folder';
import type { Foundation } from './foundation';
import { createRooms } from './rooms';

const paths = vi.hoisted(() => ({ documents: '', program: '' }));
vi.mock('electron', () => ({
  app: {
    getPath: () => paths.documents,
    getAppPath: () => paths.program,
    getVersion: () => '1.0.0',
  },
}));
vi.mock('../app/app', () => ({
  ...{ updateSource: () => ({}), updateChoices: () => ({}), updateHost: () => ({}) },
  ...{ createFileQuestions: () => ({}), preferencesBackup: () => ({}), openInBrowser: () => {} },
}));

const quiet = { info: () => {}, warn: () => {}, error: () => {}, registerSecret: () => {} };

/** The library of a Foyer that is started with this profile. */
function started(profile: string) {
  const file = join(profile, 'preferences.json');
  const { store } = openPreferenceStore(file, () => ({
    get store() {
      if (!existsSync(file)) return {};
      return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    },
  }));
  const { library } = createRooms(
    {
      ...{ profile, log: quiet, warn: () => {}, commandLine: {} },
      ...{ crashDetector: { isSafeMode: () => false }, preferences: { get: () => undefined } },
      openedPreferences: {
        libraryFolder: () => store.getKnown('libraryFolder'),
        keepLibraryFolder: (folder: string) => {
          store.setLastingly('libraryFolder', folder);
        },
      },
    } as unknown as Foundation,
    { mainWindow: { isVisible: () => false }, quitWith: () => {} },
  );
  let isEnded = false;
  const end = async (): Promise<void> => {
    if (isEnded) return;
    isEnded = true;
    await library.flush();
    library.close();
  };
  onTestFinished(end);
  return { library, end };
}

async function afterARestart(documents: string): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'foyer-documents-'));
  removeAfterTest(root);
  for (const folder of ['profile', 'Documents', 'Dokumente']) await mkdir(join(root, folder));
  paths.program = root;
  paths.documents = join(root, 'Documents');
  const first = started(join(root, 'profile'));
  await first.library.handlers.create({ name: 'Harbour' });
  await first.end();
  paths.documents = join(root, documents);
  const { library } = started(join(root, 'profile'));
  // Either is right: it has its themes, or says that the library isn't there.
  try {
    const { themes, folderProblem } = await library.handlers.list(undefined);
    return folderProblem ? [folderProblem.code] : themes.map(({ name }) => name);
  } catch (error) {
    if (error instanceof ProblemError) return [error.problem.code];
    throw error;
  }
}

it('control: the library is there after a restart', async () => {
  expect(await afterARestart('Documents')).toEqual(['Harbour']);
});

it('is not an empty library after that', async () => {
  expect(await afterARestart('Dokumente')).not.toEqual([]);
});
