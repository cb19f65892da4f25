import { mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openDocument, type DocumentFile, type DocumentOptions } from './document';
import { interpretDocument } from './document-text';
import { onDocumentTrouble, type DocumentTrouble } from './document-trouble';
import { temporaryFolder } from '../testing/temporary-folder';
import { illDisk } from './trial-ill-disk';

const schema = z.looseObject({ name: z.string(), count: z.number().int() });
type Sample = z.infer<typeof schema>;

const options: DocumentOptions<Sample> = {
  format: 2,
  schema,
  initial: () => ({ name: 'new', count: 0 }),
};

async function sample(
  extra: Partial<DocumentOptions<Sample>> = {},
): Promise<{ folder: string; path: string; document: DocumentFile<Sample> }> {
  const folder = await temporaryFolder();
  const path = join(folder, 'sample.json');
  return { folder, path, document: openDocument(path, { ...options, ...extra }) };
}

const countUp = (current: Sample): Sample => ({ ...current, count: current.count + 1 });

describe('openDocument', () => {
  it('starts from the initial value, and makes its folder and file with the first update', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'deep', 'sample.json');
    const document = openDocument(path, options);
    expect(await document.read()).toEqual({ state: 'missing', value: { name: 'new', count: 0 } });
    expect(await readdir(folder)).toEqual([]);
    expect(await document.update(countUp)).toMatchObject({ count: 1 });
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ format: 2, name: 'new', count: 1 });
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await openDocument(path, options).read()).toMatchObject({
      state: 'ok',
      value: { name: 'new', count: 1 },
    });
  });

  it('runs updates in order, one at a time, each on what the one before left', async () => {
    const { document } = await sample();
    const updates = Array.from({ length: 25 }, (_, index) =>
      document.update((current) => ({
        ...countUp(current),
        [`step${String(index)}`]: current.count,
      })),
    );
    await document.flush();
    const last = (await Promise.all(updates)).pop();
    expect(last?.count).toBe(25);
    expect(last?.['step17']).toBe(17);
  });

  it('goes on after an update that threw, and nothing of it stays', async () => {
    const { document } = await sample();
    await document.update(countUp);
    const failed = document.update((current) => {
      current.count = 99;
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await document.update(countUp)).toMatchObject({ count: 2 });
  });

  it('never writes what it could not read again', async () => {
    const { document, path } = await sample();
    await document.update(countUp);
    await expect(document.update(() => ({ name: 'x', count: Number.NaN }))).rejects.toThrow(
      TypeError,
    );
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ count: 1 });
  });

  it('keeps fields that it does not know', async () => {
    const { document, path } = await sample();
    const before = {
      format: 2,
      later: { a: [1] },
      name: 'x',
      count: 1,
      checksum: 'someone else’s',
    };
    await writeFile(path, JSON.stringify(before));
    await document.update(countUp);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ ...before, count: 2 });
  });

  it('makes a change again on what another program wrote meanwhile', async () => {
    const { document, path, folder } = await sample();
    await document.update(countUp);
    await writeFile(path, JSON.stringify({ format: 2, name: 'theirs', count: 10 }));
    expect(await document.update(countUp)).toMatchObject({ name: 'theirs', count: 11 });
    expect(await readdir(folder)).toEqual(['sample.json']);
  });

  it('gives up when another program never stops, and leaves theirs', async () => {
    const { document, path } = await sample();
    await document.update(countUp);
    let times = 0;
    const update = document.update(async (current) => {
      times += 1;
      await writeFile(path, JSON.stringify({ format: 2, name: 'theirs', count: times * 100 }));
      return countUp(current);
    });
    await expect(update).rejects.toMatchObject({ kind: 'changedByOthers' });
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ count: times * 100 });
  });

  it('opens a newer format read-only', async () => {
    const { document, path } = await sample();
    const newer = '{"format": 3, "shape": "unknown"}';
    await writeFile(path, newer);
    expect(await document.read()).toEqual({
      state: 'newer',
      format: 3,
      content: { format: 3, shape: 'unknown' },
    });
    await expect(document.update(countUp)).rejects.toMatchObject({ kind: 'newerFormat' });
    await expect(document.recover(options.initial())).rejects.toMatchObject({
      kind: 'newerFormat',
    });
    expect(await readFile(path, 'utf8')).toBe(newer);
  });

  it('brings an older format up to date in memory, and on disk with the next update', async () => {
    const migrate = (old: Record<string, unknown>, from: number): unknown => ({
      ...old,
      name: `from ${String(from)}`,
      count: Number(old['number']),
    });
    const { document, path } = await sample({ migrate });
    const old = '{"format": 1, "number": "7"}';
    await writeFile(path, old);
    expect(await document.read()).toMatchObject({
      state: 'ok',
      migratedFrom: 1,
      value: { name: 'from 1', count: 7 },
    });
    expect(await readFile(path, 'utf8')).toBe(old);
    await document.update(countUp);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ format: 2, count: 8 });

    const strict = openDocument(path, { ...options, format: 3 });
    expect(await strict.read()).toEqual({
      state: 'damaged',
      damage: { reason: 'oldFormat', format: 2 },
    });
  });

  it('names the first wrong field', async () => {
    const { document, path } = await sample();
    await writeFile(path, '{"format": 2, "name": "x", "count": "many"}');
    expect(await document.read()).toMatchObject({
      state: 'damaged',
      damage: { reason: 'wrongShape', at: 'count' },
    });
  });

  describe('that keeps its last good generation', () => {
    it('keeps the one before, and offers it when the document is damaged or gone', async () => {
      const { document, path, folder } = await sample({ keepPrevious: true });
      await document.update(countUp);
      await document.update(countUp);
      await document.update(countUp);
      expect((await readdir(folder)).sort()).toEqual(['generations', 'sample.json']);
      await writeFile(path, (await readFile(path, 'utf8')).slice(0, 30));
      const previous = { count: 2 };
      expect(await document.read()).toMatchObject({
        state: 'damaged',
        damage: { reason: 'notJson', line: 3, cutOff: true },
        previous,
      });
      await rm(path);
      expect(await document.read()).toMatchObject({ state: 'missing', previous });
    });

    it('refuses to write over damage until someone decides, and keeps the damaged file', async () => {
      const { document, path, folder } = await sample({ keepPrevious: true });
      await document.update(countUp);
      await document.update(countUp);
      const cut = (await readFile(path, 'utf8')).slice(0, 30);
      await writeFile(path, cut);
      await expect(document.update(countUp)).rejects.toMatchObject({ kind: 'damaged' });
      expect(await readFile(path, 'utf8')).toBe(cut);

      const read = await document.read();
      if (read.state !== 'damaged' || read.previous === undefined) throw new Error('no previous');
      const { keptAt = '' } = await document.recover(read.previous);
      expect(keptAt.startsWith(join(folder, 'generations'))).toBe(true);
      expect(await readFile(keptAt, 'utf8')).toBe(cut);
      expect(await document.read()).toMatchObject({ state: 'ok', value: { count: 1 } });
      await expect(document.recover(options.initial())).rejects.toMatchObject({
        kind: 'changedByOthers',
      });
      // The damaged bytes did not become the last good ones.
      await writeFile(path, 'broken again');
      expect(await document.read()).toMatchObject({ previous: { count: 1 } });
    });

    it.each(['damaged', 'gone'])(
      'keeps a damaged last generation aside, too, where the document is %s with it',
      async (how) => {
        const { folder, path, document } = await sample({ keepPrevious: true });
        await document.update(countUp);
        await document.update(countUp);
        const generation = join(folder, 'generations', 'sample.json');
        const flipped = (await readFile(generation, 'utf8')).replace('{', '[');
        await writeFile(generation, flipped);
        if (how === 'gone') await rm(path);
        else await writeFile(path, 'not JSON');

        const again = openDocument(path, { ...options, keepPrevious: true });
        expect(await again.readOrRecover()).toMatchObject({ count: 0 });
        await again.update(countUp);
        await again.update(countUp);
        expect(await readFile(generation, 'utf8')).toContain('"count": 1');
        const names = await readdir(join(folder, 'generations'));
        const kept = names.map((name) => readFile(join(folder, 'generations', name), 'utf8'));
        expect(await Promise.all(kept)).toContain(flipped);
      },
    );

    it.each([
      ['a folder in the place of the last generation', ['sample.json', 'in the way']],
      ['a folder in the place where it is prepared', ['sample.json.next', 'in the way']],
      ['a file in the place of the folder', undefined],
    ] as const)('saves all the same with %s, and tells that it was not kept', async (_, way) => {
      const { document, path, folder } = await sample({ keepPrevious: true });
      await document.update(countUp);
      const generations = join(folder, 'generations');
      if (way === undefined) await writeFile(generations, 'in the way');
      else await mkdir(join(generations, ...way), { recursive: true });
      const told: DocumentTrouble[] = [];
      onTestFinished(onDocumentTrouble((trouble) => told.push(trouble)));
      expect(await document.update(countUp)).toMatchObject({ count: 2 });
      expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ count: 2 });
      const kept = join(generations, 'sample.json');
      expect(told).toMatchObject([{ kind: 'generationNotKept', document: path, path: kept }]);
      // It is kept again as soon as that is possible.
      await rm(generations, { recursive: true });
      await document.update(countUp);
      expect(told).toHaveLength(1);
      expect(JSON.parse(await readFile(kept, 'utf8'))).toMatchObject({ count: 2 });
    });

    it('notices any flipped bit', async () => {
      const { document, path } = await sample({ keepPrevious: true });
      await document.update((current) => ({ ...current, name: 'a longer name, grüße' }));
      const good = await readFile(path);
      const value = (await document.read()) as { value: Sample };
      for (let bit = 0; bit < good.byteLength * 8; bit += 1) {
        const flipped = Buffer.from(good);
        const byte = bit >> 3;
        flipped[byte] = (flipped[byte] ?? 0) ^ (1 << (bit & 7));
        const result = interpretDocument(flipped, options);
        // One in the checksum's own name, or in white space, leaves the values as they were.
        if (result.state === 'ok') expect(result.value).toMatchObject(value.value);
      }
    });
  });
});

