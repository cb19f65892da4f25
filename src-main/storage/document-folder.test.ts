import { writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { contentHash } from './content-hash';
import {
  openDocumentFolder,
  type DocumentFolder,
  type FolderChange,
  type FolderWatch,
} from './document-folder';
import type { StorageError } from './storage-error';
import { temporaryFolder } from '../testing/temporary-folder';

const posix = process.platform !== 'win32';

interface Watched {
  readonly watch: FolderWatch;
  readonly batches: FolderChange[][];
  readonly stops: StorageError[];
  /** Resolves with what was told, once a change of this name was. */
  readonly until: (name: string) => Promise<FolderChange[]>;
}

const nameOf = (change: FolderChange): string =>
  change.kind === 'removed' ? change.name : change.read.name;

async function watched(
  folder: DocumentFolder,
  rescanDue: () => void = () => undefined,
): Promise<Watched> {
  const batches: FolderChange[][] = [];
  const stops: StorageError[] = [];
  const waiting = new Set<() => void>();
  const { watch } = await folder.watch({
    changed: (changes) => {
      batches.push([...changes]);
      for (const look of [...waiting]) look();
    },
    stopped: (error) => {
      stops.push(error);
      for (const look of [...waiting]) look();
    },
    rescanDue,
  });
  onTestFinished(() => {
    watch.close();
  });
  const until = (name: string): Promise<FolderChange[]> =>
    new Promise((resolve) => {
      const look = (): void => {
        const told = batches.flat();
        if (!told.some((change) => nameOf(change) === name)) return;
        waiting.delete(look);
        resolve(told);
      };
      waiting.add(look);
      look();
    });
  return { watch, batches, stops, until };
}

describe('a folder of documents', () => {
  it('lists documents only, in order, without reading them', async () => {
    const path = await temporaryFolder();
    for (const name of ['b.json', 'a.JSON', '.hidden.json', '.foyer-1-0123456789ab.tmp', 'c.txt']) {
      await writeFile(join(path, name), 'not json at all');
    }
    await mkdir(join(path, 'd.json'));
    if (posix) await symlink('nothing', join(path, 'gone.json'));
    const entries = await openDocumentFolder(path).list();
    expect(entries.map((entry) => entry.name)).toEqual(['a.JSON', 'b.json', 'd.json']);
    expect(entries.map((entry) => entry.damage?.reason)).toEqual([
      undefined,
      undefined,
      'notAFile',
    ]);
  });

  it('is never made when it is not there', async () => {
    const path = join(await temporaryFolder(), 'unplugged');
    const folder = openDocumentFolder(path);
    await expect(folder.list()).rejects.toMatchObject({ kind: 'missing', path });
    await expect(folder.write('a.json', '{}', 'absent')).rejects.toMatchObject({ kind: 'missing' });
    expect(await folder.read('a.json')).toEqual({ state: 'missing', name: 'a.json' });
  });

  it('reads what it wrote, and says why it can not read the rest', async () => {
    const path = await temporaryFolder();
    const folder = openDocumentFolder(path, { maxBytes: 100 });
    const text = '{"name": "grüße"}\n';
    expect(await folder.write('good.json', text, 'absent')).toEqual({
      outcome: 'written',
      hash: contentHash(text),
    });
    await writeFile(join(path, 'large.json'), 'x'.repeat(101));
    await writeFile(join(path, 'latin.json'), Buffer.from([0x7b, 0xfc, 0x7d]));
    await writeFile(join(path, 'marked.json'), '\uFEFF{}');
    await mkdir(join(path, 'folder.json'));
    const names = ['good.json', 'large.json', 'latin.json', 'marked.json', 'folder.json'];
    const [good, large, latin, marked, nested] = await folder.readMany(names);
    expect(good).toMatchObject({ state: 'ok', text, hash: contentHash(text) });
    expect(large).toMatchObject({ damage: { reason: 'tooLarge', bytes: 101, limit: 100 } });
    expect(latin).toMatchObject({ damage: { reason: 'notText', byte: 1 } });
    expect(marked).toMatchObject({ state: 'ok', text: '{}' });
    expect(nested).toMatchObject({ damage: { reason: 'notAFile' } });
  });

  it.runIf(posix)('does not hang on a socket that is named like a document', async () => {
    const path = await temporaryFolder();
    const server = createServer().listen(join(path, 'socket.json'));
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
    });
    const folder = openDocumentFolder(path);
    expect(await folder.read('socket.json')).toMatchObject({ damage: { reason: 'notAFile' } });
    await expect(folder.write('socket.json', '{}', 'absent')).rejects.toMatchObject({
      kind: 'notAFile',
    });
  });

  it('does not leave the folder', async () => {
    const folder = openDocumentFolder(await temporaryFolder());
    for (const name of ['../a.json', 'x/a.json', '.a.json', 'a.txt', '', '..', 'a\0.json']) {
      await expect(folder.read(name)).rejects.toBeInstanceOf(TypeError);
      await expect(folder.write(name, '{}', 'absent')).rejects.toBeInstanceOf(TypeError);
    }
  });

  it('puts ours beside what someone else wrote', async () => {
    const path = await temporaryFolder();
    const folder = openDocumentFolder(path);
    await folder.write('Blue.json', '1', 'absent');
    await writeFile(join(path, 'Blue.json'), 'theirs');
    const result = await folder.write('Blue.json', '2', contentHash('1'));
    if (result.outcome !== 'conflict') throw new Error('no conflict');
    expect(result.theirs).toBe(contentHash('theirs'));
    expect(await readFile(join(path, 'Blue.json'), 'utf8')).toBe('theirs');
    expect(await folder.read(result.conflictName)).toMatchObject({ text: '2' });
  });

  it('removes what is as expected, and nothing else', async () => {
    const path = await temporaryFolder();
    const folder = openDocumentFolder(path);
    await folder.write('a.json', '1', 'absent');
    expect(await folder.remove('a.json', contentHash('2'))).toBe('changed');
    expect(await folder.remove('a.json', contentHash('1'))).toBe('removed');
    expect(await folder.remove('a.json', contentHash('1'))).toBe('removed');
    await mkdir(join(path, 'b.json'));
    await expect(folder.remove('b.json', contentHash('1'))).rejects.toMatchObject({
      kind: 'notAFile',
    });
    expect(await readdir(path)).toEqual(['b.json']);
  });
});

