/**
 * The name is put back to what was published, and the theme's file has just gone away: that is said to wait, as where a name is
 * typed, and isn't said to be done.
 */
import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Announcements from '../../ui/Announcements.svelte';
import { announce } from '../../ui/announce.svelte';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import Changes from './Changes.svelte';

const northwind = trialConnection('northwind', { label: 'Northwind' });
const theme = newTheme();
const said: OpenTheme = {
  ...{ id: 't1', version: 2, name: 'Quay', tags: [], theme, isReadOnly: false, places: [] },
  ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
  publications: {
    [northwind.id]: {
      ...{ templateId: 'x', at: '2026-11-14T09:31:00', sent: { name: 'Harbour', theme } },
    },
  },
};

beforeAll(() => layers.load(), 120_000);

async function putBack(isThere: boolean): Promise<void> {
  installFakeMain({
    library: {
      open: () => said,
      rename: () => {
        if (!isThere) throw new ProblemError({ code: 'notFound', what: 'theme' });
        return { replaced: 'Quay' };
      },
      renameLater: () => undefined,
    },
  });
  const open = new OpenThemeState('t1');
  await open.refresh();
  announce('');
  render(Announcements);
  render(Toasts);
  const of = { theme, name: 'Quay', version: null, said, connection: northwind };
  render(Changes, { open, ...of });
  await userEvent.click(screen.getByRole('button', { name: 'Revert: Name' }));
}

const reverted = 'Name reverted to the published value';

it('the control: its file is there', async () => {
  await putBack(true);
  expect(await screen.findByText(reverted)).toBeInTheDocument();
});

it('its file has just gone away', async () => {
  await putBack(false);
  expect(
    await screen.findByText('Foyer makes your change to Quay when its file is back'),
  ).toBeVisible();
  expect(screen.queryByText(reverted)).toBeNull();
});
