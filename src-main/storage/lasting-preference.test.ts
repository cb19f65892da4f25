import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setLastingly } from './lasting-preference';
import type { PreferenceStore } from './preferences';
import { temporaryFolder } from './trial-folder';

/** A store as electron-store is one, on a disk that takes only so many characters. */
function storeOn(file: string, limit: { characters: number }): PreferenceStore {
  const values: Record<string, unknown> = { libraryFolder: null };
  const write = (): void => {
    writeFileSync(file, JSON.stringify(values).slice(0, limit.characters));
  };
  write();
  return {
    get: (key) => values[key],
    set: (key, value) => {
      values[key] = value;
      write();
    },
  };
}

describe('a preference that must last', () => {
  it('is there at the next start, or is refused: a full disk cuts the file off and says nothing', async () => {
    const file = join(await temporaryFolder(), 'preferences.json');
    const limit = { characters: 1_000 };
    const store = storeOn(file, limit);
    setLastingly(store, file, 'libraryFolder', '/one');
    expect(readFileSync(file, 'utf8')).toBe('{"libraryFolder":"/one"}');
    limit.characters = 24;
    expect(() => {
      setLastingly(store, file, 'libraryFolder', '/one/that is longer');
    }).toThrow(expect.objectContaining({ kind: 'full', path: file }) as Error);
    expect(readFileSync(file, 'utf8')).toBe('{"libraryFolder":"/one"}');
  });

  it('is refused where choices are only kept in memory', async () => {
    const file = join(await temporaryFolder(), 'preferences.json');
    const store = { get: () => undefined, set: () => undefined };
    expect(() => {
      setLastingly(store, file, 'libraryFolder', '/one');
    }).toThrow(expect.objectContaining({ kind: 'missing' }) as Error);
  });
});
