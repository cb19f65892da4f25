/**
 * A person says under which ID they found a theme, and closes the dialog while that is being noted, on a slow disk.
 * That it could not be noted is said above the screen, as it is of a link (../../screens/library/dialogs.test.ts).
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import type { OutboxItem } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import OutboxPanel from './OutboxPanel.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});
afterEach(() => {
  outbox.end();
  connections.end();
});

const person = userEvent.setup();
const northwind = trialConnection('northwind', { label: 'Northwind', keepsClientIds: 'no' });
const full: Problem = { code: 'storageFull', path: '/home/mia/Foyer/harbour.json' };
const harbour: OutboxItem = {
  ...{ themeId: 't1', connectionId: 'northwind', name: 'Harbour', why: 'decision' },
  ...{ since: '2026-01-02T03:04:05.000Z', isFirst: true, templateId: 'tpl_7', unsureTries: 1 },
};

/** The ID is being noted; what is given back has the disk refuse it. */
async function found(): Promise<() => void> {
  let refuse: () => void = () => undefined;
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'northwind' }) },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [harbour], deliveries: [], holds: [] },
        progress: { done: 0, all: 1 },
      }),
      decide: () =>
        new Promise<never>((_done, fail) => (refuse = () => fail(new ProblemError(full)))),
    },
  });
  await connections.start();
  await outbox.start();
  render(OutboxPanel, { onclose: () => undefined });
  await person.click(await screen.findByRole('button', { name: /Harbour as published/u }));
  const field = await screen.findByRole('textbox', { name: 'Template ID' });
  await person.clear(field);
  await person.type(field, 'theirs_9');
  await person.click(screen.getByRole('button', { name: 'Mark as published' }));
  await waitFor(() => expect(main.log.map(({ name }) => name)).toContain('outbox.decide'));
  return () => refuse();
}

it('the control: it is said in the dialog that is still there', async () => {
  const refuse = await found();
  refuse();
  expect(await screen.findByText(problemText(full).what)).toBeVisible();
});

it('it is said above the screen once the dialog was closed', async () => {
  const refuse = await found();
  await person.keyboard('{Escape}');
  await waitFor(() =>
    expect(screen.queryByRole('textbox', { name: 'Template ID' })).not.toBeInTheDocument(),
  );
  refuse();
  await new Promise((done) => setTimeout(done, 50));
  expect(reports.list.map(({ problem }) => problem)).toEqual([full]);
});
