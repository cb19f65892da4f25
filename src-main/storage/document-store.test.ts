import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { openDocument } from './document';
import { openDocumentStore, saveUnsavedDocuments, type DocumentStore } from './document-store';
import { onDocumentTrouble, type DocumentTrouble } from './document-trouble';
import { temporaryFolder } from '../testing/temporary-folder';
import { illDisk } from './trial-ill-disk';

const schema = z.looseObject({ list: z.array(z.number().int()) });
type Sample = z.infer<typeof schema>;
const keep = { ifRefused: 'keep' } as const;
const undo = { ifRefused: 'undo' } as const;
const add =
  (number: number) =>
  (current: Sample): Sample => ({ ...current, list: [...current.list, number] });

async function sample(folder?: string) {
  const path = join(folder ?? (await temporaryFolder()), 'sample.json');
  const open = async (onRead: () => void = () => undefined): Promise<DocumentStore<Sample>> => {
    const initial = () => ({ list: [] });
    const document = openDocument<Sample>(path, { format: 1, schema, initial, keepPrevious: true });
    const store = await openDocumentStore(document, { onRead });
    onTestFinished(() => store.close());
    return store;
  };
  const onDisk = async () => (JSON.parse(await readFile(path, 'utf8')) as Sample).list;
  return { path, open, onDisk };
}

/** A folder where the document should be: no write gets through until it is taken away. */
async function refuse(path: string): Promise<() => Promise<void>> {
  await rm(path, { force: true });
  await mkdir(path);
  return () => rm(path, { recursive: true });
}

