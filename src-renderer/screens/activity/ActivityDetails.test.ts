/** What the details of a request say came of it, and is to be done, now that they are looked up. */
import { render, screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { ActivityDetails as Details, ActivityEntry } from '@shared/activity';
import { installFakeMain } from '../../testing/fake-main';
import ActivityDetails from './ActivityDetails.svelte';

const around = {
  ...{ id: 'a1', sequence: 1, at: '2026-01-02T10:00:00.000Z', tookMs: 400 },
  ...{ connectionId: 'northwind', connectionLabel: 'Northwind' },
};

/** What is said of it; `answer`: the body of a JSON answer. */
async function said(
  part: Pick<ActivityEntry, 'kind' | 'subject' | 'outcome'>,
  answer?: object,
): Promise<HTMLElement> {
  const entry = { ...around, ...part };
  const details: Details = {
    ...entry,
    request: { method: 'PUT', url: 'https://northwind.example/api/v1', headers: {}, body: '{}' },
    answer: answer
      ? { status: 402, headers: {}, form: 'json', body: JSON.stringify(answer), isCut: false }
      : null,
  };
  installFakeMain({ activity: { details: () => details } });
  render(ActivityDetails, { entry, onclose: () => undefined });
  await screen.findByText('https://northwind.example/api/v1');
  return document.body;
}

/** A service refuses a change of the plan until it is paid, and says where: who is told to send it again pays twice. */
describe('of a change of the plan that was to be paid first', () => {
  const message = 'Payment required';
  const change: Pick<ActivityEntry, 'kind' | 'subject' | 'outcome'> = {
    ...{ kind: 'updateSubscription', subject: 'PRO' },
    outcome: { kind: 'rejected', status: 402, form: 'json', error: { message, issues: [] } },
  };
  const nothingDone = /nothing was changed there.*send it again/u;

  it('say that nothing was changed where no checkout came back', async () => {
    expect(await said(change, { message })).toHaveTextContent(nothingDone);
  });

  it('leave open whether it was made where one did, which may be paid since', async () => {
    // As it is written down: the address of the checkout is cut.
    const body = await said(change, { message, checkoutUrl: 'https://pay.example/…' });
    expect(body).toHaveTextContent('Payment is required (402).');
    expect(body).toHaveTextContent('nothing has changed until the checkout is completed');
    expect(body).not.toHaveTextContent(/nothing was changed there|send it again/u);
  });
});
