/**
 * A person deletes the theme in the studio: another program has its file for a moment, or the deletion waits in line
 * and is stopped there, and main answers that nothing was deleted. Nothing is said to be deleted then, and Ctrl Z
 * takes back what was done before it.
 */
import { beforeEach, expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { navigation } from '../../state/navigation.svelte';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { toast } from '../../ui/toast';
import { deleteTheme } from './open-theme-actions';

vi.mock('../../ui/toast', () => {
  const toast = vi.fn();
  return { toast, revocably: (work: (tell: typeof toast) => unknown) => work(toast) };
});
beforeEach(() => vi.mocked(toast).mockClear());

const shown: OpenTheme = {
  ...{ id: 'a', version: 1, name: 'Aurora', tags: [], theme: newTheme(), isReadOnly: false },
  ...{ canUndo: false, canRedo: false, places: [], publications: {} },
  save: { kind: 'saved', at: '2026-11-20T14:05:00.000Z' },
};

/** What is said of a deletion of these, which screen is shown, and whether the studio calls its theme gone. */
async function saidOf(ids: string[], isAway: boolean): Promise<unknown[]> {
  let isThere = true;
  const main = installFakeMain({
    library: {
      open: () => {
        if (!isThere) throw new ProblemError({ code: 'notFound', what: 'theme' });
        return shown;
      },
      remove: () => {
        isThere = !isAway;
        if (isAway) main.emit('library.changed', { revision: 2, upserted: [], removed: ['a'] });
        return { ids, entries: ids, problem: null };
      },
    },
  });
  navigation.go({ screen: 'studio', themeId: 'a' });
  const open = new OpenThemeState('a');
  const end = open.start();
  await vi.waitFor(() => expect(open.said).not.toBeNull());
  await deleteTheme(open, 'Aurora');
  end();
  const said = vi.mocked(toast).mock.calls.map(([text]) => text);
  return [said, navigation.current.screen, open.isGone];
}

it.each<[string, string[], boolean, unknown[]]>([
  ['the control: it was deleted', ['a'], true, [['Aurora deleted'], 'library', false]],
  ['it was stopped before its turn', [], false, [[], 'studio', false]],
  ['its file is away', [], true, [[], 'studio', true]],
])('%s', async (_name, ids, isAway, said) => {
  expect(await saidOf(ids, isAway)).toEqual(said);
});
