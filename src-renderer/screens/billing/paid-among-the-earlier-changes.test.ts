/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real room of billing. */
/**
 * A person asks for Pro, billed yearly, and is to complete a checkout, which they put off. They ask for the same monthly, and
 * are to complete another one: “The plan is still Free.” They decide for the year after all, open the first checkout, among the
 * earlier changes, and pay there; its page comes back to Foyer and says so. That the plan is still Free is what the second answer
 * said before. Who looks at Billing the next time, and believes it, opens the second checkout, and pays twice.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { BillingDraft } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { createBilling } from '../../../src-main/billing/billing';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Billing from './Billing.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  connections.end();
});

const draft: BillingDraft = {
  ...{ plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: '0' },
  ...{ ownReturn: true, returnUrl: '' },
};

const visit = (url: string): Promise<void> =>
  new Promise((done, fail) => {
    get(url, (response) => response.resume().on('end', done)).on('error', fail);
  });

it.each([
  ['the control: the first checkout is put off still', 'putOff'],
  ['the first checkout is paid, and its page says so', 'paid'],
  ['the first checkout is opened, and nobody knows more', 'opened'],
] as const)('what is said of the plan, of the second one: %s', async (name, became) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-billing-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  const connection = trialConnection(name);
  const at = { connectionId: connection.id };
  let sent = 0;
  const room = await createBilling({
    ...{ folder, warn: () => undefined, onReturn: () => undefined },
    connectionById: () => connection,
    openExternal: () => Promise.resolve(),
    async send(_connection, _request, { activityId, beforeStart, onStart }) {
      await beforeStart();
      onStart();
      sent += 1;
      const workspace = { id: connection.workspaceId, plan: 'FREE' };
      const body = { checkoutUrl: `https://pay.example/${String(sent)}`, workspace };
      const outcome = { kind: 'accepted', status: 200 } as const;
      return { activityId, outcome, body, bodyText: JSON.stringify(body), tookMs: 1 };
    },
  });
  onTestFinished(() => room.close());
  const change = async (form: BillingDraft) => {
    const { reviewId } = await room.handlers.review({ ...at, draft: form });
    return room.handlers.send({ reviewId });
  };
  const first = await change(draft);
  const second = await change({ ...draft, isYearly: false });

  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
    billing: room.handlers,
  });
  room.onChange((changed) => main.emit('billing.changed', changed));
  await connections.start();
  const { unmount } = render(Billing);
  const still = () => screen.queryAllByText(/The plan is still Free/u);
  await waitFor(() => expect(still()).toHaveLength(1));

  if (became !== 'putOff') {
    await userEvent.click(screen.getByRole('button', { name: 'Earlier changes' }));
    await userEvent.click(await screen.findByRole('button', { name: /Yearly/u }));
    await userEvent.click(await screen.findByRole('button', { name: /Open checkout/u }));
    await main.answered();
    if (became === 'paid') await visit(`${first.input.returnUrl}?stripe=PRO&success=true`);
  }
  // The next time that the person looks.
  unmount();
  render(Billing);
  await screen.findByRole('button', { name: /Open checkout/u });
  expect((await room.handlers.state(at)).changes[0]?.activityId).toBe(second.activityId);
  await main.answered();
  await waitFor(() => expect(still()).toHaveLength(became === 'putOff' ? 1 : 0));
});
