import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Connection } from '@shared/connection';
import type { Billing, BillingDraft } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { createBilling } from './billing';
import {
  answering,
  at,
  changeOnce,
  draft,
  elsewhere,
  northwind,
  trialBilling,
} from './testing/trial-billing';

/** What is known of a subscription, and what a change is compared with. */
describe('what is known of a subscription', () => {
  const { open } = trialBilling();

  describe('what is known', () => {
    it.each([{ workspaceId: 'w2' }, { baseAddress: 'https://other.example/api/v1' }])(
      'is not what another workspace answered, to which the connection led before: %o',
      async (edit) => {
        let connection = northwind;
        const service = answering({ workspace: { id: 'w1', plan: 'PRO' } });
        const room = await open(service.send, { connectionById: () => connection });
        await changeOnce(room, elsewhere);
        expect(await room.handlers.state(at)).toMatchObject({ lastKnown: { plan: 'PRO' } });
        connection = { ...northwind, ...edit };
        expect(await room.handlers.state(at)).toMatchObject({ lastKnown: null, changes: [] });
        expect(await changeOnce(room, elsewhere)).toMatchObject({ before: null });
        connection = northwind;
        expect((await room.handlers.state(at)).changes).toHaveLength(1);
      },
    );
  });

  it('compares with what was confirmed, and tells what was only asked for apart', async () => {
    const service = answering({ workspace: { id: 'w1', plan: 'PRO' }, isYearly: true });
    const room = await open(service.send);
    await changeOnce(room);
    const second = await changeOnce(room, { ...draft, plan: 'STARTER', additionalChats: '0' });
    expect(second.before).toMatchObject({
      plan: 'PRO',
      isYearly: true,
      unconfirmed: { currency: 'eur', additionalChats: 2_000 },
    });
    expect(second.before).not.toHaveProperty('additionalChats');
    const { lastKnown } = await room.handlers.state(at);
    expect(lastKnown).toMatchObject({ plan: 'PRO', unconfirmed: { additionalChats: 0 } });
    expect(lastKnown?.unconfirmed).not.toHaveProperty('plan');
  });

  it('knows nothing by an answer about another workspace', async () => {
    const room = await open(answering({ workspace: { id: 'w2', plan: 'PRO' } }).send);
    const change = await changeOnce(room);
    expect(change).toMatchObject({ workspaceId: 'w1', answer: { workspace: { id: 'w2' } } });
    const { lastKnown } = await room.handlers.state(at);
    expect(lastKnown).not.toHaveProperty('plan');
    expect(lastKnown).toMatchObject({ unconfirmed: { plan: 'PRO' } });
  });

  it('keeps what the answer says back of the request, bounded', async () => {
    const body = { workspace: { plan: 'PRO' }, additionalChats: 5, currency: 'x'.repeat(9_000) };
    const room = await open(answering(body).send);
    const { answer } = await changeOnce(room);
    expect(answer?.echo).toEqual({ additionalChats: 5, currency: 'x'.repeat(4_000) });
  });

  it('still knows the subscription when a connection is removed and the same workspace entered anew', async () => {
    const room = await open(answering({ workspace: { id: 'w1', plan: 'PRO' } }).send, {
      connectionById: (id) => ({ ...northwind, id }),
    });
    await changeOnce(room, elsewhere);
    const anew = { connectionId: 'entered-anew' };
    const state = await room.handlers.state(anew);
    expect(state).toMatchObject({ lastKnown: { plan: 'PRO' }, draft: { plan: 'PRO' } });
    expect(state.changes).toHaveLength(1);
  });

  it('still knows what was confirmed, however many changes are refused after it', async () => {
    let service = answering({ workspace: { id: 'w1', plan: 'PRO' } });
    const room = await open((...sent) => service.send(...sent));
    await changeOnce(room, elsewhere);
    service = answering(undefined, { kind: 'rejected', status: 400 });
    for (let count = 0; count < 103; count += 1) await changeOnce(room, elsewhere);
    const { lastKnown, changes } = await room.handlers.state(at);
    expect(lastKnown).toMatchObject({ plan: 'PRO' });
    expect(changes).toHaveLength(101);
  });

  it('remembers the last hundred changes', async () => {
    const room = await open(answering({ workspace: { plan: 'PRO' } }).send);
    for (let count = 0; count < 103; count += 1) await changeOnce(room, elsewhere);
    expect((await room.handlers.state(at)).changes).toHaveLength(100);
  });
});

/**
 * A service took additional chats as steps of its price table (Typebot, 2023 API), and confirmed step 2. It is a newer
 * one since, and the connection's service type is edited to the documented API, where the field is a number of chats.
 * What is known from then on, and what the form begins with, is not “2 chats”: the review would say of 2 chats “as
 * before”, and nobody has asked for 2 chats, or had them confirmed.
 */
describe('steps of a price table, where chats are asked for', () => {
  const inSteps = trialConnection('northwind', { preset: 'typebot-2023' });
  const inChats: Connection = { ...inSteps, preset: 'documented' };
  const at = { connectionId: inSteps.id };
  const draft: BillingDraft = {
    ...{ plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: '2' },
    ...{ ownReturn: true, returnUrl: '' },
  };
  const body = { workspace: { id: inSteps.workspaceId, plan: 'PRO', additionalChatsIndex: 2 } };

  /** What is known after step 2 was confirmed, of the connection as it is then. */
  async function knownOf(then: Connection): Promise<Billing> {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-billing-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    let connection = inSteps;
    const room = await createBilling({
      ...{ folder, warn: () => undefined, onReturn: () => undefined },
      openExternal: () => Promise.resolve(),
      connectionById: (id) => (id === connection.id ? connection : undefined),
      async send(_connection, _request, { activityId, beforeStart, onStart }) {
        await beforeStart();
        onStart();
        const outcome = { kind: 'accepted', status: 200 } as const;
        return { activityId, outcome, body, bodyText: JSON.stringify(body), tookMs: 1 };
      },
    });
    const { reviewId } = await room.handlers.review({ ...at, draft });
    await room.handlers.send({ reviewId });
    connection = then;
    const state = await room.handlers.state(at);
    await room.close();
    return state;
  }

  it('the control: where steps are asked for, step 2 is known', async () => {
    const { lastKnown } = await knownOf(inSteps);
    expect(lastKnown).toMatchObject({ plan: 'PRO', additionalChats: 2 });
  });

  it('where chats are asked for, it is not known as 2 chats', async () => {
    const { lastKnown } = await knownOf(inChats);
    expect(lastKnown).toMatchObject({ plan: 'PRO' });
    expect(lastKnown).not.toHaveProperty('additionalChats');
  });
});
