/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import {
  libraryOfOne,
  putTheme,
  themesOnDisk,
} from '../../../src-main/library/testing/fixture-library';
import { renameTheme, saveTags } from '../../features/themes/theme-actions';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import { canUndoLatest, undoLatestToast } from '../../ui/toast';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});
afterEach(() => library.end());

/**
 * A colleague has renamed a theme in the shared folder, which nobody here was told yet, and a person renames it here.
 * Ctrl Z takes back what the person did, and not what the colleague did before.
 */
describe('a name, where a colleague has renamed the theme', () => {
  /** What the theme is called in its file once it was renamed and that was taken back. */
  async function afterUndo(isRenamedByOthers: boolean): Promise<string> {
    const { folders, library: room, document, id } = await libraryOfOne({ name: 'Harbour' });
    const main = installFakeMain({ library: room.handlers });
    room.onChange((change) => main.emit('library.changed', change));
    await library.start();
    render(Toasts);
    if (isRenamedByOthers) await putTheme(folders, 'a.json', { ...document, name: 'Quay' });
    await renameTheme({ id, name: 'Harbour' }, 'Pier');
    const onDisk = async (): Promise<string> => (await themesOnDisk(folders))[0]?.name ?? '';
    expect(await onDisk()).toBe('Pier');
    await vi.waitFor(() => expect(library.themes[0]?.name).toBe('Pier'));
    expect(undoLatestToast()).toBe(true);
    await vi.waitFor(async () => expect(await onDisk()).not.toBe('Pier'));
    return onDisk();
  }

  it('the control: nobody else has renamed it', async () => {
    expect(await afterUndo(false)).toBe('Harbour');
  });

  it('a colleague has, a moment before', async () => {
    expect(await afterUndo(true)).toBe('Quay');
  });
});

/**
 * A colleague gave the theme the very name that a person gives it a moment later, before anybody here was told. The person's
 * action changed nothing, so Ctrl Z is about what they did before.
 */
describe('a name that the theme had already', () => {
  it('Ctrl Z that takes nothing back doesn’t use up a step in silence', async () => {
    const { folders, library: room, document, id } = await libraryOfOne({ name: 'Harbour' });
    const main = installFakeMain({ library: room.handlers });
    room.onChange((change) => main.emit('library.changed', change));
    await library.start();
    const { container } = render(Toasts);
    await saveTags([{ id, before: [...document.tags], after: ['spring'] }]);
    const [tagged] = await themesOnDisk(folders);
    await putTheme(folders, 'a.json', { ...document, ...tagged, name: 'Pier' });
    await renameTheme({ id, name: 'Harbour' }, 'Pier');
    await vi.waitFor(() => expect(library.themes[0]?.name).toBe('Pier'));
    const before = JSON.stringify(
      (await themesOnDisk(folders)).map(({ name, tags }) => [name, tags]),
    );
    expect(undoLatestToast()).toBe(true);
    await vi.waitFor(async () => {
      const now = JSON.stringify(
        (await themesOnDisk(folders)).map(({ name, tags }) => [name, tags]),
      );
      const isSaid = /changed|nothing/iu.test(container.ownerDocument.body.textContent ?? '');
      expect(now !== before || isSaid).toBe(true);
    });
  });
});

/**
 * A theme's file was made by hand, or by another program: its name is longer than one that can be entered, or there is
 * none. A person gives it another name, and takes that back by Ctrl Z, and then what they did before.
 */
describe('a name in the place of one that no field takes', () => {
  beforeEach(() => {
    for (let left = 20; left > 0 && undoLatestToast(); left -= 1);
  });

  const shown = () => ({ name: library.themes[0]?.name, tags: library.themes[0]?.tags });

  it.each([
    ['the control: a usual name', 'Harbour'],
    ['a longer name than can be entered', 'Harbour '.repeat(30).trim()],
    ['no name', ''],
  ])('%s', async (_which, name) => {
    const { library: room, id, document } = await libraryOfOne({ name });
    const main = installFakeMain({ library: room.handlers });
    room.onChange((change) => main.emit('library.changed', change));
    await library.start();
    const before = [...document.tags];
    await saveTags([{ id, before, after: ['spring'] }]);
    await renameTheme({ id, name }, 'Pier');
    await vi.waitFor(() => expect(shown()).toEqual({ name: 'Pier', tags: ['spring'] }));

    expect(canUndoLatest()).toBe(true);
    undoLatestToast();
    await vi.waitFor(() => expect(shown()).toEqual({ name, tags: ['spring'] }));
    undoLatestToast();
    await vi.waitFor(() => expect(shown()).toEqual({ name, tags: before }));
  });
});

