import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '@shared/connection';
import { invalidField, ProblemError } from '@shared/problem-error';
import type { Billing as Snapshot, BillingDraft, SubscriptionChange } from '@shared/sending';
import { updateSubscriptionRequest, type SubscriptionInput } from '@shared/service/operations';
import { installFakeMain } from '../../testing/fake-main';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { trialConnection } from '@shared/trial-connection';
import Billing from './Billing.svelte';
import { layers } from '../../ui/layers';

// Menus and dialogs are fetched apart; a test waits for what they show, not for the fetching.
beforeAll(() => layers.load(), 120_000);

const draft: BillingDraft = {
  plan: 'STARTER',
  isYearly: false,
  currency: 'eur',
  additionalChats: '0',
  ownReturn: true,
  returnUrl: '',
};
const returnUrl = 'http://127.0.0.1:49210/back/7Qw2';
const checkoutUrl = 'https://pay.northwind.example/c/1';

function inputOf(form: BillingDraft): SubscriptionInput {
  const { plan, isYearly, currency } = form;
  if (plan === null) throw new Error('no plan is chosen');
  const additionalChats = Number(form.additionalChats);
  return {
    plan,
    isYearly,
    currency,
    additionalChats,
    returnUrl: form.ownReturn ? returnUrl : form.returnUrl,
  };
}

function changeOf(part: Partial<SubscriptionChange> = {}): SubscriptionChange {
  return {
    activityId: 'a1',
    at: new Date().toISOString(),
    connectionId: 'c1',
    input: inputOf(draft),
    before: null,
    outcome: { kind: 'accepted', status: 200 },
    tookMs: 400,
    checkoutReturn: { state: 'closed' },
    ...part,
  };
}

interface Scene {
  connection?: Connection | null;
  snapshot?: Partial<Snapshot>;
  /** What comes of sending; by default the workspace in the plan that was asked for. */
  send?: () => Promise<SubscriptionChange>;
  review?: (form: BillingDraft) => void;
  openCheckout?: () => undefined;
}

async function open(scene: Scene = {}) {
  const connection =
    scene.connection === undefined ? trialConnection('c1') : (scene.connection ?? undefined);
  const opened: string[] = [];
  const main = installFakeMain({
    connections: {
      list: () => ({
        revision: 1,
        list: connection ? [connection] : [],
        currentId: connection?.id ?? null,
      }),
    },
    billing: {
      state: () => ({
        revision: 1,
        connectionId: 'c1',
        draft,
        lastKnown: null,
        changes: [],
        ...scene.snapshot,
      }),
      saveDraft: () => undefined,
      review: (input) => {
        scene.review?.(input.draft);
        if (!connection) throw new Error('no connection');
        const request = updateSubscriptionRequest(connection, inputOf(input.draft));
        return { reviewId: 'r1', request };
      },
      send: () => scene.send?.() ?? Promise.resolve(changeOf()),
      openCheckout: ({ activityId }) => {
        opened.push(activityId);
        return scene.openCheckout?.();
      },
    },
  });
  await connections.start();
  render(Billing);
  if (connection) await screen.findByLabelText('Additional chats', { selector: '[id]' });
  const names = (name: string) => main.log.filter((one) => one.name === name);
  return { main, names, opened, user: userEvent.setup() };
}

afterEach(() => {
  cleanup();
  connections.end();
});

const press = (name: string | RegExp) => screen.getByRole('button', { name });

