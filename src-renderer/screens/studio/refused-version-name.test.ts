/** A version is given a name while the disk is full: what was typed is not gone when the disk has room again. */
import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  for (const { id } of reports.list) reports.dismiss(id);
});

const harbour: OpenTheme = {
  id: 't1',
  version: 2,
  name: 'Harbour',
  tags: [],
  theme: newTheme(),
  isReadOnly: false,
  canUndo: false,
  canRedo: false,
  save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  places: [],
  publications: {},
};
const user = userEvent.setup();

async function openStudio(): Promise<void> {
  const full = (): never => {
    throw new ProblemError({ code: 'storageFull', path: '/home/mia/profile/history' });
  };
  const one = { version: 10, at: '2026-11-13T17:20:00', reason: 'restored', name: null } as const;
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: {
      open: () => harbour,
      versions: () => ({ versions: [one], unreadable: 0 }),
      keepVersion: full,
      nameVersion: full,
    },
    outbox: { answers: () => [] },
  });
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
}

const refusals = () => reports.list.filter(({ problem }) => problem.code === 'storageFull');
const typed = () =>
  screen.queryByRole<HTMLInputElement>('textbox', { name: 'Version name' })?.value;

it('the control: the name of the present is in its field again', async () => {
  await openStudio();
  await user.click(screen.getByRole('button', { name: 'Name this version' }));
  await user.keyboard('As the client approved it{Enter}');
  await waitFor(() => expect(refusals()).toHaveLength(1));
  await waitFor(() => expect(typed()).toBe('As the client approved it'));
});

it('the name of an earlier version is in its field again', async () => {
  await openStudio();
  await user.click(await screen.findByRole('button', { name: /^More for Before a restore/u }));
  await user.click(await screen.findByText('Add a name'));
  await user.keyboard('As the client approved it{Enter}');
  await waitFor(() => expect(refusals()).toHaveLength(1));
  await waitFor(() => expect(typed()).toBe('As the client approved it'));
});