/**
 * A colleague has tagged a theme in the shared folder, which nobody here was told yet: main keeps that tag beside those
 * that a person gives now. Ctrl Z takes back what the person gave, and leaves the colleague's: nothing was changed since.
 */
describe('tags beside those that a colleague gave', () => {
  /** The tags in the file after `spring` was put on and that was taken back. */
  async function afterUndo(isTaggedByOthers: boolean): Promise<string[]> {
    const { folders, library: room, document, id } = await libraryOfOne({ tags: ['blue'] });
    const main = installFakeMain({ library: room.handlers });
    room.onChange((change) => main.emit('library.changed', change));
    await library.start();
    render(Toasts);
    if (isTaggedByOthers) {
      await putTheme(folders, 'a.json', { ...document, tags: ['blue', 'client'] });
    }
    await saveTags([{ id, before: ['blue'], after: ['blue', 'spring'] }]);
    const onDisk = async (): Promise<string[]> => {
      const found = (await themesOnDisk(folders)).find((theme) => theme.id === id);
      return [...(found?.tags ?? [])].sort();
    };
    expect(await onDisk()).toContain('spring');
    await vi.waitFor(() => expect(library.themes[0]?.tags).toContain('spring'));
    expect(undoLatestToast()).toBe(true);
    await Promise.race([
      vi.waitFor(async () => expect(await onDisk()).not.toContain('spring')).catch(() => undefined),
      screen.findByText(/changed/iu).catch(() => undefined),
    ]);
    return onDisk();
  }

  it('the control: nobody else has tagged it', async () => {
    expect(await afterUndo(false)).toEqual(['blue']);
  });

  it('a colleague has, a moment before', async () => {
    expect(await afterUndo(true)).toEqual(['blue', 'client']);
  });
});

/**
 * A person tags and renames themes, and chooses a copy of the library (a backup of the folder, a client's copy), whose
 * themes have the same ids. Undo waits for the library in which it was done, as that of a deletion does.
 */
describe('in a copy of the library', () => {
  it.each([
    ['tags', () => saveTags([{ id: 'a', before: ['Old'], after: ['New'] }])],
    ['a name', () => renameTheme({ id: 'a', name: 'Aster' }, 'Aster, spring')],
  ])('of %s changes nothing in the copy', async (_what, act) => {
    let revision = 1;
    let folder = '/one';
    const folders: Record<string, ThemeSummary[]> = {
      '/one': [sampleSummary('Aster', { id: 'a', tags: ['Old'] })],
    };
    const put = (now: ThemeSummary[]): undefined => {
      folders[folder] = now;
      revision += 1;
      main.emit('library.changed', { revision, upserted: now, removed: [] });
    };
    const here = () => folders[folder] ?? [];
    const main = installFakeMain({
      library: {
        list: () => ({
          revision,
          themes: here(),
          unreadable: [],
          ids: [folder === '/one' ? 1 : 2],
          folder,
          folderProblem: null,
        }),
        rename: ({ id, name }) => {
          const replaced = here().find((one) => one.id === id)?.name ?? '';
          put(here().map((one) => (one.id === id ? { ...one, name } : one)));
          return { replaced };
        },
        setTagsOfMany: ({ themes }) => {
          put(
            here().map((one) => {
              const tags = themes.find(({ id }) => id === one.id)?.tags;
              return tags ? { ...one, tags } : one;
            }),
          );
          return { ids: themes.map(({ id }) => id), problem: null };
        },
      },
    });
    await library.start();
    await act();
    expect(here()).not.toMatchObject([{ name: 'Aster', tags: ['Old'] }]);
    // Copied by hand, and chosen.
    folders['/two'] = [...here()];
    const copied = [...folders['/two']];
    folder = '/two';
    revision += 2;
    main.emit('library.changed', { revision, upserted: [], removed: [] });
    await vi.waitFor(() => expect(library.folder).toBe('/two'));
    render(Toasts);
    undoLatestToast();
    await screen.findByText(/another library/u);
    expect(folders['/two']).toEqual(copied);
    // And is done in its own once that is chosen again.
    folder = '/one';
    revision += 2;
    main.emit('library.changed', { revision, upserted: [], removed: [] });
    await vi.waitFor(() => expect(library.folder).toBe('/one'));
    expect(undoLatestToast()).toBe(true);
    await vi.waitFor(() =>
      expect(folders['/one']).toMatchObject([{ name: 'Aster', tags: ['Old'] }]),
    );
    expect(folders['/two']).toEqual(copied);
  });
});
