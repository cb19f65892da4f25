/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import type { ImportReport, RestoreReport } from '@shared/transfer';
import { libraryOfOne } from '../../src-main/library/testing/fixture-library';
import { decideConflict } from '../features/themes/conflict-decision';
import { deleteThemes, renameTheme, renameThemeLater } from '../features/themes/theme-actions';
import TransferHost from '../features/transfer/TransferHost.svelte';
import Bin from '../screens/bin/Bin.svelte';
import { installFakeMain } from '../testing/fake-main';
import { forgetSteps } from '../testing/forgotten-steps';
import { sampleSummary } from '../testing/sample-summaries';
import Toasts from '../ui/Toasts.svelte';
import { layers } from '../ui/layers';
import { latestUndo, undoLatestToast } from '../ui/toast';
import { backup } from './backup.svelte';
import { leftTheBin } from './library-undo';
import { library } from './library.svelte';
import { OpenThemeState } from './open-theme.svelte';
import { openedFiles } from './opened-files.svelte';
import { outbox } from './outbox.svelte';
import { transfer } from './transfer.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(async () => {
  await forgetSteps();
  transfer.dismiss();
});
afterEach(() => library.end());

/** Ctrl Z at names that wait, at decisions in progress, and in libraries whose folder was used again. */
describe('names that wait, decisions in progress, and libraries whose folder was used again', () => {
  async function world() {
    let revision = 1;
    const state = { folder: '/one', id: 1 };
    const shown: Record<string, ThemeSummary[]> = {
      '/one': [sampleSummary('Aster', { id: 'a' }), sampleSummary('Birch', { id: 'b' })],
    };
    const renamed: string[] = [];
    let decide: (() => void) | undefined;
    let restored = 0;
    const here = () => shown[state.folder] ?? [];
    const tell = (removed: string[] = []) => {
      revision += 1;
      main.emit('library.changed', { revision, upserted: here(), removed });
    };
    const main = installFakeMain({
      library: {
        list: () => ({
          ...{ revision, themes: here(), unreadable: [], ids: [state.id] },
          ...{ folder: state.folder, folderProblem: null },
        }),
        ofLibrary: ({ ids }: { ids: string[] }) => ({ ids }),
        rename: ({ id, name }: { id: string; name: string }) => {
          renamed.push(`${state.folder} ${id} ${name}`);
          const replaced = here().find((one) => one.id === id)?.name ?? '';
          shown[state.folder] = here().map((one) => (one.id === id ? { ...one, name } : one));
          tell();
          return { replaced };
        },
        renameLater: ({ id, name }: { id: string; name: string }) =>
          void renamed.push(`later ${id} ${name}`),
        resolveConflict: async () => {
          await new Promise<void>((done) => (decide = done));
          return { entries: ['e'] };
        },
        restore: () =>
          (restored += 1) && {
            ids: [],
            entries: ['e'],
            alreadyHere: 0,
            unlinked: 0,
            problem: null,
          },
      } as never,
    });
    await library.start();
    const use = async (folder: string, id: number) => {
      shown[folder] ??= [...here()];
      Object.assign(state, { folder, id });
      revision += 2;
      tell();
      await vi.waitFor(() => expect(library.folder).toBe(folder));
    };
    return {
      ...{ renamed, shown, tell, use, decide: () => decide?.() },
      ...{ isBegun: () => decide !== undefined, restored: () => restored },
    };
  }

  it('Ctrl Z after a name that waits was given does not take back what was done before it', async () => {
    const { renamed, shown, tell } = await world();
    await renameTheme({ id: 'a', name: 'Aster' }, 'Aster 2');
    const before = shown['/one'] ?? [];
    shown['/one'] = before.filter(({ id }) => id !== 'b');
    tell(['b']);
    await renameThemeLater({ id: 'b', name: 'Birch' }, 'Birch 2');
    shown['/one'] = before.map((one) => (one.id === 'b' ? { ...one, name: 'Birch 2' } : one));
    tell();
    await vi.waitFor(() => expect(library.themes).toHaveLength(2));
    undoLatestToast();
    await vi.waitFor(() => expect(renamed).toContain('/one b Birch'));
    expect(renamed).not.toContain('/one a Aster');
  });

  it('Ctrl Z while a conflict is being decided does not take back what was done before it', async () => {
    const { renamed, decide, isBegun, restored } = await world();
    await renameTheme({ id: 'a', name: 'Aster' }, 'Aster 2');
    const deciding = decideConflict({ id: 'b' }, 'other', { id: 'a' });
    undoLatestToast();
    await vi.waitFor(() => expect(isBegun()).toBe(true));
    decide();
    await deciding;
    await vi.waitFor(() => expect(restored()).toBe(1));
    expect(renamed).not.toContain('/one a Aster');
  });

  it('Ctrl Z of what was done in a library that moved changes no other in its old folder', async () => {
    const { renamed, use } = await world();
    await renameTheme({ id: 'a', name: 'Aster' }, 'Aster 2');
    await use('/two', 1);
    await use('/one', 2);
    render(Toasts);
    undoLatestToast();
    await screen.findByText(/done in another library/u);
    expect(renamed).not.toContain('/one a Aster');
  });

  it('Ctrl Z of what was done in that other one changes nothing in the one that moved', async () => {
    const { renamed, shown, use } = await world();
    await use('/two', 1);
    // The theme has the same name in both.
    shown['/two'] = [sampleSummary('Aster 2', { id: 'a' })];
    await use('/one', 2);
    await renameTheme({ id: 'a', name: 'Aster' }, 'Aster 2');
    await use('/two', 1);
    renamed.length = 0;
    render(Toasts);
    undoLatestToast();
    await screen.findByText(/done in another library/u);
    expect(renamed).toEqual([]);
  });

  it('an older name that was refused is not given after a newer one', async () => {
    const given: string[] = [];
    let refuse: (error: unknown) => void = () => undefined;
    let isAsked = false;
    installFakeMain({
      library: {
        open: () => Promise.reject(new ProblemError({ code: 'notFound', what: 'theme' })),
        rename: ({ name }: { name: string }) => {
          if (name === 'Older') {
            return new Promise((_, no) => {
              refuse = no;
              isAsked = true;
            });
          }
          given.push(name);
          return { replaced: 'Aster' };
        },
        renameLater: ({ name }: { name: string }) => void given.push(name),
      } as never,
    });
    const open = new OpenThemeState('a');
    const older = open.rename('Older');
    await vi.waitFor(() => expect(isAsked).toBe(true));
    await open.rename('Newer');
    refuse(new ProblemError({ code: 'notFound', what: 'theme' }));
    await older;
    expect(given.at(-1)).toBe('Newer');
  });
});

