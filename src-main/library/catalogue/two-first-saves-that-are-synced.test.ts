/**
 * Two computers keep the library the same by a sync program. A theme is published on both for the first time before either
 * has what the other wrote: the service has a template of each. The program lets the file stay that it got first, and puts
 * the other beside it as a conflicted copy; files have the times at which they were written. Each template keeps a theme.
 */
import { copyFile, mkdir, rename, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  restarted,
  temporaryLibraryFolders,
  testLibrary,
  themeFiles,
  themesOnDisk,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);

const minuteMs = 60_000;

async function withItsTime(from: string, to: string, laterMs = 0): Promise<void> {
  await copyFile(from, `${to}.tmp`);
  const { mtimeMs } = await stat(from);
  const written = new Date(mtimeMs + laterMs);
  await utimes(`${to}.tmp`, written, written);
  await rename(`${to}.tmp`, to);
}

/** Two computers with one theme, which both have published; what the first wrote is so much later than the other's. */
async function publishedOnBoth(laterMs: number, how: 'open' | 'closed') {
  const { library: one, folders: here, id } = await libraryOfOne();
  const there = await temporaryLibraryFolders();
  await mkdir(there.themes, { recursive: true });
  const [ours, theirs] = [join(there.themes, 'a.json'), join(here.themes, 'a.json')];
  await withItsTime(theirs, ours);
  const published = testLibrary(there).library;
  const now = Date.now();
  const publish = async (library: typeof one, templateId: string, later: number) => {
    const at = new Date(now + later).toISOString();
    await library.setPublication(id, key, { templateId, at, attempt: templateId }, [null]);
  };
  await publish(one, 't-one', laterMs);
  await publish(published, 't-two', 0);
  if (how === 'closed') await endLibrary(published);
  const two = how === 'closed' ? testLibrary(there).library : published;
  await two.start();
  const arrives = () => withItsTime(theirs, ours, laterMs);
  const templates = async (): Promise<string[]> =>
    (await themesOnDisk(there))
      .flatMap(({ publications }) => publications[key]?.templateId ?? [])
      .sort();
  return { two, there, ours, arrives, templates, id };
}

describe.each(['open', 'closed'] as const)('where the theme is %s', (how) => {
  it.each([
    ['first', -minuteMs],
    ['last', minuteMs],
  ])('neither template is lost, where the file stays that was written %s', async (_which, by) => {
    const { two, there, ours, arrives, templates } = await publishedOnBoth(by, how);
    // What the first computer wrote was sent first.
    const beside = "a (second computer's conflicted copy 2026-11-27).json";
    await rename(ours, join(there.themes, beside));
    await arrives();
    await two.rescan();
    await vi.waitFor(async () => expect(await templates()).toEqual(['t-one', 't-two']));
    expect(await themeFiles(there)).toHaveLength(2);
  });

  it('ours is kept beside theirs, which was written first, where the program keeps none', async () => {
    const { two, there, arrives, templates, id } = await publishedOnBoth(-minuteMs, how);
    await arrives();
    await two.rescan();
    expect(await templates()).toEqual(['t-one', 't-two']);
    expect((await two.saved(id)).publications).toMatchObject({ [key]: { templateId: 't-one' } });
    const copy = (await themesOnDisk(there)).find((each) => each.id !== id);
    expect(copy).toMatchObject({ conflictOf: { id }, tags: ['blue'] });
    const next = await restarted(there, two);
    expect((await next.handlers.list(undefined)).themes).toHaveLength(2);
  });

  it('goes on with the template that a person linked it to, under an older file', async () => {
    const { two, there, arrives, id } = await publishedOnBoth(-minuteMs, how);
    await arrives();
    await two.rescan();
    const link = { templateId: 't-new', at: new Date().toISOString() };
    await two.setPublication(id, key, link);
    await arrives();
    await two.rescan();
    expect((await two.saved(id)).publications).toEqual({ [key]: link });
    expect(await themeFiles(there)).toHaveLength(2);
  });
});

it('ours is kept beside theirs once the disk has room for it', async () => {
  const { two, ours, arrives, templates } = await publishedOnBoth(-minuteMs, 'closed');
  const disk = failing('ENOSPC', 'writeTo', (path) => dirname(path) === dirname(ours));
  await arrives();
  await two.rescan();
  expect(await templates()).toEqual(['t-one']);
  disk.heal();
  await two.handlers.list(undefined);
  await two.rescan();
  await vi.waitFor(async () => expect(await templates()).toEqual(['t-one', 't-two']));
});
