import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { onDocumentTrouble } from './document-trouble';
import type { PreferenceDefinitions } from './preference-definitions';
import { createPreferences, openPreferenceStore, type PreferenceStore } from './preferences';
import { onSetAside, type SetAside } from './set-aside';
import { StorageError } from './storage-error';
import { temporaryFolder } from '../testing/temporary-folder';
import { readerIn } from './trial-preference-reader';

interface Choices {
  appearance: 'system' | 'light' | 'dark';
  textSize: number;
}

const definitions: PreferenceDefinitions<Choices> = {
  appearance: { schema: z.enum(['system', 'light', 'dark']), fallback: 'system' },
  textSize: { schema: z.number().min(80).max(200), fallback: 100 },
};

describe('preferences', () => {
  it('start from fallbacks, keep what was set, and tell listeners', async () => {
    const folder = await temporaryFolder();
    const reader = await readerIn(folder);
    const open = () => openPreferenceStore(join(folder, 'preferences.json'), reader).store;
    const preferences = createPreferences(open(), definitions);
    expect(preferences.all()).toEqual({ appearance: 'system', textSize: 100 });
    const heard: unknown[] = [];
    const end = preferences.onChange((key, value) => heard.push([key, value]));
    preferences.set('appearance', 'dark');
    end();
    preferences.set('textSize', 120);
    expect(heard).toEqual([['appearance', 'dark']]);
    expect(createPreferences(open(), definitions).all()).toEqual({
      appearance: 'dark',
      textSize: 120,
    });
  });

  it('replace one nonsense value by its fallback, without touching the file or the others', async () => {
    const folder = await temporaryFolder();
    const text = '{"appearance": "purple", "textSize": 150, "unknown": 1}';
    await writeFile(join(folder, 'preferences.json'), text);
    const { store } = openPreferenceStore(join(folder, 'preferences.json'), await readerIn(folder));
    const preferences = createPreferences(store, definitions);
    expect(preferences.all()).toEqual({ appearance: 'system', textSize: 150 });
    expect(await readFile(join(folder, 'preferences.json'), 'utf8')).toBe(text);
    expect(() => {
      preferences.set('textSize', 5);
    }).toThrow();
    expect(preferences.get('textSize')).toBe(150);
    // Of several, none.
    expect(() => {
      preferences.setAll({ appearance: 'dark', textSize: 5 });
    }).toThrow();
    expect(preferences.get('appearance')).toBe('system');
    preferences.set('appearance', 'light');
    expect(JSON.parse(await readFile(join(folder, 'preferences.json'), 'utf8'))).toEqual({
      appearance: 'light',
      textSize: 150,
      unknown: 1,
    });
  });

  it.each(['', '{"appearance": "da', '\0\0\0\0', '[]', 'null'])(
    'start over a damaged file (%j), and keep a copy of it',
    async (damaged) => {
      const folder = await temporaryFolder();
      const file = join(folder, 'preferences.json');
      await writeFile(file, damaged);
      const { store, keptAt, memoryOnly } = openPreferenceStore(file, await readerIn(folder));
      expect(memoryOnly).toBeUndefined();
      const preferences = createPreferences(store, definitions);
      expect(preferences.all()).toEqual({ appearance: 'system', textSize: 100 });
      preferences.set('appearance', 'dark');
      expect(preferences.get('appearance')).toBe('dark');
      expect(await readFile(keptAt ?? '', 'utf8')).toBe(damaged);
    },
  );

  it('stay in memory when the file can not be used at all', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'preferences.json');
    await mkdir(file);
    const { store, memoryOnly } = openPreferenceStore(file, await readerIn(folder));
    expect(memoryOnly).toBeInstanceOf(StorageError);
    const preferences = createPreferences(store, definitions);
    preferences.set('appearance', 'dark');
    expect(preferences.get('appearance')).toBe('dark');
    expect(await readdir(folder)).toEqual(['preferences.json']);
    expect(() => store.setLastingly({ libraryFolder: '/one' })).toThrow(memoryOnly);
    expect(() => store.getKnown('libraryFolder')).toThrow(StorageError);
    await rmdir(file);
    await writeFile(file, '{"libraryFolder": "/mine"}');
    expect(store.getKnown('libraryFolder')).toBe('/mine');
  });

  it.each(['EIO', 'EBUSY', 'EMFILE'])(
    'that can’t be read for a moment (%s) are not written over, and are there when they can be',
    async (code) => {
      const folder = await temporaryFolder();
      const file = join(folder, 'preferences.json');
      const text = '{"appearance": "dark"}';
      await writeFile(file, text);
      let isIll = true;
      const make = await readerIn(folder);
      const { store, memoryOnly, notRead } = openPreferenceStore(file, () => {
        if (isIll) throw Object.assign(new Error(code), { code });
        return make();
      });
      expect(memoryOnly).toBeUndefined();
      expect(notRead).toBeInstanceOf(StorageError);
      const preferences = createPreferences(store, definitions);
      expect(preferences.get('appearance')).toBe('system');
      expect(() => preferences.set('textSize', 150)).toThrow(
        expect.objectContaining({ kind: 'notRead' }),
      );
      expect(await readFile(file, 'utf8')).toBe(text);
      isIll = false;
      await vi.waitFor(() => expect(preferences.get('appearance')).toBe('dark'));
      preferences.set('textSize', 150);
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
        appearance: 'dark',
        textSize: 150,
      });
    },
  );

  it('that can’t be read for a moment are not guessed where a guess would do harm, and are told when they can be', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'preferences.json');
    await writeFile(file, '{"libraryFolder": "/mine"}');
    let isIll = true;
    const make = await readerIn(folder);
    const { store } = openPreferenceStore(file, () => {
      if (isIll) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
      return make();
    });
    expect(() => store.getKnown('libraryFolder')).toThrow(
      expect.objectContaining({ kind: 'notRead', path: file }),
    );
    const told = new Promise((resolve) => onTestFinished(onDocumentTrouble(resolve)));
    isIll = false;
    // Nobody asks the store for anything meanwhile.
    expect(await told).toEqual({ kind: 'readAgain', path: file });
    expect(store.getKnown('libraryFolder')).toBe('/mine');
  });

  it('that are damaged while Foyer runs are kept aside before the next choice, which drops none of them', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'preferences.json');
    await writeFile(file, '{"libraryFolder": "/mine", "textSize": 150}');
    const { store } = openPreferenceStore(file, await readerIn(folder));
    const told: SetAside[] = [];
    onTestFinished(onSetAside((document) => told.push(document)));
    const slip = '{"libraryFolder": "/mine", "textSize": 125,}';
    await writeFile(file, slip);
    store.set({ windowPlace: { width: 800 } });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      libraryFolder: '/mine',
      textSize: 150,
      windowPlace: { width: 800 },
    });
    expect(told).toEqual([{ path: file, keptAt: expect.any(String) as string, isRestored: true }]);
    expect(await readFile(told[0]?.keptAt ?? '', 'utf8')).toBe(slip);
  });

  it('that are damaged at a start are what they were when they were last good, so that the library lies where it was chosen', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'preferences.json');
    const start = async () => openPreferenceStore(file, await readerIn(folder));
    await writeFile(file, '{"libraryFolder": "/old", "textSize": 150}');
    (await start()).store.setLastingly({ libraryFolder: '/mine' });
    const slip = '{"libraryFolder": "/mine", "textSize": 125,}';
    for (const damaged of [slip, '', '{"libraryFolder": "/mi', '\0'.repeat(80)]) {
      await writeFile(file, damaged);
      const { store, keptAt, isRestored } = await start();
      expect(store.getKnown('libraryFolder')).toBe('/mine');
      expect(store.get('textSize')).toBe(150);
      expect(isRestored).toBe(true);
      expect(await readFile(keptAt ?? '', 'utf8')).toBe(damaged);
    }
  });

  it.each(['{}', ' {\n}\n', '{"format": 1}'])(
    'that hold nothing at a start (%j) are what they were when they were last good, and no last good ones',
    async (emptied) => {
      const folder = await temporaryFolder();
      const file = join(folder, 'preferences.json');
      const start = async () => openPreferenceStore(file, await readerIn(folder));
      await writeFile(file, '{"textSize": 150}');
      (await start()).store.setLastingly({ libraryFolder: '/mine' });
      for (let round = 1; round <= 2; round += 1) {
        await writeFile(file, emptied);
        const { store, isRestored } = await start();
        expect(store.getKnown('libraryFolder')).toBe('/mine');
        expect(store.get('textSize')).toBe(150);
        expect(isRestored).toBe(true);
      }
    },
  );

  it('of which a newer Foyer wrote nothing but its format stay as they are', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'preferences.json');
    const start = async () => openPreferenceStore(file, await readerIn(folder));
    await writeFile(file, '{"textSize": 150}');
    (await start()).store.setLastingly({ libraryFolder: '/mine' });
    await writeFile(file, '{"format": 99}');
    expect(await start()).toMatchObject({ isNewer: true });
    expect(await readFile(file, 'utf8')).toBe('{"format": 99}');
  });

  it('that somebody empties while Foyer runs are all there after the next choice', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'preferences.json');
    await writeFile(file, '{"libraryFolder": "/mine", "textSize": 150}');
    const { store } = openPreferenceStore(file, await readerIn(folder));
    await writeFile(file, '{}');
    expect(store.getKnown('libraryFolder')).toBe('/mine');
    store.set({ textSize: 120 });
    const after = openPreferenceStore(file, await readerIn(folder)).store;
    expect(after.getKnown('libraryFolder')).toBe('/mine');
  });

  it('that are gone at a start are what they were when they were last good', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'preferences.json');
    const start = async () => openPreferenceStore(file, await readerIn(folder));
    await writeFile(file, '{"textSize": 150}');
    (await start()).store.setLastingly({ libraryFolder: '/mine' });
    await rm(file);
    const { store, keptAt, isRestored } = await start();
    expect(store.getKnown('libraryFolder')).toBe('/mine');
    expect(store.get('textSize')).toBe(150);
    expect({ keptAt, isRestored }).toEqual({ isRestored: true });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ libraryFolder: '/mine' });
  });

  it('that somebody takes away while Foyer runs are all there after the next choice', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'preferences.json');
    await writeFile(file, '{"libraryFolder": "/mine", "textSize": 150}');
    const { store } = openPreferenceStore(file, await readerIn(folder));
    await rename(file, `${file}~`);
    expect(store.getKnown('libraryFolder')).toBe('/mine');
    store.set({ windowPlace: { width: 800 } });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      libraryFolder: '/mine',
      textSize: 150,
      windowPlace: { width: 800 },
    });
  });

  it.runIf(process.platform !== 'win32')('are written for their owner alone', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'preferences.json');
    const { store } = openPreferenceStore(file, await readerIn(folder));
    store.set({ textSize: 150 });
    await chmod(file, 0o644);
    store.set({ textSize: 120 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('are as before when a choice that must last is refused by a disk that is ill just then', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'preferences.json');
    const text = '{"libraryFolder": "/old", "textSize": 150}';
    await writeFile(file, text);
    const reader = (await readerIn(folder))();
    let isIll = false;
    const { store } = openPreferenceStore(file, () => ({
      get store() {
        if (isIll) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
        return reader.store;
      },
    }));
    isIll = true;
    expect(() => store.setLastingly({ libraryFolder: '/new' })).toThrow(
      expect.objectContaining({ kind: 'tooManyFiles' }),
    );
    expect(await readFile(file, 'utf8')).toBe(text);
    isIll = false;
    store.setLastingly({ libraryFolder: '/new' });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      libraryFolder: '/new',
      textSize: 150,
    });
  });

  it('say so when a choice can not be written', () => {
    const full: PreferenceStore = {
      get: () => undefined,
      getKnown: () => undefined,
      setLastingly: () => undefined,
      set: () => {
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      },
    };
    const preferences = createPreferences(full, definitions);
    expect(() => {
      preferences.set('appearance', 'dark');
    }).toThrow(expect.objectContaining({ kind: 'full' }));
  });
});