describe('watching', () => {
  it('tells what others did, a burst once, and nothing of our own', async () => {
    const path = await temporaryFolder();
    const folder = openDocumentFolder(path);
    await folder.write('ours.json', '1', 'absent');
    await folder.write('gone.json', '1', 'absent');
    await folder.write('removed by us.json', '1', 'absent');
    const { until, batches } = await watched(folder);

    await folder.write('ours.json', '2', contentHash('1'));
    await folder.remove('removed by us.json', contentHash('1'));
    for (let step = 1; step <= 5; step += 1) {
      await writeFile(join(path, 'theirs.json'), `step ${String(step)}`);
    }
    await writeFile(join(path, '.hidden.json'), 'x');
    await writeFile(join(path, 'other.txt'), 'x');
    await rm(join(path, 'gone.json'));
    await Promise.all([until('theirs.json'), until('gone.json')]);
    // Known to come last: whatever was to be told of the others has been told by then.
    await writeFile(join(path, 'end.json'), 'end');
    const told = await until('end.json');
    expect(told.map(nameOf).sort()).toEqual(['end.json', 'gone.json', 'theirs.json']);
    const theirs = told.find((change) => nameOf(change) === 'theirs.json');
    expect(theirs).toMatchObject({ kind: 'changed', read: { state: 'ok', text: 'step 5' } });
    expect(told.find((change) => nameOf(change) === 'gone.json')?.kind).toBe('removed');
    expect(batches.length).toBeLessThanOrEqual(3);
  });

  it('tells someone who wrote over ours, also in the same moment', async () => {
    const path = await temporaryFolder();
    const folder = openDocumentFolder(path);
    const { until } = await watched(folder);
    await folder.write('a.json', 'ours', 'absent');
    await writeFile(join(path, 'next'), 'their');
    await rename(join(path, 'next'), join(path, 'a.json'));
    const [change] = await until('a.json');
    expect(change).toMatchObject({ kind: 'changed', read: { text: 'their' } });
  });

  it('tells of a file that went away, also where a read saw it first', async () => {
    const path = await temporaryFolder();
    const folder = openDocumentFolder(path);
    await folder.write('a.json', 'ours', 'absent');
    const { until } = await watched(folder);
    await rm(join(path, 'a.json'));
    expect(await folder.read('a.json')).toMatchObject({ state: 'missing' });
    expect(await until('a.json')).toEqual([{ kind: 'removed', name: 'a.json' }]);
  });

  it('tells of a change that a read met first', async () => {
    const path = await temporaryFolder();
    const folder = openDocumentFolder(path);
    await folder.write('a.json', 'ours', 'absent');
    const { until } = await watched(folder);
    await writeFile(join(path, 'a.json'), 'theirs');
    const read = await folder.read('a.json');
    expect(await until('a.json')).toMatchObject([{ read: { text: 'theirs' } }]);
    if (read.state !== 'ok') throw new Error('not read');
    expect(folder.isCurrent(read)).toBe(true);
    await folder.write('a.json', 'ours again', contentHash('theirs'));
    expect(folder.isCurrent(read)).toBe(false);
  });

  it('has a latest moment: files that others never stop writing hold up nobody', async () => {
    const path = await temporaryFolder();
    const { until, stops } = await watched(
      openDocumentFolder(path, { settleMs: 60, latestMs: 90 }),
    );
    await writeFile(join(path, 'a.json'), 'at rest');
    let count = 0;
    // Faster than the folder settles, for as long as the test runs.
    const busy = setInterval(() => {
      count += 1;
      writeFileSync(join(path, 'busy.json'), 'x'.repeat(count));
      writeFileSync(join(path, `new ${String(count)}.json`), 'new');
    }, 10);
    onTestFinished(() => {
      clearInterval(busy);
    });
    expect((await until('a.json')).map(nameOf)).not.toContain('busy.json');
    // Also the one that is never at rest itself.
    await until('busy.json');
    expect(stops).toEqual([]);
  });

  it('takes no file for one at rest because its latest moment comes right after a look', async () => {
    const path = await temporaryFolder();
    // It is looked at after 30, 60 and 62 ms.
    const { until } = await watched(openDocumentFolder(path, { settleMs: 60, latestMs: 62 }));
    await writeFile(join(path, 'a.json'), 'at rest');
    let count = 0;
    const busy = setInterval(() => {
      count += 1;
      writeFileSync(join(path, 'busy.json'), 'x'.repeat(count));
    }, 10);
    onTestFinished(() => {
      clearInterval(busy);
    });
    expect((await until('a.json')).map(nameOf)).toEqual(['a.json']);
  });

  it('says nothing of a file that was only touched', async () => {
    const path = await temporaryFolder();
    const folder = openDocumentFolder(path);
    await folder.write('a.json', 'same', 'absent');
    const { until } = await watched(folder);
    await utimes(join(path, 'a.json'), new Date(), new Date());
    await writeFile(join(path, 'a.json'), 'same');
    await writeFile(join(path, 'end.json'), 'end');
    expect((await until('end.json')).map(nameOf)).toEqual(['end.json']);
  });

  it('finds by a rescan what happened while nobody watched', async () => {
    const path = await temporaryFolder();
    const folder = openDocumentFolder(path);
    for (const name of ['kept.json', 'changed.json', 'gone.json']) {
      await folder.write(name, '1', 'absent');
    }
    await writeFile(join(path, 'changed.json'), '2');
    await writeFile(join(path, 'new.json'), '3');
    await rm(join(path, 'gone.json'));
    const { watch, batches } = await watched(folder);
    const names = batches.flat().map(nameOf);
    expect(names.sort()).toEqual(['changed.json', 'gone.json', 'new.json']);
    await watch.rescan();
    expect(batches).toHaveLength(1);
  });

  it('tells a damaged file with its reason, and when it is whole again', async () => {
    const path = await temporaryFolder();
    const folder = openDocumentFolder(path);
    await folder.write('a.json', 'good', 'absent');
    const { until, batches, watch } = await watched(folder);
    await writeFile(join(path, 'a.json'), '');
    expect(await until('a.json')).toMatchObject([{ read: { damage: { reason: 'empty' } } }]);
    batches.length = 0;
    await writeFile(join(path, 'a.json'), 'good');
    await watch.rescan();
    expect(await until('a.json')).toMatchObject([{ read: { state: 'ok', text: 'good' } }]);
  });

  it('says when the folder went away, and finds it again', async () => {
    const parent = await temporaryFolder();
    const path = join(parent, 'library');
    await mkdir(path);
    const folder = openDocumentFolder(path);
    await folder.write('a.json', '1', 'absent');
    const { watch, stops, batches, until } = await watched(folder);
    await rename(path, join(parent, 'elsewhere'));
    await expect(watch.rescan()).rejects.toMatchObject({ kind: 'missing' });
    expect(stops).toMatchObject([{ kind: 'missing' }]);
    expect(batches).toEqual([]);

    await rename(join(parent, 'elsewhere'), path);
    await watch.rescan();
    expect(batches).toEqual([]);
    await writeFile(join(path, 'a.json'), 'theirs');
    expect(await until('a.json')).toHaveLength(1);
  });

  it('asks for a look less and less often until the folder is there, and not once it is closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const parent = await temporaryFolder();
    const [path, away] = [join(parent, 'library'), join(parent, 'elsewhere')];
    await mkdir(path);
    const rescanDue = vi.fn();
    const { watch } = await watched(openDocumentFolder(path, { retryMs: 1_000 }), rescanDue);
    await rename(path, away);
    for (const [pause, times] of [
      [1_000, 1],
      [2_000, 2],
      [4_000, 3],
    ] as const) {
      await expect(watch.rescan()).rejects.toMatchObject({ kind: 'missing' });
      vi.advanceTimersByTime(pause - 1);
      expect(rescanDue).toHaveBeenCalledTimes(times - 1);
      vi.advanceTimersByTime(1);
      expect(rescanDue).toHaveBeenCalledTimes(times);
    }
    await rename(away, path);
    await watch.rescan();
    vi.advanceTimersByTime(60_000);
    await rename(path, away);
    await expect(watch.rescan()).rejects.toMatchObject({ kind: 'missing' });
    watch.close();
    vi.advanceTimersByTime(60_000);
    expect(rescanDue).toHaveBeenCalledTimes(3);
  });

  it('watches the folder that lies there now, when it was exchanged for another', async () => {
    const parent = await temporaryFolder();
    const path = join(parent, 'library');
    await mkdir(path);
    await writeFile(join(path, 'a.json'), '1');
    const { watch, until } = await watched(openDocumentFolder(path));
    await mkdir(join(parent, 'new'));
    await writeFile(join(parent, 'new', 'b.json'), '2');
    await rename(path, join(parent, 'old'));
    await rename(join(parent, 'new'), path);
    await watch.rescan();
    expect((await until('b.json')).map(nameOf).sort()).toEqual(['a.json', 'b.json']);
    await writeFile(join(path, 'c.json'), '3');
    await until('c.json');
    // The move itself was an event too; by now only the new folder's own can tell.
    await writeFile(join(path, 'd.json'), '4');
    expect((await until('d.json')).map(nameOf).sort()).toEqual([
      'a.json',
      'b.json',
      'c.json',
      'd.json',
    ]);
  });
});
