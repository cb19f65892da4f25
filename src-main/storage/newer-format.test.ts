/** What a newer Foyer wrote is neither used, nor written over, nor removed, by any way of writing. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openAppendLog } from './append-log';
import { openDocument } from './document';
import { removeDocument, replaceDocument } from './document-in-place';
import { openDocumentStore } from './document-store';
import { writeDocumentText } from './document-text';
import { onDocumentTrouble, type DocumentTrouble } from './document-trouble';
import { createPreferences, openPreferenceStore } from './preferences';
import { temporaryFolder } from '../testing/temporary-folder';
import { readerIn } from './trial-preference-reader';

const schema = z.looseObject({ list: z.array(z.number()) });
type Sample = z.infer<typeof schema>;
const kind = { format: 1, schema };
const newerText = '{"format": 2, "items": {"one": 1}}';

function troubles(): DocumentTrouble[] {
  const told: DocumentTrouble[] = [];
  onTestFinished(onDocumentTrouble((trouble) => told.push(trouble)));
  return told;
}

async function inFolder(): Promise<string> {
  return join(await temporaryFolder(), 'sample.json');
}

function opened(path: string) {
  const initial = (): Sample => ({ list: [] });
  return openDocument<Sample>(path, { ...kind, initial, keepPrevious: true });
}

describe('a document of a newer Foyer', () => {
  it('is not taken for empty, and the store over it says why, at once and once', async () => {
    const path = await inFolder();
    await writeFile(path, newerText);
    const told = troubles();
    const store = await openDocumentStore(opened(path));
    expect(store.isRead).toBe(false);
    const newer = { problem: { code: 'storageNewer', files: ['sample.json'] } };
    expect(() => store.get()).toThrow(expect.objectContaining(newer));
    const change = () => store.change((before) => before, { ifRefused: 'keep' });
    expect(change).toThrow(expect.objectContaining(newer));
    expect(told).toEqual([{ kind: 'newer', path }]);
    await store.close();
    expect(await readFile(path, 'utf8')).toBe(newerText);
  });

  it('that is lost or cut off is not begun anew over its last good generation', async () => {
    const path = await inFolder();
    const previous = join(dirname(path), 'generations', 'sample.json');
    await mkdir(dirname(previous));
    await writeFile(previous, newerText);
    for (const cutOff of [undefined, '{"format": 2, "it']) {
      if (cutOff !== undefined) await writeFile(path, cutOff);
      const store = await openDocumentStore(opened(path));
      expect(store.isRead).toBe(false);
      await store.close();
      expect(await readFile(previous, 'utf8')).toBe(newerText);
      expect(await readFile(path, 'utf8').catch(() => undefined)).toBe(cutOff);
    }
  });

  it('that is a last good generation is not pushed out by saving one of this format', async () => {
    const path = await inFolder();
    const previous = join(dirname(path), 'generations', 'sample.json');
    await mkdir(dirname(previous));
    await writeFile(previous, newerText);
    await writeFile(path, writeDocumentText({ list: [1] }, 1));
    const told = troubles();
    await opened(path).update(({ list }) => ({ list: [...list, 2] }));
    expect(await readFile(previous, 'utf8')).toBe(newerText);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ list: [1, 2] });
    expect(told).toMatchObject([{ kind: 'generationNotKept', path: previous }]);
  });

  it('among many is neither replaced nor removed', async () => {
    const path = await inFolder();
    await writeFile(path, newerText);
    const refused = { name: 'StorageError', kind: 'newerFormat' };
    await expect(replaceDocument(path, kind, { list: [] })).rejects.toMatchObject(refused);
    await expect(removeDocument(path, kind)).rejects.toMatchObject(refused);
    expect(await readFile(path, 'utf8')).toBe(newerText);
  });

  it('is not written down as if it were of this format', () => {
    const content = JSON.parse(newerText) as object;
    expect(() => writeDocumentText(content, 1)).toThrow(
      expect.objectContaining({ kind: 'newerFormat' }),
    );
  });
});

describe('a log of which a newer Foyer wrote the newest segments', () => {
  it('goes on in segments of its own, and lets none of the others go', async () => {
    const folder = await temporaryFolder();
    const theirs = 'log-f2-000000000900.jsonl';
    await writeFile(join(folder, theirs), 'of another shape\n');
    const told = troubles();
    const log = await openAppendLog({
      ...{ folder, name: 'log', schema: z.number(), sync: false },
      ...{ maxSegmentBytes: 64, maxSegments: 2 },
    });
    for (let number = 0; number < 30; number += 1) await log.append(number);
    expect(told).toEqual([{ kind: 'newer', path: folder }]);
    const { entries, unreadable } = await log.page();
    expect(unreadable).toBe(0);
    expect(entries[0]?.record).toBe(29);
    // The newer Foyer finds what was added here behind its own.
    expect(Math.min(...entries.map(({ sequence }) => sequence))).toBeGreaterThan(900);
    expect(await readFile(join(folder, theirs), 'utf8')).toBe('of another shape\n');
    expect((await readdir(folder)).filter((name) => name !== theirs)).toHaveLength(2);
  });
});

describe('preferences of a newer Foyer', () => {
  it('are read as far as they make sense, and no choice is written over them', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'preferences.json');
    const text = '{"format": 2, "size": 120, "appearance": {"mode": "dark"}}';
    await writeFile(file, text);
    const told = troubles();
    const { store, isNewer } = openPreferenceStore(file, await readerIn(folder));
    expect(isNewer).toBe(true);
    expect(told).toEqual([{ kind: 'newer', path: file }]);
    const preferences = createPreferences<{ size: number; appearance: string }>(store, {
      size: { schema: z.number(), fallback: 100 },
      appearance: { schema: z.string(), fallback: 'system' },
    });
    expect(preferences.all()).toEqual({ size: 120, appearance: 'system' });
    preferences.set('size', 150);
    expect(preferences.get('size')).toBe(150);
    expect(() => store.setLastingly({ size: 160 })).toThrow(
      expect.objectContaining({ kind: 'newerFormat' }),
    );
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});
