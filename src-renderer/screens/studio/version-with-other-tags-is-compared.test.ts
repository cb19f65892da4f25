/**
 * A version that brings its tags back (tags that were given to many themes at once, what a backup or a choice in a
 * conflict replaced) is compared with the present, which has others: restoring it changes them, so the dialog doesn't
 * say that nothing changed.
 */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import type { ThemeVersion } from '@shared/theme-versions';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { ThemeVersionsState } from '../../state/theme-versions.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import History from './History.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(cleanup);

const version: ThemeVersion = {
  ...{ version: 1, at: '2026-01-02T03:04:05.000Z', reason: 'paused', name: 'Before' },
};
const theme = newTheme();
const present: OpenTheme = {
  ...{ id: 'a', version: 1, name: 'Harbour', tags: ['Sea', 'Autumn'], theme },
  ...{ isReadOnly: false, canUndo: false, canRedo: false, places: [], publications: {} },
  save: { kind: 'saved', at: '2026-01-02T03:04:05.000Z' },
};

it.each([
  ['no tags of its own', undefined, 'Nothing changed in its name or design.'],
  ['the same ones', ['Autumn', 'Sea'], 'Nothing changed.'],
  ['others', ['Summer'], /Tags.*Summer.*Autumn, Sea/u],
])('the version has %s', async (_which, tags, said) => {
  installFakeMain({
    library: {
      open: () => present,
      versions: () => ({ versions: [version], unreadable: 0 }),
      version: () => ({ name: 'Harbour', theme, ...(tags && { tags }) }),
    },
  });
  const open = new OpenThemeState('a');
  await open.refresh();
  const versions = new ThemeVersionsState(open);
  await versions.refresh();
  render(History, { open, said: present, versions, isPublished: null });
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: /^More/u }));
  await person.click(await screen.findByRole('menuitem', { name: /^Compare/u }));
  const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 });
  await waitFor(() => expect(dialog).toHaveTextContent(said));
  if (typeof said !== 'string') expect(dialog).not.toHaveTextContent('Nothing changed.');
});