describe('readOrRecover', () => {
  const whole = { name: 'whole', count: 1 };

  it('gives what is there, and leaves the disk as it is', async () => {
    const { document, path } = await sample({ keepPrevious: true });
    expect(await document.readOrRecover()).toMatchObject({ name: 'new', count: 0 });
    await document.update(() => whole);
    const good = await readFile(path);
    expect(await document.readOrRecover()).toMatchObject(whole);
    expect((await readFile(path)).equals(good)).toBe(true);
  });

  it('replaces a damaged one by the last good generation, or an initial one', async () => {
    for (const keepPrevious of [true, false]) {
      const { document, path } = await sample({ keepPrevious });
      await document.update(() => whole);
      await document.update(countUp);
      await writeFile(path, 'cut');
      const expected = keepPrevious ? whole : { name: 'new', count: 0 };
      expect(await document.readOrRecover()).toMatchObject(expected);
      expect(await document.read()).toMatchObject({ state: 'ok', value: expected });
    }
  });

  it('brings back one that went away, so that updates go on from it', async () => {
    const { document, path } = await sample({ keepPrevious: true });
    await document.update(() => whole);
    await document.update(countUp);
    await rm(path);
    expect(await document.readOrRecover()).toMatchObject(whole);
    expect(await document.update(countUp)).toMatchObject({ name: 'whole', count: 2 });
  });

  it('leaves one of a newer Foyer untouched', async () => {
    const { document, path } = await sample();
    const newer = '{"format": 3, "name": "later", "count": 5}';
    await writeFile(path, newer);
    // An initial value would have a room go on as if there were nothing in it.
    await expect(document.readOrRecover()).rejects.toMatchObject({ kind: 'newerFormat' });
    await expect(document.update(() => whole)).rejects.toMatchObject({ kind: 'newerFormat' });
    expect(await readFile(path, 'utf8')).toBe(newer);
  });

  it('neither begins anew nor writes over what the disk does not let be read', async () => {
    const { document, path } = await sample({ keepPrevious: true });
    await document.update(() => whole);
    await document.update(countUp);
    const good = await readFile(path);
    const disk = illDisk((read) => read === path, 'EIO', 'read');
    const again = openDocument(path, { ...options, keepPrevious: true });
    await expect(again.readOrRecover()).rejects.toMatchObject({ kind: 'notRead' });
    disk.heal();
    // It could be read now; whoever asks for this has gone on without what is in it.
    await expect(again.update(() => whole)).rejects.toMatchObject({ kind: 'notRead' });
    expect((await readFile(path)).equals(good)).toBe(true);
    expect(await again.readOrRecover()).toMatchObject({ count: 2 });
    expect(await again.update(countUp)).toMatchObject({ count: 3 });
  });
});

