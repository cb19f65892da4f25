import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type {
  BillingDraft,
  LastKnown,
  Billing as Snapshot,
  SubscriptionChange,
} from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Billing from './Billing.svelte';
import EarlierChanges from './EarlierChanges.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  connections.end();
});

/**
 * What was sent from here can’t be read: a newer Foyer wrote billing.json, or a virus scanner holds it. What
 * _Earlier changes_ says of it, of changes that may have been invoiced.
 */
describe('earlier changes that can’t be read', () => {
  const nothingSent: Snapshot = {
    ...{ revision: 1, connectionId: 'c1', lastKnown: null, changes: [] },
    draft: {
      ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: '0' },
      ...{ ownReturn: true, returnUrl: '' },
    },
  };

  async function earlier(state: () => Snapshot): Promise<HTMLElement> {
    const user = userEvent.setup();
    installFakeMain({
      connections: {
        list: () => ({ revision: 1, list: [trialConnection('c1')], currentId: 'c1' }),
      },
      billing: { state, saveDraft: () => undefined },
    });
    await connections.start();
    render(Billing);
    await user.click(await screen.findByRole('button', { name: 'Earlier changes' }));
    return screen.findByRole('dialog');
  }

  const none = 'Nothing has been sent from here yet.';

  it('the control: where nothing was sent, that', async () => {
    expect(await earlier(() => nothingSent)).toHaveTextContent(none);
  });

  it('where it can’t be read, that, and not that nothing was sent', async () => {
    const dialog = await earlier(() => {
      throw new ProblemError({ code: 'storageNewer', files: ['billing.json'] });
    });
    expect(dialog).toHaveTextContent('A newer version of Foyer saved this');
    expect(dialog).not.toHaveTextContent(none);
  });
});

/** What the list of earlier changes calls them where none of them has left this computer. */
describe('earlier changes of which none was sent', () => {
  const change = (part: Partial<SubscriptionChange>): SubscriptionChange => ({
    ...{ activityId: 'a1', at: '2026-01-02T10:00:00.000Z', connectionId: 'c1', workspaceId: 'w1' },
    input: {
      ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
      returnUrl: 'https://example.com/back',
    },
    ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 400 },
    checkoutReturn: { state: 'elsewhere' },
    ...part,
  });

  async function show(one: SubscriptionChange): Promise<HTMLElement> {
    const onchoose = () => undefined;
    render(EarlierChanges, { open: true, changes: [one], problem: null, onchoose });
    return screen.findByRole('dialog');
  }

  it('the control: one that has left was sent', async () => {
    expect(await show(change({}))).toHaveTextContent('Made on this computer');
  });

  it('what it asked for is a number of chats, or a step of the price table', async () => {
    expect(await show(change({}))).toHaveTextContent('0 additional chats');
    cleanup();
    const dialog = await show(change({ chatsInSteps: true }));
    expect(dialog).toHaveTextContent('additional chats: step 0');
    expect(dialog).not.toHaveTextContent('0 additional chats');
  });

  it('one chat is one', async () => {
    const { input } = change({});
    const dialog = await show(change({ input: { ...input, additionalChats: 1 } }));
    expect(dialog).toHaveTextContent(/1 additional chat(?!s)/u);
  });

  it('one that waits to be sent was not', async () => {
    const dialog = await show(change({ ...{ outcome: null, tookMs: null, isInLine: true } }));
    expect(dialog).toHaveTextContent('Waiting to be sent');
    expect(dialog).not.toHaveTextContent('Sent from this computer');
  });

  it('one that could not leave was not', async () => {
    const dialog = await show(
      change({ outcome: { kind: 'notSent', reason: 'offline', detail: '' }, tookMs: 0 }),
    );
    expect(dialog).toHaveTextContent('Not sent');
    expect(dialog).not.toHaveTextContent('Sent from this computer');
  });
});

/** When the screen says that the last change was sent, and that something of it was confirmed. */
describe('when the last change was sent', () => {
  const draft: BillingDraft = {
    ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: '0' },
    ...{ ownReturn: false, returnUrl: 'https://example.com/back' },
  };
  const change = (part: Partial<SubscriptionChange>): SubscriptionChange => ({
    ...{ activityId: 'a1', at: '2026-01-02T10:00:00.000Z', connectionId: 'c1', workspaceId: 'w1' },
    input: {
      ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
      returnUrl: 'https://example.com/back',
    },
    ...{ before: null, outcome: { kind: 'accepted', status: 200 }, tookMs: 400 },
    checkoutReturn: { state: 'elsewhere' },
    ...part,
  });

  const confirmed = change({
    answer: {
      workspace: { id: 'w1', plan: 'PRO', additionalChatsIndex: 0 },
      echo: { isYearly: false, currency: 'eur' },
    },
  });

  /** What the screen says where that one came after a confirmed one that asked for the same. */
  async function saidAfter(
    last: Partial<SubscriptionChange>,
    // As main makes it of the two (`lastKnownFrom`): all that was asked for again is confirmed already.
    lastKnown: LastKnown = {
      ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: 0 },
      ...{ at: confirmed.at, planAt: confirmed.at },
    },
  ): Promise<HTMLElement> {
    const again = change({ ...{ activityId: 'a2', at: '2026-03-04T10:00:00.000Z' }, ...last });
    installFakeMain({
      connections: {
        list: () => ({ revision: 1, list: [trialConnection('c1')], currentId: 'c1' }),
      },
      billing: {
        state: () => ({
          ...{ revision: 1, connectionId: 'c1', draft, changes: [again, confirmed] },
          lastKnown,
        }),
        saveDraft: () => undefined,
      },
    });
    await connections.start();
    render(Billing);
    return screen.findByText(/Your last change was sent/u);
  }

  it('is not an earlier one, where the last one was the same once more and its end is not known', async () => {
    const outcome: Outcome = { kind: 'unsure', reason: 'timeLimit', detail: '' };
    expect(await saidAfter({ outcome })).toHaveTextContent(/4 Mar/u);
  });

  it.each<[string, Outcome]>([
    ['there was no network', { kind: 'notSent', reason: 'offline', detail: '' }],
    ['a proxy kept it back', { kind: 'proxyRefused' }],
  ])('is not one that never left: %s', async (_name, outcome) => {
    expect(await saidAfter({ outcome })).toHaveTextContent(/2 Jan/u);
  });

  it('is told without anything that the service confirmed, where no answer has', async () => {
    const outcome: Outcome = { kind: 'unsure', reason: 'timeLimit', detail: '' };
    const asked = { at: '2026-03-04T10:00:00.000Z', unconfirmed: { plan: 'PRO' } };
    const said = await saidAfter({ outcome }, asked);
    expect(said).toHaveTextContent('no answer has confirmed anything');
    expect(said).not.toHaveTextContent('last confirmed');
  });
});