describe('Billing', () => {
  it('shows the exact change before anything is sent, and sends it at the word', async () => {
    const before = { at: '2026-11-03T09:12:00Z', plan: 'STARTER', additionalChats: 0 };
    const { user, names } = await open({ snapshot: { lastKnown: before } });
    await user.click(screen.getByRole('radio', { name: /^Pro/ }));
    await user.click(screen.getByRole('radio', { name: 'Yearly' }));
    const chats = screen.getByRole('textbox', { name: 'Additional chats' });
    await user.clear(chats);
    await user.type(chats, '2000');
    await user.click(press('Review change'));

    const sheet = await screen.findByRole('region', { name: 'Review and result' });
    expect(within(sheet).getByText('Not sent yet')).toBeVisible();
    expect(sheet).toHaveTextContent(/Plan Starter\s*becomes\s*Pro/);
    expect(sheet).toHaveTextContent(/Additional chats 0\s*becomes\s*2000/);
    expect(sheet).toHaveTextContent('Price Unknown to Foyer');
    expect(sheet).toHaveTextContent(returnUrl);
    expect(sheet).toHaveTextContent('PATCH https://northwind.example/api/v1/billing/subscription');
    expect(sheet).toHaveTextContent('"additionalChats":2000');
    expect(screen.getByText('Will be sent once, to Northwind at northwind.example')).toBeVisible();
    expect(names('billing.send')).toEqual([]);

    await user.click(press('Change Northwind’s plan'));
    expect(names('billing.send')).toEqual([{ name: 'billing.send', input: { reviewId: 'r1' } }]);
  });

  it('chooses no plan for a person whose plan isn’t known', async () => {
    await open({ snapshot: { draft: { ...draft, plan: null } } });
    const plans = within(screen.getByRole('radiogroup', { name: 'Plan' })).getAllByRole('radio');
    expect(plans.map((plan) => plan.getAttribute('aria-checked'))).toEqual(['false', 'false']);
  });

  it('asks main again what is known when the connection leads to another workspace', async () => {
    const { main, names } = await open({ snapshot: { changes: [changeOf()] } });
    const list = [trialConnection('c1', { label: 'Kestrel' })];
    main.emit('connections.changed', { revision: 2, list, currentId: 'c1' });
    expect(names('billing.state')).toHaveLength(1);
    const edited = [trialConnection('c1', { workspaceId: 'w2' })];
    main.emit('connections.changed', { revision: 3, list: edited, currentId: 'c1' });
    await waitFor(() => expect(names('billing.state')).toHaveLength(2));
  });

  it('sends once however often the button is pressed', async () => {
    let finish: (change: SubscriptionChange) => void = () => undefined;
    const sending = new Promise<SubscriptionChange>((resolve) => (finish = resolve));
    const { user, names, main } = await open({ send: () => sending });
    await user.click(press('Review change'));
    const send = await screen.findByRole('button', { name: 'Change Northwind’s plan' });
    await user.dblClick(send);
    await user.click(send);
    expect(send).toHaveAttribute('aria-busy', 'true');
    const change = changeOf({ answer: { workspace: { plan: 'STARTER' } } });
    main.emit('billing.changed', {
      revision: 2,
      connectionId: 'c1',
      draft,
      lastKnown: null,
      changes: [change],
    });
    finish(change);
    expect(
      await screen.findByText('The service changed the subscription and reports the plan Starter.'),
    ).toBeVisible();
    expect(names('billing.send')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Change Northwind’s plan' })).toBeNull();
  });

  it('does not say that a change is being sent which has not left', async () => {
    const { user, main } = await open({ send: () => new Promise(() => undefined) });
    await user.click(press('Review change'));
    await user.click(await screen.findByRole('button', { name: 'Change Northwind’s plan' }));
    const under = { connectionId: 'c1', draft, lastKnown: null };
    const change = changeOf({ outcome: null });
    main.emit('billing.changed', {
      ...{ ...under, revision: 2 },
      changes: [{ ...change, isInLine: true }],
    });
    expect(
      await screen.findByText('Waiting to be sent. Nothing has left this computer yet.'),
    ).toBeVisible();
    expect(screen.queryByText('Sending')).toBeNull();
    main.emit('billing.changed', { ...under, revision: 3, changes: [change] });
    expect(await screen.findByText('Sending')).toBeVisible();
  });

  it('puts the focus on the review, so that Enter pressed twice sends nothing', async () => {
    const { user, names } = await open();
    screen.getByRole('textbox', { name: 'Additional chats' }).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Review' })).toHaveFocus();
    await user.keyboard('{Enter}{Enter}');
    expect(names('billing.send')).toEqual([]);
    expect(names('billing.review')).toHaveLength(1);
  });

  it('asks for a new review after an edit', async () => {
    const { user } = await open();
    await user.click(press('Review change'));
    await screen.findByRole('button', { name: 'Change Northwind’s plan' });
    await user.click(screen.getByRole('radio', { name: 'USD' }));
    expect(screen.queryByRole('button', { name: 'Change Northwind’s plan' })).toBeNull();
    expect(press('Review change')).toBeEnabled();
  });

  it('says at the field what is wrong with it, until it is edited', async () => {
    const { user } = await open({
      review: () => {
        throw invalidField('additionalChats', 'notANumber');
      },
    });
    const chats = screen.getByRole('textbox', { name: 'Additional chats' });
    await user.clear(chats);
    await user.type(chats, 'many');
    await user.click(press('Review change'));
    await waitFor(() => expect(chats).toBeInvalid());
    expect(chats).toHaveAccessibleDescription('Enter a number, for example 2000');
    expect(chats).toHaveValue('many');
    await user.type(chats, '1');
    expect(chats).toBeValid();
  });

  it('puts what the service says of a field at that field', async () => {
    const issues = [{ path: 'body.additionalChats', message: 'At most 100' }];
    const outcome = { kind: 'rejected', status: 400, error: { message: 'no', issues } } as const;
    const { user } = await open({ send: () => Promise.resolve(changeOf({ outcome })) });
    await user.click(press('Review change'));
    await user.click(await screen.findByRole('button', { name: 'Change Northwind’s plan' }));
    const chats = screen.getByRole('textbox', { name: 'Additional chats' });
    await waitFor(() => expect(chats).toHaveAccessibleDescription('At most 100'));
  });

  it('keeps the draft as typed, and hands it over with each key, as quitting asks no window', async () => {
    const { user, names } = await open();
    await user.type(screen.getByRole('textbox', { name: 'Additional chats' }), '7x');
    expect(names('billing.saveDraft').at(-1)).toMatchObject({
      input: { connectionId: 'c1', draft: { additionalChats: '07x' } },
    });
  });

  it('does not write over what is typed when main tells of a change', async () => {
    const { user, main } = await open();
    const chats = screen.getByRole('textbox', { name: 'Additional chats' });
    await user.type(chats, '5');
    main.emit('billing.changed', {
      revision: 9,
      connectionId: 'c1',
      draft,
      lastKnown: null,
      changes: [],
    });
    expect(chats).toHaveValue('05');
  });

  it('offers the steps of the price table where the service has one', async () => {
    const { user, names } = await open({
      connection: trialConnection('c1', { preset: 'typebot-2023' }),
    });
    const steps = screen.getByRole('radiogroup', { name: 'Additional chats' });
    expect(
      within(steps)
        .getAllByRole('radio')
        .map((radio) => radio.textContent.trim()),
    ).toEqual(['0', '1', '2', '3']);
    await user.click(within(steps).getByRole('radio', { name: '3' }));
    await user.click(press('Review change'));
    await waitFor(() =>
      expect(names('billing.review')[0]).toMatchObject({
        input: { draft: { additionalChats: '3' } },
      }),
    );
  });

  it('steps with the buttons, to nought and no further', async () => {
    const { user } = await open();
    const chats = screen.getByRole('textbox', { name: 'Additional chats' });
    await user.click(press('More additional chats'));
    await user.click(press('More additional chats'));
    expect(chats).toHaveValue('2');
    for (let count = 0; count < 4; count += 1) await user.click(press('Fewer additional chats'));
    expect(chats).toHaveValue('0');
  });

  it('shows the checkout by its host and opens it at a click alone', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const change = changeOf({
      answer: { checkoutUrl, workspace: { plan: 'FREE', isSuspended: true } },
      checkout: { host: 'pay.northwind.example', canOpen: true },
      checkoutReturn: { state: 'listening', until },
    });
    const { user, main, opened } = await open({ snapshot: { changes: [change] } });
    expect(await screen.findByText('pay.northwind.example')).toBeVisible();
    expect(screen.getByText('Complete the checkout first. The plan is still Free.')).toBeVisible();
    expect(screen.getByText(/^Waiting for you to return, until/)).toBeVisible();
    expect(screen.getByText('The service says this workspace is suspended')).toBeVisible();
    expect(screen.getByText(/^As reported by the service/)).toBeVisible();
    expect(screen.getAllByText('Not provided').length).toBeGreaterThan(3);
    expect(opened).toEqual([]);
    await user.click(press('Open checkout'));
    expect(opened).toEqual(['a1']);
    main.emit('billing.changed', {
      revision: 2,
      connectionId: 'c1',
      draft,
      lastKnown: null,
      changes: [{ ...change, checkoutReturn: { state: 'back', says: 'completed', at: change.at } }],
    });
    expect(await screen.findByText(/The page reports “completed”/)).toBeVisible();
    expect(screen.queryByText(/Complete the checkout first/)).toBeNull();
  });

  it.each<[string, Partial<SubscriptionChange>, string]>([
    [
      'another workspace’s id',
      { answer: { workspace: { id: 'w2', plan: 'STARTER' } } },
      'Workspace ID: you asked for w1, the answer says w2.',
    ],
    [
      'another plan',
      { answer: { workspace: { id: 'w1', plan: 'FREE' } } },
      'Plan: you asked for Starter, the answer says Free.',
    ],
    [
      'another number of chats',
      { answer: { workspace: { plan: 'STARTER' }, echo: { additionalChats: 500 } } },
      'Additional chats: you asked for 0, the answer says 500.',
    ],
    [
      'another step of the price table',
      { answer: { workspace: { plan: 'STARTER', additionalChatsIndex: 1 } }, chatsInSteps: true },
      'Additional chats: you asked for 0, the answer says 1.',
    ],
    [
      'an index instead of a number',
      { answer: { workspace: { plan: 'STARTER', additionalChatsIndex: 3 } } },
      'Additional chats: you asked for 0, the answer gives index 3 of a price list. Foyer can’t tell if that’s the same.',
    ],
    [
      'another billing period',
      { answer: { workspace: { plan: 'STARTER' }, echo: { isYearly: true } } },
      'Billed: you asked for Monthly, the answer says Yearly.',
    ],
    [
      'another currency',
      { answer: { workspace: { plan: 'STARTER' }, echo: { currency: 'USD' } } },
      'Currency: you asked for EUR, the answer says USD.',
    ],
  ])('says in one line that %s came back', async (what, part, line) => {
    const change = changeOf({ workspaceId: 'w1', ...part });
    await open({ snapshot: { changes: [change] } });
    const said = await screen.findByText(line);
    expect(said).toBeVisible();
    expect(within(said.closest('ul') ?? document.body).getAllByRole('listitem')).toHaveLength(1);
    const isChanged = 'The service changed the subscription and reports the plan Starter.';
    const isOtherwise = 'The service answered without a checkout address, but not as you asked.';
    expect(screen.getByText(what.startsWith('an index') ? isChanged : isOtherwise)).toBeVisible();
  });

  it('says nothing but the workspace otherwise while a checkout is to be completed first', async () => {
    const answer = { checkoutUrl, workspace: { id: 'w2', plan: 'FREE', additionalChatsIndex: 9 } };
    const checkoutReturn = { state: 'elsewhere' } as const;
    const change = changeOf({ workspaceId: 'w1', answer, checkoutReturn });
    await open({ snapshot: { changes: [change] } });
    expect(
      await screen.findByText('Complete the checkout first. The answer names the plan Free.'),
    ).toBeVisible();
    expect(screen.getByText('Workspace ID: you asked for w1, the answer says w2.')).toBeVisible();
    expect(screen.queryByText(/^(?:Plan|Additional chats): you asked/u)).toBeNull();
  });

  it('says what the answer did not confirm, and so does the next review', async () => {
    const answer = { workspace: { id: 'w1', plan: 'STARTER' } };
    const lastKnown = {
      at: new Date().toISOString(),
      plan: 'STARTER',
      unconfirmed: { isYearly: false, currency: 'eur', additionalChats: 0 },
    };
    const { user } = await open({
      snapshot: { changes: [changeOf({ workspaceId: 'w1', answer })], lastKnown },
    });
    expect(
      await screen.findByText('Not confirmed by the answer: Billed, Currency, Additional chats.'),
    ).toBeVisible();
    await user.click(press('Review change'));
    await screen.findByRole('button', { name: 'Change Northwind’s plan' });
    const sheet = screen.getByRole('region', { name: 'Review and result' });
    expect(sheet).toHaveTextContent(/Plan Starter\s*as before/u);
    expect(sheet).toHaveTextContent(
      /Billed Monthly\s*You asked for Monthly\. No answer has confirmed it\./u,
    );
    expect(sheet).toHaveTextContent(/Additional chats 0\s*You asked for 0\. No answer/u);
  });

  it('shows a checkout address that it does not open as text', async () => {
    const change = changeOf({
      answer: { checkoutUrl: 'javascript:alert(1)' },
      checkout: { host: '', canOpen: false },
    });
    await open({ snapshot: { changes: [change] } });
    expect(await screen.findByText('javascript:alert(1)')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Open checkout' })).toBeNull();
    expect(document.querySelector('a[href^="javascript"]')).toBeNull();
  });

  it('says what came back when it was neither workspace nor checkout', async () => {
    await open({ snapshot: { changes: [changeOf({ answer: {}, answerText: '{"ok":true}' })] } });
    expect(await screen.findByText('{"ok":true}')).toBeVisible();
  });

  it.each([
    [{ kind: 'unsure', reason: 'connectionClosed', detail: '' }, /^Sent once/],
    [{ kind: 'notSent', reason: 'offline', detail: '' }, /^Not sent,/],
  ] as const)('says of %j whether it was sent', async (outcome, words) => {
    await open({ snapshot: { changes: [changeOf({ outcome })] } });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText(/^Answered in/)).toBeNull();
  });

  it('waits for a change that is still under way from before', async () => {
    await open({ snapshot: { changes: [changeOf({ outcome: null, tookMs: null })] } });
    expect(await screen.findByText('Waiting for the answer.')).toBeVisible();
    expect(press('Review change')).toBeDisabled();
  });

  it('keeps the review when only the token is missing', async () => {
    const { user } = await open({
      send: () => Promise.reject(new ProblemError({ code: 'tokenMissing', label: 'Northwind' })),
    });
    await user.click(press('Review change'));
    await user.click(await screen.findByRole('button', { name: 'Change Northwind’s plan' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(press('Change Northwind’s plan')).toBeEnabled();
  });

  it('shows an earlier change again', async () => {
    const newest = changeOf({ activityId: 'a2', answer: { workspace: { name: 'Newest' } } });
    const oldest = changeOf({ answer: { workspace: { name: 'Oldest' } } });
    const { user } = await open({ snapshot: { changes: [newest, oldest] } });
    expect(await screen.findByText('Newest')).toBeVisible();
    await user.click(press('Earlier changes'));
    const dialog = await screen.findByRole('dialog', { name: 'Earlier changes' });
    const rows = within(dialog).getAllByRole('listitem');
    await user.click(within(rows[1] ?? dialog).getByRole('button'));
    expect(await screen.findByText('Oldest')).toBeVisible();
  });

  it('shows the way to begin without a connection', async () => {
    const { user } = await open({ connection: null });
    await user.click(press('Get started'));
    expect(navigation.current).toEqual({ screen: 'welcome' });
  });
});
