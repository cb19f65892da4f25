/** What is known of a subscription, and what a change is compared with. */
import { describe, expect, it } from 'vitest';
import {
  answering,
  at,
  changeOnce,
  draft,
  elsewhere,
  northwind,
  trialBilling,
} from './testing/trial-billing';

const { open } = trialBilling();

describe('billing', () => {
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