/**
 * A person names a theme, renames the library's folder in the file manager, and chooses it under its new name: it is the
 * same library, as main knows, and there is no other to switch back to. `Ctrl Z` takes the name back.
 */
describe('after the library’s folder was renamed', () => {
  /** A window on a library with one theme, Harbour. */
  async function world() {
    const {
      folders,
      library: room,
      id,
    } = await libraryOfOne({ name: 'Harbour' }, { mayUse: () => true });
    const main = installFakeMain({ library: room.handlers });
    room.onChange((change) => main.emit('library.changed', change));
    await library.start();
    const name = (): string | undefined => library.themes.find((each) => each.id === id)?.name;
    const nameIt = async (): Promise<void> => {
      await renameTheme({ id, name: 'Harbour' }, 'Quay');
      await vi.waitFor(() => expect(name()).toBe('Quay'));
    };
    const use = async (folder: string, shown: string): Promise<void> => {
      await room.handlers.useFolder({ folder, move: false });
      await vi.waitFor(() => expect([library.folder, name()]).toEqual([folder, shown]));
    };
    return {
      room,
      place: folders.themes,
      renamed: join(folders.root, 'renamed'),
      name,
      nameIt,
      use,
    };
  }

  it.each([
    ['the control: its folder has the name that it had', false],
    ['its folder was renamed', true],
  ])('%s', async (_name, isRenamed) => {
    const { room, place, renamed, name, nameIt, use } = await world();
    await nameIt();
    if (isRenamed) {
      const known = room.assertSame();
      await rename(place, renamed);
      await room.rescan();
      await use(renamed, 'Quay');
      // Main takes it for the same one.
      known();
    }
    undoLatestToast();
    await vi.waitFor(() => expect(name()).toBe('Harbour'), { timeout: 3_000 });
  });

  it('what was done in a copy that was found in its place waits for the copy', async () => {
    const { room, place, renamed, name, nameIt, use } = await world();
    await rename(place, renamed);
    await cp(renamed, place, { recursive: true });
    const before = library.id;
    await room.rescan();
    await vi.waitFor(() => expect(library.id).not.toBe(before));
    await nameIt();
    await use(renamed, 'Harbour');
    undoLatestToast();
    await use(place, 'Quay');
    undoLatestToast();
    await vi.waitFor(() => expect(name()).toBe('Harbour'), { timeout: 3_000 });
  });
});

