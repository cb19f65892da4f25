import { appendFile, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openAppendLog, type AppendLog, type AppendLogOptions, type LogEntry } from './append-log';
import { temporaryFolder } from '../testing/temporary-folder';

const schema = z.object({ id: z.number() });
type Row = z.infer<typeof schema>;

async function sample(
  extra: Partial<AppendLogOptions<Row>> = {},
): Promise<{ folder: string; open: () => Promise<AppendLog<Row>> }> {
  const folder = join(await temporaryFolder(), 'activity');
  return { folder, open: () => openAppendLog({ folder, name: 'activity', schema, ...extra }) };
}

async function everything(log: AppendLog<Row>, limit: number): Promise<LogEntry<Row>[]> {
  const entries: LogEntry<Row>[] = [];
  let before: string | undefined;
  do {
    const page = await log.page({ limit, ...(before === undefined ? {} : { before }) });
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    entries.push(...page.entries);
    before = page.next;
  } while (before !== undefined);
  return entries;
}

const ids = (entries: readonly LogEntry<Row>[]): number[] => entries.map(({ record }) => record.id);
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: from - to + 1 }, (_, index) => from - index);

describe('an append-only log', () => {
  it('is empty, and makes nothing, until something is appended', async () => {
    const { folder, open } = await sample();
    const log = await open();
    expect(await log.page()).toEqual({ entries: [], unreadable: 0, notRead: [] });
    await expect(readdir(folder)).rejects.toThrow();
  });

  it.each([1, 3, 7, 100])(
    'gives the newest first, in pages of %d, over segments',
    async (limit) => {
      const { folder, open } = await sample({ maxSegmentBytes: 200 });
      const log = await open();
      for (let id = 1; id <= 30; id += 1) await log.append({ id });
      expect((await readdir(folder)).length).toBeGreaterThan(3);
      expect(ids(await everything(log, limit))).toEqual(numbers(30, 1));
      expect(ids(await everything(await open(), limit))).toEqual(numbers(30, 1));
    },
  );

  it('keeps a page where it was while more is appended', async () => {
    const { open } = await sample();
    const log = await open();
    for (let id = 1; id <= 10; id += 1) await log.append({ id });
    const first = await log.page({ limit: 4 });
    await log.append({ id: 11 });
    const second = await log.page({ limit: 4, before: first.next ?? '' });
    expect([...ids(first.entries), ...ids(second.entries)]).toEqual(numbers(10, 3));
    expect(() => log.page({ before: '../x' })).not.toThrow();
    await expect(log.page({ before: '../x' })).rejects.toBeInstanceOf(TypeError);
  });

  it('keeps the order of what arrives at once, with growing numbers', async () => {
    const { open } = await sample({ maxSegmentBytes: 300 });
    const log = await open();
    const sequences = await Promise.all(numbers(200, 1).map((id) => log.append({ id })));
    expect(sequences).toEqual(numbers(200, 1).reverse());
    expect(ids(await everything(log, 50))).toEqual(numbers(200, 1).reverse());
  });

  it('lets the oldest segments go', async () => {
    const { folder, open } = await sample({ maxSegmentBytes: 200, maxSegments: 3 });
    const log = await open();
    for (let id = 1; id <= 100; id += 1) await log.append({ id });
    expect(await readdir(folder)).toHaveLength(3);
    const left = ids(await everything(log, 10));
    expect(left[0]).toBe(100);
    expect(left.length).toBeGreaterThanOrEqual(10);
    expect(left).toEqual(numbers(100, 101 - left.length));
  });

  it('passes over a torn last line, and begins the next on its own', async () => {
    const { folder, open } = await sample();
    const log = await open();
    await log.append({ id: 1 });
    await log.append({ id: 2 });
    const [name = ''] = await readdir(folder);
    const path = join(folder, name);
    const whole = (await readFile(path)).byteLength;
    for (let cut = 1; cut <= 20; cut += 1) {
      await truncate(path, whole - cut);
      const again = await open();
      // The line break alone may be missing: then the record is whole.
      const before = ids((await again.page()).entries);
      expect(before).toEqual(cut === 1 ? [2, 1] : [1]);
      const sequence = await again.append({ id: 3 });
      expect(sequence).toBeGreaterThan(2);
      const page = await again.page();
      expect(ids(page.entries)).toEqual([3, ...before]);
      expect(page.unreadable).toBe(cut === 1 ? 0 : 1);
      await truncate(path, 0);
      await writeFile(path, '{"sequence":1,"record":{"id":1}}\n{"sequence":2,"record":{"id":2}}\n');
    }
  });

  it('never uses a number twice, whatever happened to the files', async () => {
    const { folder, open } = await sample({ maxSegmentBytes: 150 });
    const first = await open();
    let newest = 0;
    for (let id = 1; id <= 12; id += 1) newest = await first.append({ id });
    const harm: ((path: string) => Promise<void>)[] = [
      (path) => writeFile(path, Buffer.alloc(100)),
      (path) => appendFile(path, '{"sequence":9'),
      (path) => truncate(path, 0),
      async (path) => {
        await rm(path);
        await mkdir(path);
      },
    ];
    for (const damage of harm) {
      const last = (await readdir(folder)).sort().pop() ?? '';
      await damage(join(folder, last));
      const log = await open();
      for (let id = 1; id <= 3; id += 1) {
        const sequence = await log.append({ id });
        expect(sequence).toBeGreaterThan(newest);
        newest = sequence;
      }
      const { entries, unreadable } = await log.page({ limit: 1000 });
      expect(ids(entries).slice(0, 3)).toEqual([3, 2, 1]);
      expect(unreadable).toBeGreaterThanOrEqual(0);
      const sequences = entries.map((entry) => entry.sequence);
      expect(sequences).toEqual([...sequences].sort((one, other) => other - one));
    }
  });

  it('counts what is not of its kind, and leaves other files alone', async () => {
    const { folder, open } = await sample();
    const log = await open();
    await log.append({ id: 1 });
    const [name = ''] = await readdir(folder);
    await appendFile(join(folder, name), 'null\n{"sequence":"2","record":{"id":2}}\n[]\n');
    await appendFile(join(folder, name), '{"sequence":5,"record":{"id":"no"}}\n');
    await writeFile(join(folder, 'activity-old.jsonl'), 'x');
    await writeFile(join(folder, 'activity-more-000000000001.jsonl'), 'x');
    expect(await log.page()).toEqual({
      entries: [{ sequence: 1, record: { id: 1 } }],
      unreadable: 4,
      notRead: [],
    });
  });
});
