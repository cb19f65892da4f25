/** Ctrl Z at names that wait, at decisions in progress, and in libraries whose folder was used again. */
import type { ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { render, screen } from '@testing-library/svelte';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { decideConflict } from '../features/themes/conflict-decision';
import { renameTheme, renameThemeLater } from '../features/themes/theme-actions';
import { installFakeMain } from '../testing/fake-main';
import { sampleSummary } from '../testing/sample-summaries';
import { layers } from '../ui/layers';
import Toasts from '../ui/Toasts.svelte';
import { undoLatestToast } from '../ui/toast';
import { library } from './library.svelte';
import { OpenThemeState } from './open-theme.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

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
        (restored += 1) && { ids: [], entries: ['e'], alreadyHere: 0, unlinked: 0, problem: null },
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
