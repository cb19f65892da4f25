/** A backup is made while the disk does not let the preferences be read. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { preferencesSchema } from '@shared/bridge/app';
import { ProblemError } from '@shared/problem-error';
import { createPreferences, openPreferenceStore } from '../../storage/storage';
import { preferencesBackup, type BackedUpPreferences } from './preferences-backup';

it('says that the settings are not in it, and holds none that nobody chose', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-preferences-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'preferences.json');
  await writeFile(file, JSON.stringify({ appearance: 'dark', textSize: 125 }));
  const { store } = openPreferenceStore(file, () => {
    throw Object.assign(new Error('EIO'), { code: 'EIO' });
  });
  const { shape } = preferencesSchema;
  const preferences = createPreferences<ReturnType<BackedUpPreferences['all']>>(store, {
    appearance: { schema: shape.appearance, fallback: 'system' },
    textSize: { schema: shape.textSize, fallback: 100 },
    locale: { schema: shape.locale, fallback: 'en' },
    loadPictures: { schema: shape.loadPictures, fallback: true },
    librarySort: { schema: shape.librarySort, fallback: 'edited' },
    launcherKeys: { schema: z.string(), fallback: '' },
    isInTray: { schema: z.boolean(), fallback: true },
    closesToTray: { schema: z.boolean(), fallback: false },
    looksForUpdates: { schema: z.boolean().nullable(), fallback: null },
  });
  const nothingIsSet = () => Promise.reject(new Error('a backup sets nothing'));
  const part = preferencesBackup({
    all: () => preferences.allKnown(),
    unread: () => [],
    set: () => undefined,
    setTray: nothingIsSet,
    setLooksForUpdates: nothingIsSet,
    setLauncherKeys: nothingIsSet,
  });
  let thrown: unknown;
  try {
    part.collect();
  } catch (error) {
    thrown = error;
  }
  // The backup tells of it, and has the rest.
  expect(thrown).toBeInstanceOf(ProblemError);
  expect(thrown).toMatchObject({ problem: { code: 'storageNotRead' } });
});
