import { describe, expect, it } from 'vitest';
import { preferencesSchema } from '@shared/bridge/app';
import { preferencesBackup } from './preferences-backup';

describe('the settings of a backup', () => {
  it('count as replaced where they were different here, and only there', async () => {
    const stored = { textSize: 100, locale: 'en', loadPictures: true };
    let here = preferencesSchema.parse({ ...stored, appearance: 'dark', librarySort: 'name' });
    const part = preferencesBackup({
      all: () => here,
      set: (changes) => {
        here = preferencesSchema.parse({ ...here, ...changes });
      },
    });
    const backup = part.collect();
    expect(await part.prepare(backup)()).toBe(0);
    here = { ...here, appearance: 'light', textSize: 125 };
    expect(await part.prepare(backup)()).toBe(2);
    expect(here).toMatchObject({ appearance: 'dark', textSize: 100 });
  });

  it('have favourites and saved filters, which are no different where they say the same', async () => {
    const stored = { appearance: 'dark', textSize: 100, locale: 'en', loadPictures: true };
    const filter = { name: 'Mine', query: 'blue', filter: 'draft', tag: null };
    const kept = { favourites: ['a'], savedFilters: [filter], recentThemes: ['b'] };
    let here = preferencesSchema.parse({ ...stored, ...kept });
    const part = preferencesBackup({
      all: () => here,
      set: (changes) => {
        here = preferencesSchema.parse({ ...here, ...changes });
      },
    });
    const backup = part.collect();
    expect(backup).not.toHaveProperty('recentThemes');
    here = preferencesSchema.parse({ ...stored, ...structuredClone(kept) });
    expect(await part.prepare(backup)()).toBe(0);
    here = { ...here, favourites: [], savedFilters: [], recentThemes: ['c'] };
    expect(await part.prepare(backup)()).toBe(2);
    expect(here).toMatchObject({ ...kept, recentThemes: ['c'] });
  });
});
