/**
 * The library lies in its usual place, “Foyer themes” in the folder for documents. The system gives that folder another
 * place: GNOME asks after a change of the language whether to “update names”, and makes `~/Dokumente` beside
 * `~/Documents` without moving what is in it; OneDrive's backup of folders moves it with what is in it, and a new
 * computer has the home of its person under another name.
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
  const kept = (key: string) => () => store.getKnown(key);
  const keepUsualFolder = (usual: string): void => {
    store.setLastingly({ usual });
  };
  const { library } = createRooms(
    {
      ...{ profile, log: quiet, warn: () => {}, commandLine: {} },
      ...{ crashDetector: { isSafeMode: () => false }, preferences: { get: () => undefined } },
      openedPreferences: {
        ...{ libraryFolder: kept('libraryFolder'), usualFolder: kept('usual'), keepUsualFolder },
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

/** What is shown after a restart before which that was done; it gives the new name of the person's home. */
async function shownAfter(meanwhile: (home: string) => Promise<string>): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'foyer-documents-'));
  removeAfterTest(root);
  paths.program = root;
  let home = join(root, 'home');
  paths.documents = join(home, 'Documents');
  for (const folder of [join(home, 'profile'), paths.documents]) {
    await mkdir(folder, { recursive: true });
  }
  const first = started(join(home, 'profile'));
  await first.library.handlers.create({ name: 'Harbour' });
  await first.end();
  home = await meanwhile(home);
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
  expect(await shownAfter((home) => Promise.resolve(home))).toEqual(['Harbour']);
});

it('is where it was once the folder for documents is another one', async () => {
  const shown = await shownAfter(async (home) => {
    paths.documents = join(home, 'Dokumente');
    await mkdir(paths.documents);
    return home;
  });
  expect(shown).toEqual(['Harbour']);
});

it('is found where the folder for documents went with it', async () => {
  const shown = await shownAfter(async (home) => {
    await mkdir(join(home, 'OneDrive'));
    paths.documents = join(home, 'OneDrive', 'Documents');
    await rename(join(home, 'Documents'), paths.documents);
    return home;
  });
  expect(shown).toEqual(['Harbour']);
});

it('is found where the home went with it', async () => {
  const shown = await shownAfter(async (home) => {
    await rename(home, `${home} of another name`);
    paths.documents = join(`${home} of another name`, 'Documents');
    return `${home} of another name`;
  });
  expect(shown).toEqual(['Harbour']);
});

it('is missed where neither is there', async () => {
  const shown = await shownAfter(async (home) => {
    await rename(join(home, 'Documents'), join(home, 'away'));
    paths.documents = join(home, 'Dokumente');
    await mkdir(paths.documents);
    return home;
  });
  expect(shown).toEqual(['libraryFolderMissing']);
});
