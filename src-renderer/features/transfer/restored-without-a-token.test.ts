/**
 * A backup brings back a connection that presents no token: there is none to enter, and the settings have no place for one.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { RestoreReport } from '@shared/transfer';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import RestoreReportDialog from './RestoreReportDialog.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  connections.end();
});

const report: RestoreReport = {
  ...{ exportedAt: '2026-11-20T14:05:00.000Z', themes: [], failed: [] },
  ...{ added: 0, same: 0, keptBoth: 0, replaced: 0, notDone: 0, isStopped: false },
  ...{ parts: { connections: 1 }, partsNotDone: [], unknownParts: [] },
};

/** What the report says, once that connection is the only one here. */
async function said(part: Partial<ReturnType<typeof trialConnection>>): Promise<string> {
  const list = [trialConnection('n', { label: 'Northwind', ...part })];
  installFakeMain({ connections: { list: () => ({ revision: 1, list, currentId: null }) } });
  await connections.start();
  const came = new Promise<never>(() => undefined);
  render(RestoreReportDialog, { report, came, onclose: () => undefined });
  return (await screen.findByRole('dialog')).textContent;
}

const tokens = 'Enter the missing tokens under Connections';

it('the control: one whose token is missing', async () => {
  expect(await said({ tokenState: 'missing' })).toContain(tokens);
});

it('one that presents none', async () => {
  const text = await said({ presentation: { kind: 'none' }, tokenState: 'notNeeded' });
  expect(text).toContain('Connections added 1');
  expect(text).not.toContain(tokens);
});