/**
 * A deletion of two themes is taken back, and the disk lets only one of them out of the bin. What is left of it is
 * offered to be taken back, until the bin is emptied: like all of it.
 */
describe('the rest of a deletion', () => {
  it.each<[string, readonly string[]]>([
    ['the control: nothing of it was taken back', []],
    ['a part of it was', ['a']],
  ])('is not offered once the bin was emptied: %s', async (_name, comeBack) => {
    let restores = 0;
    installFakeMain({
      library: {
        list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }),
        remove: ({ ids }) => ({ ids, entries: ids.map((id) => `${id}-1`), problem: null }),
        restore: () => {
          restores += 1;
          return {
            ...{ ids: [...comeBack], entries: comeBack.map((id) => `${id}-1`) },
            ...{ alreadyHere: 0, unlinked: 0 },
            problem: { code: 'storageFull', path: '/f/b.json' },
          };
        },
      },
    });
    await library.start();
    await deleteThemes([
      { id: 'a', name: 'Aster' },
      { id: 'b', name: 'Birch' },
    ]);
    expect(latestUndo()).toBe('2 themes deleted');
    if (comeBack.length > 0) {
      undoLatestToast();
      await vi.waitFor(() => expect(restores).toBe(1));
      await vi.waitFor(() => expect(latestUndo()).toBeDefined());
    }
    leftTheBin(['a-1', 'b-1'].filter((entry) => !comeBack.some((id) => entry === `${id}-1`)));
    expect(restores).toBe(comeBack.length > 0 ? 1 : 0);
    expect(latestUndo()).toBeUndefined();
  });
});

/**
 * Many themes are restored from the bin or from a backup, or imported, one after the other: the first is in the library,
 * and a person goes on with it while the rest are coming. What takes all of it back leaves that one where it is.
 */
