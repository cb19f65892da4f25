/**
 * "While you view an older version, contrast and warnings refer to that version" (the guide, *Themes*). The person
 * looks at one to see whether it can be published again.
 */
import type { OpenTheme } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme, type Theme } from '@shared/theme/theme';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

const user = userEvent.setup();
const tomato = withThemeField(newTheme(), { field: 'chat.buttons.color', value: 'tomato' });
const grotesk = withThemeField(newTheme(), { field: 'general.font', value: 'Harbour Grotesk' });
const ofFont = 'Font Harbour Grotesk isn’t in the list of web fonts';
const ofColour = 'Buttons, text tomato isn’t a hex colour';

async function openStudio(present: Theme, older: Theme, formerName = 'Harbour'): Promise<void> {
  const said: OpenTheme = {
    ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: present },
    ...{ isReadOnly: false, canUndo: false, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  };
  const version = { version: 13, at: '2026-11-13T17:20:00', reason: 'kept' as const, name: 'Old' };
  installFakeMain({
    app: {
      setPreferences: () => ({
        appearance: 'system',
        textSize: 100,
        locale: 'en',
        loadPictures: true,
      }),
    },
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: {
      open: () => said,
      versions: () => ({ versions: [version], unreadable: 0 }),
      version: () => ({ name: formerName, theme: older }),
    },
    pictures: { show: () => [] },
    outbox: { answers: () => [] },
  });
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
}

const block = () => screen.queryByRole('region', { name: 'Before publishing' });
const leads = () => block()?.querySelectorAll('button').length;

async function look(): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /^View Old/u }));
  await screen.findByText('Viewing Old');
}

function warnings(): string[] {
  const rows = block()?.querySelectorAll('li') ?? [];
  return [...rows].map(({ textContent }) => textContent.trim());
}

it('the control: the present’s own are told', async () => {
  await openStudio(tomato, grotesk);
  expect(warnings()).toEqual([ofColour]);
  expect(leads()).toBe(1);
});

it('those of a version are told while it is looked at, and not the present’s', async () => {
  await openStudio(tomato, grotesk);
  await look();
  await waitFor(() => expect(warnings()).toEqual([ofFont]));
  // The fields beside it are the present’s.
  expect(leads()).toBe(0);
});

it('none of the present’s is told of a version that has none', async () => {
  await openStudio(tomato, newTheme());
  await look();
  await waitFor(() => expect(warnings()).toEqual([]));
});

it('an empty name is told of the version that has it', async () => {
  await openStudio(newTheme(), newTheme(), '');
  expect(warnings()).toEqual([]);
  await look();
  await waitFor(() => expect(warnings()).toEqual(['Name The name is empty']));
});