describe('a document store', () => {
  it('has a change in memory at once, and on the disk when it resolves', async () => {
    const { open, onDisk } = await sample();
    const store = await open();
    const stored = store.change(add(1), keep);
    expect(store.get().list).toEqual([1]);
    expect(store.getStored().list).toEqual([]);
    await stored;
    expect(store.getStored().list).toEqual([1]);
    expect(await onDisk()).toEqual([1]);
  });

  it('brings what the disk refused to it with the next change', async () => {
    const { open, onDisk, path } = await sample();
    const store = await open();
    const allow = await refuse(path);
    await expect(store.change(add(1), keep)).rejects.toMatchObject({ name: 'StorageError' });
    expect(store.get().list).toEqual([1]);
    expect(store.getStored().list).toEqual([]);
    await allow();
    await store.change(add(2), keep);
    expect(await onDisk()).toEqual([1, 2]);
  });

  it('writes what the disk refused by itself, as soon as the disk lets it be', async () => {
    const { open, onDisk, path } = await sample();
    const store = await open();
    const allow = await refuse(path);
    await expect(store.change(add(1), keep)).rejects.toMatchObject({ name: 'StorageError' });
    await allow();
    await vi.waitFor(async () => expect(await onDisk()).toEqual([1]), 3_000);
  });

  it('writes what the disk refused at its end, if not before', async () => {
    const { open, onDisk, path } = await sample();
    const store = await open();
    const allow = await refuse(path);
    await expect(store.change(add(1), keep)).rejects.toMatchObject({ name: 'StorageError' });
    await allow();
    await store.close();
    expect(await onDisk()).toEqual([1]);
  });

  it('is among those that a quit would lose something of, until the disk takes what it refused', async () => {
    const { open, onDisk, path } = await sample();
    const store = await open();
    const allow = await refuse(path);
    await expect(store.change(add(1), undo)).rejects.toMatchObject({ name: 'StorageError' });
    expect(await saveUnsavedDocuments()).toEqual([]);
    await expect(store.change(add(2), keep)).rejects.toMatchObject({ name: 'StorageError' });
    expect(await saveUnsavedDocuments()).toMatchObject([{ path, problem: {} }]);
    await allow();
    expect(await saveUnsavedDocuments()).toEqual([]);
    expect(await onDisk()).toEqual([2]);
  });

  it('writes what may rest in one, when it has rested, at its end, or before Foyer quits', async () => {
    const { open, onDisk } = await sample();
    const store = await open();
    const rests = { ifRefused: 'keep', mayRest: true } as const;
    const changes = [store.change(add(1), rests), store.change(add(2), rests)];
    expect(store.get().list).toEqual([1, 2]);
    await expect(onDisk()).rejects.toThrow();
    await Promise.all(changes);
    expect(await onDisk()).toEqual([1, 2]);
    const third = store.change(add(3), rests);
    expect(await saveUnsavedDocuments()).toEqual([]);
    expect(await onDisk()).toEqual([1, 2, 3]);
    const fourth = store.change(add(4), rests);
    await store.close();
    expect(await onDisk()).toEqual([1, 2, 3, 4]);
    await Promise.all([third, fourth]);
  });

  it('writes before Foyer quits what rests since another change took the earlier ones along', async () => {
    const { open, onDisk } = await sample();
    const store = await open();
    const rests = { ifRefused: 'keep', mayRest: true } as const;
    const first = store.change(add(1), rests);
    await store.change(add(2), keep);
    const third = store.change(add(3), rests);
    expect(await saveUnsavedDocuments()).toEqual([]);
    expect(await onDisk()).toEqual([1, 2, 3]);
    await Promise.all([first, third]);
  });

  it('takes back what the disk refused, and keeps what was changed meanwhile', async () => {
    const { open, path } = await sample();
    const store = await open();
    await refuse(path);
    const first = store.change(add(1), undo);
    const second = store.change(add(2), keep);
    await expect(first).rejects.toMatchObject({ name: 'StorageError' });
    await expect(second).rejects.toMatchObject({ name: 'StorageError' });
    expect(store.get().list).toEqual([2]);
  });

  it('throws what a change throws, and changes nothing', async () => {
    const { open, onDisk } = await sample();
    const store = await open();
    await store.change(add(1), keep);
    const change = () =>
      store.change(() => {
        throw new RangeError('no room');
      }, keep);
    expect(change).toThrow(RangeError);
    expect(store.get().list).toEqual([1]);
    // What could not be read again is no change either, and does not stand in the way of the next.
    await expect(store.change(add(0.5), keep)).rejects.toThrow(TypeError);
    await store.change(add(2), keep);
    expect(await onDisk()).toEqual([1, 2]);
  });

  it('writes changes that arrive together once', async () => {
    const { open, onDisk } = await sample();
    const store = await open();
    await Promise.all(Array.from({ length: 20 }, (_, index) => store.change(add(index), keep)));
    expect(await onDisk()).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('adds to what another program wrote', async () => {
    const { open, path } = await sample();
    const store = await open();
    await store.change(add(1), keep);
    await writeFile(path, '{"format": 1, "list": [7]}');
    await store.change(add(2), keep);
    expect(store.get().list).toEqual([7, 2]);
  });

  it('tells that it can’t be read, and is there without being asked again when it can', async () => {
    const { open, onDisk, path } = await sample();
    await (await open()).change(add(1), keep);
    const told: DocumentTrouble[] = [];
    onTestFinished(onDocumentTrouble((trouble) => told.push(trouble)));
    const disk = illDisk((read) => read === path, 'EBUSY', 'open');
    const onRead = vi.fn();
    const store = await open(onRead);
    expect(store.isRead).toBe(false);
    expect(told).toMatchObject([{ kind: 'notRead', path }]);
    expect(() => store.change(add(2), keep)).toThrow(
      expect.objectContaining({ problem: { code: 'storageNotRead', files: ['sample.json'] } }),
    );
    expect(onRead).not.toHaveBeenCalled();
    disk.heal();
    await vi.waitFor(() => expect(onRead).toHaveBeenCalledOnce(), { timeout: 10_000 });
    expect(store.get().list).toEqual([1]);
    await store.change(add(2), keep);
    expect(await onDisk()).toEqual([1, 2]);
  });

  it('waits out what holds a file for a blink, and tells nothing', async () => {
    const { open, path } = await sample();
    await (await open()).change(add(1), keep);
    const told: DocumentTrouble[] = [];
    onTestFinished(onDocumentTrouble((trouble) => told.push(trouble)));
    let looks = 0;
    illDisk((read) => read === path && ++looks <= 2, 'EBUSY', 'open');
    expect((await open()).get().list).toEqual([1]);
    expect(told).toEqual([]);
  });
});
