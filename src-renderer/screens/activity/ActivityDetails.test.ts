/** What the details of a request say came of it, and is to be done, now that they are looked up. */
import { cleanup, render, screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { ActivityDetails as Details, ActivityEntry } from '@shared/activity';
import { installFakeMain } from '../../testing/fake-main';
import ActivityDetails from './ActivityDetails.svelte';

const around = {
  ...{ id: 'a1', sequence: 1, at: '2026-01-02T10:00:00.000Z', tookMs: 400 },
  ...{ connectionId: 'northwind', connectionLabel: 'Northwind' },
};

/** What is said of it; `answer`: the body of a JSON answer, or `''`. */
async function said(
  part: Pick<ActivityEntry, 'kind' | 'subject' | 'outcome'>,
  answer?: object | '',
  isCut = false,
): Promise<HTMLElement> {
  const entry = { ...around, ...part };
  const details: Details = {
    ...entry,
    request: { method: 'PUT', url: 'https://northwind.example/api/v1', headers: {}, body: '{}' },
    answer:
      answer === undefined
        ? null
        : answer === ''
          ? { status: 200, headers: {}, form: 'empty', body: '', isCut }
          : { status: 402, headers: {}, form: 'json', body: JSON.stringify(answer), isCut },
  };
  installFakeMain({ activity: { details: () => details } });
  render(ActivityDetails, { entry, onclose: () => undefined });
  await screen.findByText('https://northwind.example/api/v1');
  return document.body;
}

/** Foyer sends a theme again by itself: each of its tries on a train told a person to do so. */
describe('of what met something that passes', () => {
  const error = { message: 'Slow down', issues: [] };
  const toDoOneself = /send it again|try again|publish again/iu;

  it.each<[string, ActivityEntry['outcome']]>([
    ['offline', { kind: 'notSent', reason: 'offline', detail: 'ENETUNREACH' }],
    [
      'a service that isn’t running',
      { kind: 'notSent', reason: 'connectionRefused', detail: 'ECONNREFUSED' },
    ],
    [
      'a service that asks to wait',
      { ...{ kind: 'rejected', status: 429, form: 'json', retryAfter: 30 }, error },
    ],
  ])('advise to send it again only where Foyer doesn’t: %s', async (_what, outcome) => {
    const preview = { kind: 'startChatAppPreview', subject: 'Night', outcome } as const;
    expect(await said(preview)).toHaveTextContent(toDoOneself);
    cleanup();
    const theme = { kind: 'saveThemeTemplate', subject: 'Night', outcome } as const;
    expect(await said(theme)).not.toHaveTextContent(toDoOneself);
  });

  it('leave a theme that may have arrived to the outbox', async () => {
    const outcome = { kind: 'unsure', reason: 'connectionClosed', detail: '' } as const;
    const body = await said({ kind: 'saveThemeTemplate', subject: 'Night', outcome });
    expect(body).toHaveTextContent('Foyer can’t tell whether the service acted on it.');
    expect(body).not.toHaveTextContent(toDoOneself);
  });
});

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

  it('leave it open where the answer broke off, which may have named one', async () => {
    expect(await said(change, { message }, true)).not.toHaveTextContent(nothingDone);
  });
});

/** The time limit, or a connection that broke off, came between the head of an answer and its body. */
it.each([
  ['the control: one that came whole', false, true],
  ['one that broke off after its head', true, false],
])(
  'an answer without a body is said to be empty where it is: %s',
  async (_name, isCut, isEmpty) => {
    const body = await said(
      {
        ...{ kind: 'updateSubscription', subject: 'PRO' },
        outcome: { kind: 'unsure', reason: 'timeLimit', status: 200, detail: '' },
      },
      '',
      isCut,
    );
    expect(body.textContent.includes('The body is empty.')).toBe(isEmpty);
    expect(body.textContent.includes('The rest of the answer didn’t arrive.')).toBe(isCut);
  },
);