describe('themes that are restored or imported, one of which was changed meanwhile', () => {
  const [one, two] = [sampleSummary('One'), sampleSummary('Two')];
  const both = [one, two];
  const imported: ImportReport = {
    imported: both.map(({ id, name }) => ({
      ...{ id, name, leftOut: [], moreLeftOut: 0 },
      kind: 'theme',
      ...{ defaulted: [], picturesWait: false, neverLoad: [] },
    })),
    ...{ failed: [], notDone: 0, isStopped: false },
  };
  const restored: RestoreReport = {
    exportedAt: '2026-11-20T10:00:00.000Z',
    themes: both.map(({ id, name }) => ({ id, name, outcome: 'added', leftLink: null })),
    ...{ added: 2, same: 0, keptBoth: 0, replaced: 0, notDone: 0, isStopped: false },
    ...{ failed: [], parts: {}, partsNotDone: [], unknownParts: [] },
  };
  const inBin = ({ id, name }: ThemeSummary) => ({
    ...{ entry: id, id, name, tags: [], theme: newTheme(), file: `${id}.json`, folder: '/f' },
    ...{ removedAt: '2026-11-20T10:00:00.000Z', daysLeft: 9, publications: 0 },
  });

  /** The outbox of the window goes on from one test to the next. */
  let outboxRevision = 0;

  /** A library to which two themes come: the second only once it is let. */
  async function world() {
    let revision = 1;
    let themes: ThemeSummary[] = [];
    const removed: string[] = [];
    let release: () => void = () => undefined;
    const gate = new Promise<void>((done) => (release = done));
    const put = (theme: ThemeSummary): void => {
      themes = [...themes.filter(({ id }) => id !== theme.id), theme];
      revision += 1;
      main.emit('library.changed', { revision, upserted: [theme], removed: [] });
    };
    const come = async <Done>(done: Done): Promise<Done> => {
      put(one);
      await gate;
      put(two);
      return done;
    };
    const ids = both.map(({ id }) => id);
    const main = installFakeMain({
      library: {
        list: () => ({
          revision,
          themes,
          unreadable: [],
          ids: [1],
          folder: '/f',
          folderProblem: null,
        }),
        bin: () => ({ themes: both.map(inBin), unread: [], damaged: [] }),
        versions: () => ({ versions: [], unreadable: 0 }),
        restore: () => come({ ids, entries: ids, problem: null, alreadyHere: 0, unlinked: 0 }),
        remove: ({ ids: gone }) => {
          removed.push(...gone);
          return { ids: gone, entries: gone, problem: null };
        },
      },
      transfer: {
        importFiles: () => come(imported),
        importOpened: () => come({ report: imported, backups: [] }),
        restore: () => come(restored),
      },
    });
    await library.start();
    onTestFinished(() => library.end());
    await outbox.start();
    onTestFinished(() => outbox.end());
    render(Toasts);
    const nothing = { isPaused: false, items: [], holds: [], progress: { done: 0, all: 0 } };
    const sending = { themeId: one.id, connectionId: 'c', delivery: 'sending' } as const;
    const publish = (): void => {
      outboxRevision += 2;
      const deliveries = [sending];
      main.emit('outbox.changed', { ...nothing, revision: outboxRevision, deliveries });
      put({ ...one, links: 'one more' });
      main.emit('outbox.changed', { ...nothing, revision: outboxRevision + 1, deliveries: [] });
    };
    const rename = (): void => put({ ...one, name: 'Mine' });
    return { removed, release, meanwhile: { nothing: () => undefined, rename, publish } };
  }

  const fromReport = async (): Promise<void> => {
    render(TransferHost);
    await userEvent.click(await screen.findByRole('button', { name: /^Undo(?:: move| the)/u }));
  };

  const ways: [string, () => Promise<void>, () => Promise<void> | void][] = [
    [
      'restored from the bin',
      async () => {
        render(Bin);
        await userEvent.click(await screen.findByRole('button', { name: 'Select all' }));
        await userEvent.click(await screen.findByRole('button', { name: /^Restore 2/u }));
      },
      async () => {
        await screen.findByText(/2 themes restored/u);
        undoLatestToast();
      },
    ],
    ['restored from a backup', async () => void backup.restore('keepBoth'), fromReport],
    ['imported', async () => void transfer.importFiles(), fromReport],
    ['opened with Foyer', async () => void openedFiles.next(), fromReport],
  ];

  it.each(
    ways.flatMap(([what, begin, takeBack]) => [
      [what, 'nothing was done with it, the control', 'nothing', begin, takeBack] as const,
      [what, 'it is renamed meanwhile', 'rename', begin, takeBack] as const,
      [what, 'it is published meanwhile', 'publish', begin, takeBack] as const,
    ]),
  )('%s: %s', async (_what, _how, done, begin, takeBack) => {
    const { removed, release, meanwhile } = await world();
    await begin();
    await vi.waitFor(() => expect(library.themes).toHaveLength(1));
    meanwhile[done]();
    release();
    await takeBack();
    await vi.waitFor(() => expect(removed).toContain(two.id));
    expect(removed.includes(one.id)).toBe(done === 'nothing');
  });
});
