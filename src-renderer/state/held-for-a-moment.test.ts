/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { readdir, rename, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LocalEntry } from '@shared/activity';
import { ProblemError } from '@shared/problem-error';
import {
  endLibrary,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../../src-main/library/testing/fixture-library';
import { installFakeMain } from '../testing/fake-main';
import { activity } from './activity.svelte';
import { OpenThemeState } from './open-theme.svelte';
import { ThemeVersionsState } from './theme-versions.svelte';

/**
 * The open theme's file is held for a moment, while a shared folder brings many themes, each of which the library tells
 * of. Once it is let go it is read within seconds, as it is when nothing else changed.
 */
describe('the open theme’s file, while many themes come', () => {
  let end: () => void = () => undefined;
  afterEach(() => {
    end();
    vi.useRealTimers();
  });

  it.each([
    ['the control: nothing else changed', 0],
    ['ten themes came within a second', 10],
  ])('%s', async (_, changes) => {
    vi.useFakeTimers();
    let isHeld = true;
    let isRead = false;
    const main = installFakeMain({
      library: {
        open: () => {
          const path = '/f/a.json';
          if (isHeld) throw new ProblemError({ code: 'storageFailed', path, detail: 'EBUSY' });
          isRead = true;
          return new Promise(() => undefined);
        },
      },
    });
    end = new OpenThemeState('a').start();
    await vi.advanceTimersByTimeAsync(0);
    for (let at = 1; at <= changes; at += 1) {
      main.emit('library.changed', { revision: at, upserted: [], removed: [] });
      await vi.advanceTimersByTimeAsync(100);
    }
    isHeld = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(isRead).toBe(true);
  });
});

/**
 * A virus scanner holds a theme's history in the moment in which the theme is opened in the studio. Foyer keeps
 * trying to read one of its own files (the guide): the list is there a moment later.
 */
describe('the history of the open theme', () => {
  it.each([
    ['the control: it can be read', false],
    ['it can be read a moment later', true],
  ])('%s', async (_when, isHeldAtFirst) => {
    let isHeld = isHeldAtFirst;
    installFakeMain({
      library: {
        versions: () => {
          const path = '/profile/history';
          if (isHeld) throw new ProblemError({ code: 'storageFailed', path, detail: 'EBUSY' });
          return { versions: [], unreadable: 0 };
        },
      },
    });
    const versions = new ThemeVersionsState(new OpenThemeState('a'));
    const end = versions.start();
    if (isHeldAtFirst) await expect.poll(() => versions.problem).not.toBeNull();
    isHeld = false;
    await expect.poll(() => versions.list, { timeout: 4_000 }).not.toBeNull();
    expect(versions.problem).toBeNull();
    end();
  });
});

/**
 * A virus scanner holds the file of one version (it holds files, not folders) in the moment in which the theme is opened in
 * the studio. Foyer keeps trying to read one of its own files (the guide): the version is in the list a moment later, and
 * isn't said for as long as the theme is open to be one that can't be read.
 */
describe('the file of one version', () => {
  /** The disk doesn't let a file be opened, nor says that there is none, until that ends. */
  async function hold(path: string): Promise<() => Promise<void>> {
    await rename(path, `${path}.aside`);
    await symlink(path, path);
    return async () => {
      await unlink(path);
      await rename(`${path}.aside`, path);
    };
  }

  it.each([
    ['the control: it can be read', false],
    ['it can be read a moment later', true],
  ])('%s', async (_when, isHeldAtFirst) => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    const { id } = document;
    const first = testLibrary(folders).library;
    await first.handlers.keepVersion({ id, name: 'Kept' });
    await endLibrary(first);
    // The next start.
    const { handlers } = testLibrary(folders).library;
    installFakeMain({ library: handlers });
    const history = join(folders.profile, 'history');
    const files = await readdir(history, { recursive: true });
    const file = files.find((name) => name.endsWith('.jsonl')) ?? '';
    const letGo = isHeldAtFirst ? await hold(join(history, file)) : undefined;
    const versions = new ThemeVersionsState(new OpenThemeState(id));
    onTestFinished(versions.start());
    await expect.poll(() => versions.list).not.toBeNull();
    if (isHeldAtFirst) expect(versions.list).toMatchObject({ versions: [], unreadable: 1 });
    await letGo?.();
    // The control: main has it by now.
    expect(await handlers.versions({ id })).toMatchObject({ versions: [{ name: 'Kept' }] });
    await expect
      .poll(() => versions.list, { timeout: 4_000 })
      .toMatchObject({ versions: [{ name: 'Kept' }], unreadable: 0 });
  });
});

/**
 * A scanner holds a file of the log, in which the newest entries are, while Activity takes its first page; a person goes
 * on to older ones. What is missing comes once the file is let go, or is said to be missing.
 */
describe('a file of the log', () => {
  afterEach(() => {
    activity.end();
    vi.useRealTimers();
  });

  const entry = (sequence: number): LocalEntry => ({
    ...{ id: `here-${String(sequence)}`, sequence, at: '2026-01-02T03:04:05.000Z' },
    ...{ kind: 'themesImported', count: 1, touched: [{ id: 'harbour', name: 'Harbour' }] },
  });

  it.each([
    ['the control: no older page is taken', false, false],
    ['an older page is taken once it was let go', true, false],
    ['an older page is taken while it is held', true, true],
  ])('%s', async (_when, isOlderTaken, isStillHeld) => {
    vi.useFakeTimers();
    let isHeld = true;
    // Main reads the whole log for each page.
    installFakeMain({
      activity: {
        list: ({ before = Infinity, limit }) => {
          const all = Array.from({ length: 250 }, (_, at) => entry(250 - at));
          const older = all.filter(
            ({ sequence }) => sequence < before && !(isHeld && sequence > 240),
          );
          const page = { entries: older.slice(0, limit), hasMore: older.length > limit };
          return isHeld ? { ...page, unread: ['held.json'] } : page;
        },
      },
    });
    await activity.start();
    expect(activity.unread).toEqual(['held.json']);
    isHeld = isStillHeld;
    if (isOlderTaken) await activity.loadMore();
    isHeld = false;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(activity.unread).toEqual([]);
    expect(activity.entries.map(({ sequence }) => sequence)).toContain(245);
  });
});
