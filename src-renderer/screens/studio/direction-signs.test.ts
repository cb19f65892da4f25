/** A font and a version were named with a sign that turns round what follows it: Foyer’s own words stay as they are. */
import { m } from '@shared/messages/messages';
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';
import { versionName } from './version-words';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
});
afterEach(() => {
  outbox.end();
  connections.end();
});

it('says them of a font without it', async () => {
  const theme = newTheme();
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 1, name: 'Harbour', tags: [], isReadOnly: false },
    ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
    theme: { ...theme, general: { ...theme.general, font: 'Quay\u202eSans' } },
    ...{ places: [], publications: {} },
  };
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [], holds: [], deliveries: [] },
        progress: { done: 0, all: 1 },
      }),
      answers: () => [],
    },
  });
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  const sections = within(await screen.findByRole('region', { name: 'Theme sections' }));
  await userEvent.click(await sections.findByRole('button', { name: /^Font\b/u }));
  expect(screen.getByText(m.inspector_warning_font({ value: 'QuaySans' }))).toBeVisible();
  expect(screen.getByText(/^QuaySans isn’t installed here/u)).toBeVisible();
});

it('says the name of a version without it', () => {
  const at = '2026-11-20T14:05:00';
  const named = { version: 1, at, name: 'Before\u202e the rebrand', reason: 'kept' } as const;
  expect(versionName(named)).toBe('Before the rebrand');
});
