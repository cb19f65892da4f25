/**
 * The library lies in its usual place, “Foyer themes” in the folder for documents, and goes with that folder: OneDrive's
 * backup of folders (Windows asks for it) makes `OneDrive\Documents` the one for documents and moves there what is in it;
 * a new computer has the home of its person, profile and documents, under another name.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename } from 'node:fs/promises';
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

/** What is shown after a restart before which a folder, or none, was given another name. */
async function shownAfter(what: 'nothing' | 'documents' | 'home'): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'foyer-documents-'));
  removeAfterTest(root);
  paths.program = root;
  let home = join(root, 'anna');
  await mkdir(join(home, 'profile'), { recursive: true });
  await mkdir(join(home, 'Documents'));
  paths.documents = join(home, 'Documents');
  const first = started(join(home, 'profile'));
  await first.library.handlers.create({ name: 'Harbour' });
  await first.end();
  if (what === 'documents') {
    await mkdir(join(home, 'OneDrive'));
    paths.documents = join(home, 'OneDrive', 'Documents');
    await rename(join(home, 'Documents'), paths.documents);
  } else if (what === 'home') {
    await rename(home, join(root, 'anna.berg'));
    home = join(root, 'anna.berg');
    paths.documents = join(home, 'Documents');
  }
  const { library } = started(join(home, 'profile'));
  try {
    const { themes, folderProblem } = await library.handlers.list(undefined);
    return folderProblem ? [folderProblem.code] : themes.map(({ name }) => name);
  } catch (error) {
    if (error instanceof ProblemError) return [error.problem.code];
    throw error;
  }
}

it('control: the library is there after a restart', async () => {
  expect(await shownAfter('nothing')).toEqual(['Harbour']);
});

it.each(['documents', 'home'] as const)(
  'is found in its usual place after its %s went elsewhere with it',
  async (what) => {
    expect(await shownAfter(what)).toEqual(['Harbour']);
  },
);