describe('a document of the profile that goes away while the app runs', () => {
  it('is written again with all that it held', async () => {
    const { document, path, folder } = await sample({ keepPrevious: true });
    await document.update(() => ({ name: 'whole', count: 1 }));
    await document.update(countUp);
    await rm(path);
    await rm(join(folder, 'generations'), { recursive: true });
    expect(await document.update(countUp)).toMatchObject({ name: 'whole', count: 3 });
  });
});

describe('damaged files', () => {
  it('never throw, never pass as good, and stay as they are: 300 cases', async () => {
    const { document, path } = await sample({ keepPrevious: true });
    await document.update(() => ({ name: 'whole', count: 1, list: [1, 2, 3], deep: { a: 'b' } }));
    const good = await readFile(path);
    const place = fc.nat({ max: good.byteLength - 1 });
    const damaged = fc.oneof(
      place.map((at) => good.subarray(0, at)),
      place.map((at) => Buffer.concat([good.subarray(0, at), Buffer.alloc(good.byteLength - at)])),
      fc.constant(Buffer.alloc(good.byteLength)),
      fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(([at, change]) => {
        const bytes = Buffer.from(good);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        return bytes;
      }),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))),
    );
    const whole = { name: 'whole', count: 1, list: [1, 2, 3], deep: { a: 'b' } };
    const reasons = new Set<string>();
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        await writeFile(path, bytes);
        const read = await document.read();
        if (read.state === 'ok') expect(read.value).toMatchObject(whole);
        else if (read.state === 'damaged') reasons.add(read.damage.reason);
        if (read.state === 'damaged') {
          await expect(document.update(countUp)).rejects.toMatchObject({ kind: 'damaged' });
        }
        expect((await readFile(path)).equals(bytes)).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect([...reasons]).toEqual(expect.arrayContaining(['empty', 'zeroed', 'notJson', 'notText']));
  });

  it('a folder in its place is told and left', async () => {
    const { document, path } = await sample();
    await mkdir(path);
    expect(await document.read()).toEqual({ state: 'damaged', damage: { reason: 'notAFile' } });
    await expect(document.update(countUp)).rejects.toMatchObject({ kind: 'notAFile' });
    await expect(document.recover(options.initial())).rejects.toMatchObject({ kind: 'notAFile' });
    await rmdir(path);
    // What a read could not give is not written over before another one could.
    await expect(document.update(countUp)).rejects.toMatchObject({ kind: 'notAFile' });
    await document.read();
    expect(await document.update(countUp)).toMatchObject({ count: 1 });
  });

  it('a file that is too large is told without being read', async () => {
    const { document, path } = await sample({ maxBytes: 10 });
    await writeFile(path, '{"format": 2, "name": "x", "count": 1}');
    expect(await document.read()).toEqual({
      state: 'damaged',
      damage: { reason: 'tooLarge', bytes: 38, limit: 10 },
    });
    await expect(document.update(countUp)).rejects.toMatchObject({ kind: 'damaged' });
  });
});
