/** Why a preview was not sent is told above the screen once its dialog was closed. */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import PreviewRequestHost from '../../shell/PreviewRequestHost.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';

beforeAll(() => Promise.all([import('./PreviewDialog.svelte'), layers.load()]), 120_000);
beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});
afterEach(() => connections.end());

const northwind = trialConnection('northwind', { label: 'Northwind' });
const locked = () => new ProblemError({ code: 'keychainLocked' });
const told = () => reports.list.map(({ problem, unsent }) => [problem.code, unsent]);

it('a person who closed the dialog of a preview is told that it was not sent', async () => {
  const user = userEvent.setup();
  let fail: (error: Error) => void = () => undefined;
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    previews: {
      list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
      isNewRecipient: () => ({ isNew: false, place: trialPlace }),
      start: () => new Promise<never>((_done, refuse) => (fail = refuse)),
    },
  });
  await connections.start();
  render(PreviewRequestHost);
  const fields = { botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
  main.emit('previews.asked', {
    ...{ kind: 'filled', name: '', connectionId: northwind.id, fields, isFromLink: true },
  });
  await user.click(await screen.findByRole('button', { name: 'Send once' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fail(locked());
  await new Promise((done) => setTimeout(done));
  expect(told()).toEqual([['keychainLocked', 'The preview to +44 7700 900112 wasn’t sent']]);
});
