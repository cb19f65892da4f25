/** A decision between two versions of a theme that is taken back, where only one of them has an avatar. */
import { beforeAll, expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme, type Theme } from '@shared/theme/theme';
import { bridge } from '../../bridge';
import { decideConflict } from '../../features/themes/conflict-decision';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';

beforeAll(() => layers.load(), 120_000);

it('comes back whole, whatever was edited since', async () => {
  const { chat, ...rest } = newTheme();
  const { hostAvatar: _none, guestAvatar: _nor, ...others } = chat;
  let theme: Theme = { ...rest, chat: others };
  let name = 'Harbour';
  let version = 1;
  const restored: string[][] = [];
  const said = (id: string): OpenTheme => ({
    ...{ id, version, name, tags: [], theme, isReadOnly: false },
    ...{ canUndo: false, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: '2026-11-20T14:05:00.000Z' },
  });
  installFakeMain({
    library: {
      list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }),
      open: ({ id }) => said(id),
      // The contract refuses what main's does.
      edit: ({ id, edits }) => {
        theme = edits.reduce(withThemeField, theme);
        version += 1;
        return said(id);
      },
      rename: (given) => {
        const replaced = name;
        ({ name } = given);
        version += 1;
        return { replaced };
      },
      resolveConflict: () => {
        // The copy is the version that another computer has renamed, and switched the avatar on in.
        name = 'Autumn';
        theme = { ...theme, chat: { ...theme.chat, hostAvatar: { isEnabled: true } } };
        version += 1;
        return { entries: ['copy-1'] };
      },
      restore: ({ entries }) => {
        restored.push([...entries]);
        return { ids: ['copy'], entries, problem: null, alreadyHere: 0, unlinked: 0 };
      },
    },
  });
  await library.start();
  await decideConflict({ id: 'copy' }, 'this', { id: 't1' });
  await bridge.library.edit({ id: 't1', edits: [{ field: 'general.font', value: 'Lora' }] });
  undoLatestToast();
  await vi.waitFor(() => expect(restored).toEqual([['copy-1']]));
  expect(theme.chat).not.toHaveProperty('hostAvatar.isEnabled', true);
  expect(theme.general.font).toBe('Lora');
  expect(name).toBe('Harbour');
});
