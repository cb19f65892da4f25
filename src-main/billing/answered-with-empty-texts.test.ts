/**
 * Some programs write "" for what isn't there, as Foyer knows of the checkout's address and of the workspace's facts,
 * which it calls “Not given” then. An answer whose workspace says so of its id, its plan or the currency confirms nothing
 * of that and denies nothing: it isn't another workspace's, and no plan without a name is known from then on.
 */
import { describe, expect, it } from 'vitest';
import { compareSubscription, isOtherWorkspace } from '@shared/service/subscription-comparison';
import { answering, at, changeOnce, elsewhere, trialBilling } from './testing/trial-billing';

const { open } = trialBilling();

describe('an answer that leaves a text empty', () => {
  it('the control: what is left out is open', async () => {
    const room = await open(answering({ workspace: { name: 'Northwind', plan: 'PRO' } }).send);
    const change = await changeOnce(room, elsewhere);
    expect(isOtherWorkspace(change)).toBe(false);
    expect((await room.handlers.state(at)).lastKnown).toMatchObject({ plan: 'PRO' });
  });

  it('is not said to be of another workspace where that is the id', async () => {
    const body = { workspace: { id: '', name: 'Northwind', plan: 'PRO' } };
    const room = await open(answering(body).send);
    const change = await changeOnce(room, elsewhere);
    expect(isOtherWorkspace(change)).toBe(false);
    expect((await room.handlers.state(at)).lastKnown).toMatchObject({ plan: 'PRO' });
  });

  it('is not said to be another plan or currency than was asked for', async () => {
    const body = { workspace: { id: 'w1', plan: '' }, currency: '' };
    const room = await open(answering(body).send);
    const change = await changeOnce(room, elsewhere);
    const denied = compareSubscription(change).filter(({ verdict }) => verdict === 'differs');
    expect(denied).toEqual([]);
    expect((await room.handlers.state(at)).lastKnown?.plan).not.toBe('');
  });
});
