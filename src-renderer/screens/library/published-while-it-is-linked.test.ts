/**
 * A theme waits in the outbox, and a person links it with the keyboard alone. Its turn comes while a button of the dialog has the
 * focus. "Works from the keyboard alone": what has the focus is still something that can have it. A button that is `disabled`
 * can't: Chromium (114, as here, and later) gives the focus to the page then, behind the dialog, and nothing says why.
 */
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { OutboxItem } from '@shared/publishing';
import { publicationKey } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { announcer } from '../../ui/announce.svelte';
import { layers } from '../../ui/layers';
import LinkDialog from './LinkDialog.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  outbox.end();
  connections.end();
});

const northwind = trialConnection('northwind', { label: 'Northwind' });
const theme = sampleSummary('Harbour', {
  place: { connectionId: northwind.id, relation: 'changed', templateId: 't-1' },
});

/** What has the focus once the theme is `then`, with that button focused before. */
async function focusedAt(button: string, then: OutboxItem['why']): Promise<HTMLElement> {
  const snapshot = (revision: number, why: OutboxItem['why']) => ({
    ...{ revision, isPaused: false, deliveries: [], holds: [], progress: { done: 0, all: 1 } },
    items: [
      {
        ...{ themeId: theme.id, connectionId: northwind.id, name: 'Harbour', isFirst: false },
        ...{ goesTo: publicationKey(northwind), since: '2026-01-02T03:04:05.000Z', why },
      },
    ],
  });
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    outbox: { list: () => snapshot(1, 'turn') },
  });
  await connections.start();
  await outbox.start();
  render(LinkDialog, { theme, onclose: () => undefined });
  const dialog = await screen.findByRole('dialog');
  const person = userEvent.setup();
  await person.type(within(dialog).getByRole('textbox'), 'tpl_7');
  const wanted = within(dialog).getByRole('button', { name: button });
  for (let tab = 0; tab < 6 && document.activeElement !== wanted; tab += 1) await person.tab();
  expect(wanted).toHaveFocus();
  main.emit('outbox.changed', snapshot(2, then));
  await waitFor(() => {
    const isSaid = dialog.textContent.includes('is being published');
    expect(isSaid).toBe(then === 'sending');
  });
  return document.activeElement as HTMLElement;
}

it.each(['Unlink', 'Link theme'])('the control: it waits on (%s)', async (button) => {
  expect(await focusedAt(button, 'retry')).toBeEnabled();
});

it.each(['Unlink', 'Link theme'])('its turn comes (%s)', async (button) => {
  expect(await focusedAt(button, 'sending')).toBeEnabled();
});

it.each(['Unlink', 'Link theme'])(
  'who can’t see it hears why that is off now (%s)',
  async (button) => {
    const at = await focusedAt(button, 'sending');
    const live = screen.queryAllByRole('status').map(({ textContent }) => textContent);
    const described = (at.getAttribute('aria-describedby') ?? '').split(' ');
    const ofIt = described.map((id) => document.getElementById(id)?.textContent ?? '');
    expect([announcer.text, ...live, ...ofIt].join(' ')).toContain('is being published');
  },
);
