/**
 * A person looks at an earlier version and gives it a name, or another one: what says which version is looked at calls
 * it that from then on.
 */
import type { OpenTheme } from '@shared/library';
import type { ThemeVersion } from '@shared/theme-versions';
import { newTheme } from '@shared/theme/theme';
import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, it, vi } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);

const user = userEvent.setup();
const harbour: OpenTheme = {
  ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme() },
  ...{ isReadOnly: false, canUndo: false, canRedo: false },
  save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  ...{ places: [], publications: {} },
};

it('it is viewed under its new name', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  let version: ThemeVersion = {
    ...{ version: 7, at: '2026-11-13T17:20:00', reason: 'paused', name: 'Warmer buttons' },
  };
  const main = installFakeMain({
    library: {
      open: () => harbour,
      versions: () => ({ versions: [version], unreadable: 0 }),
      version: () => ({ name: 'Quay', theme: newTheme() }),
      nameVersion: ({ name }) => {
        version = { ...version, name };
        main.emit('library.versionsChanged', { id: 't1' });
      },
    },
    outbox: { answers: () => [] },
  });
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  const history = within(screen.getByRole('region', { name: 'History' }));
  await user.click(await history.findByRole('button', { name: /^View Warmer buttons/u }));
  // The control.
  await screen.findByText('Viewing Warmer buttons');
  await user.click(history.getByRole('button', { name: /^More for Warmer buttons/u }));
  await user.click(await screen.findByText('Rename'));
  const field = await screen.findByRole('textbox', { name: 'Version name' });
  await user.clear(field);
  await user.type(field, 'Approved by the client{Enter}');
  await history.findByRole('button', { name: /^View Approved by the client/u });
  await screen.findByText('Viewing Approved by the client');
});
