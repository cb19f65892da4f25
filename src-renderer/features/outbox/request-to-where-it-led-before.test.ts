/**
 * A person pointed a connection at another server; the disk takes its time, and stores it as they look at the exact
 * request of a theme before they publish it: "you can see the exact request before it is sent" (docs/guide.md).
 */
import { newTheme } from '@shared/theme/theme';
import { saveThemeTemplateRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import PublishDialog from './PublishDialog.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  outbox.end();
  connections.end();
});

/** Folds it out. */
async function fold(): Promise<void> {
  const [summary] = screen.getAllByText('The exact request to Northwind');
  const details = summary?.closest('details');
  if (!details) throw new Error('there is no request to be seen');
  details.open = true;
  await fireEvent(details, new Event('toggle'));
}

/** What is seen where the edit is stored before the request is folded out, or after. */
async function seen(isStored: 'before' | 'after'): Promise<string> {
  let northwind = trialConnection('northwind', { label: 'Northwind' });
  const list = (revision: number) => ({ revision, list: [northwind], currentId: northwind.id });
  const main = installFakeMain({
    connections: { list: () => list(1) },
    outbox: {
      request: () =>
        saveThemeTemplateRequest(northwind, {
          ...{ templateId: 't1', name: 'Harbour', theme: newTheme() },
        }),
    },
  });
  await connections.start();
  const themes = [sampleSummary('Harbour', { id: 'a' })];
  render(PublishDialog, { themes, onpublish: () => undefined, onclose: () => undefined });
  await screen.findByRole('dialog');
  const store = (): void => {
    const baseAddress = 'https://elsewhere.example/api/v1';
    northwind = { ...northwind, baseAddress, host: 'elsewhere.example', access: 1 };
    main.emit('connections.changed', list(2));
  };
  if (isStored === 'before') store();
  await fold();
  await waitFor(() => expect(document.body).toHaveTextContent('PUT'));
  // The page tells of the fold a moment later, too.
  await new Promise((next) => setTimeout(next, 100));
  if (isStored === 'after') store();
  await new Promise((next) => setTimeout(next, 100));
  return document.querySelector('details')?.textContent ?? '';
}

it.each([
  ['the control: before it is looked at', 'before'],
  ['while it is looked at', 'after'],
] as const)('it is to where it will be sent: stored %s', async (_name, isStored) => {
  const text = await seen(isStored);
  expect(text).toContain('https://elsewhere.example/');
  expect(text).not.toContain('https://northwind.example/');
});
