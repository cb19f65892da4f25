/**
 * A connection presents no token. The exact request of a theme says of it what those of a plan or a domain do
 * (`RequestFold`): nothing of a token that is added.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { saveThemeTemplateRequest } from '@shared/service/operations';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import RequestDialog from './RequestDialog.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  connections.end();
});

const northwind = trialConnection('n', { label: 'Northwind' });

async function said(connection: typeof northwind): Promise<string> {
  const input = { templateId: 'tpl_7', name: 'Harbour', theme: newTheme() };
  const request = saveThemeTemplateRequest(connection, input);
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
    outbox: { request: () => request },
  });
  await connections.start();
  render(RequestDialog, { connection, themeId: 't1', version: 1, onclose: () => undefined });
  await screen.findByText(`PUT ${request.url}`);
  return screen.getByRole('dialog').textContent;
}

it('the control: of one that presents a token it is said that this is added', async () => {
  expect(await said(northwind)).toContain('The token is added when it’s sent');
});

it('of one that presents none it is not said that a token is added', async () => {
  const connection = {
    ...northwind,
    presentation: { kind: 'none' as const },
    tokenState: 'notNeeded' as const,
  };
  const text = await said(connection);
  expect(text).toContain('This is what publishing to Northwind sends.');
  expect(text).not.toMatch(/token is added/u);
});
