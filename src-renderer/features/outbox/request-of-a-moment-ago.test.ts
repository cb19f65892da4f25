/**
 * A person looks at the exact request of a theme before they publish it, and a colleague's version of the theme comes
 * into the shared library meanwhile, or the disk stores at last that its connection leads elsewhere: "you can see the exact
 * request before it is sent" (docs/guide.md).
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

const northwind = trialConnection('northwind', { label: 'Northwind' });

/** Folds it out, or away. */
async function fold(): Promise<void> {
  const [summary] = screen.getAllByText('The exact request to Northwind');
  const details = summary?.closest('details');
  if (!details) throw new Error('there is no request to be seen');
  details.open = !details.open;
  await fireEvent(details, new Event('toggle'));
}

/** What is seen of a theme that a colleague renames before the request is folded out, or after. */
async function seen(theyCome: 'before' | 'after'): Promise<string> {
  let name = 'Harbour';
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    outbox: {
      request: () =>
        saveThemeTemplateRequest(northwind, { templateId: 't1', name, theme: newTheme() }),
    },
  });
  await connections.start();
  const shown = (called: string) => [sampleSummary(called, { id: 'a' })];
  const props = { onpublish: () => undefined, onclose: () => undefined };
  const { rerender } = render(PublishDialog, { ...props, themes: shown(name) });
  await screen.findByRole('dialog');
  const comes = async (): Promise<void> => {
    name = 'Lighthouse';
    await rerender({ ...props, themes: shown(name) });
  };
  if (theyCome === 'before') await comes();
  await fold();
  await waitFor(() => expect(document.body).toHaveTextContent('PUT'));
  if (theyCome === 'after') {
    await comes();
    // Nor when it is looked at once more.
    await fold();
    await fold();
  }
  await new Promise((next) => setTimeout(next));
  return document.querySelector('details')?.textContent ?? '';
}

it.each([
  ['the control: before it is looked at', 'before'],
  ['while it is looked at', 'after'],
] as const)('what is seen is what is sent: theirs comes %s', async (_name, theyCome) => {
  const text = await seen(theyCome);
  expect(text).toContain('"name": "Lighthouse"');
  expect(text).not.toContain('"name": "Harbour"');
});

it('is to where its connection leads by now', async () => {
  let connection = northwind;
  const list = (revision: number) => ({ revision, list: [connection], currentId: connection.id });
  const main = installFakeMain({
    connections: { list: () => list(1) },
    outbox: {
      request: () =>
        saveThemeTemplateRequest(connection, {
          ...{ templateId: 't1', name: 'Harbour', theme: newTheme() },
        }),
    },
  });
  await connections.start();
  const themes = [sampleSummary('Harbour', { id: 'a' })];
  render(PublishDialog, { themes, onpublish: () => undefined, onclose: () => undefined });
  await screen.findByRole('dialog');
  await fold();
  await waitFor(() => expect(document.body).toHaveTextContent('PUT https://northwind.example/'));
  const baseAddress = 'https://elsewhere.example/api/v1';
  connection = { ...connection, baseAddress, host: 'elsewhere.example', access: 1 };
  main.emit('connections.changed', list(2));
  await waitFor(() => expect(document.body).toHaveTextContent('PUT https://elsewhere.example/'));
  expect(document.body).not.toHaveTextContent('https://northwind.example/');
});
