/**
 * Two computers keep the library the same by a sync program. A theme is published on both for the first time before either
 * has what the other wrote: the service has a template of each. The program lets the file stay that it got first, and puts
 * the other beside it as a conflicted copy; files have the times at which they were written. Each template keeps a theme.
 */
import { copyFile, mkdir, rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import {
  libraryOfOne,
  northwind,
  temporaryLibraryFolders,
  testLibrary,
  themesOnDisk,
} from '../testing/fixture-library';

const key = publicationKey(northwind);

async function withItsTime(from: string, to: string): Promise<void> {
  await copyFile(from, `${to}.tmp`);
  const { mtime } = await stat(from);
  await utimes(`${to}.tmp`, mtime, mtime);
  await rename(`${to}.tmp`, to);
}

it('neither template is lost, where the file stays that was written last', async () => {
  const { library: one, folders: here, id } = await libraryOfOne();
  const there = await temporaryLibraryFolders();
  await mkdir(there.themes, { recursive: true });
  await withItsTime(join(here.themes, 'a.json'), join(there.themes, 'a.json'));
  const two = testLibrary(there).library;
  await one.start();
  await two.start();
  const publish = (library: typeof one, templateId: string): Promise<void> => {
    const at = new Date().toISOString();
    return library.setPublication(id, key, { templateId, at, attempt: templateId }, [null]);
  };
  await publish(two, 't-two');
  await publish(one, 't-one');
  // What the first computer wrote was sent first.
  const beside = "a (second computer's conflicted copy 2026-11-27).json";
  await rename(join(there.themes, 'a.json'), join(there.themes, beside));
  await withItsTime(join(here.themes, 'a.json'), join(there.themes, 'a.json'));
  await two.rescan();
  const templates = async (): Promise<string[]> =>
    (await themesOnDisk(there))
      .flatMap(({ publications }) => publications[key]?.templateId ?? [])
      .sort();
  await vi.waitFor(async () => expect(await templates()).toEqual(['t-one', 't-two']));
});
