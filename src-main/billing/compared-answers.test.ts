/** What a change is compared with: every field that comes back, in the writings of other programs. */
import { describe, expect, it } from 'vitest';
import { compareSubscription, isOtherWorkspace } from '@shared/service/subscription-comparison';
import {
  answering,
  at,
  changeOnce,
  elsewhere,
  northwind,
  trialBilling,
} from './testing/trial-billing';

const { open } = trialBilling();
const asked = { ...elsewhere, additionalChats: '0' };
const settings = { plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: 0 };

/**
 * The guide: “Every field that comes back is compared with what you asked for: a different workspace, plan or number of
 * chats is pointed out on its own line.” Services differ in how they write numbers: PHP and PostgreSQL's `numeric` give
 * "5000" for 5000, and ids are numbers where they are the rows of a table. What comes back otherwise than asked for is
 * pointed out in these forms, too: else 5000 more chats are said to be “not confirmed”, and another workspace's plan is
 * taken for this one's.
 */
describe('an answer in other types', () => {
  const differsIn = (change: Parameters<typeof compareSubscription>[0]) =>
    compareSubscription(change)
      .filter(({ verdict }) => verdict === 'differs')
      .map(({ field }) => field);

  it.each([
    ['the control: a number', 5_000],
    ['a number as a text', '5000'],
  ])('another number of chats is pointed out: %s', async (_, additionalChats) => {
    const room = await open(
      answering({ workspace: { id: 'w1', plan: 'PRO' }, additionalChats }).send,
    );
    expect(differsIn(await changeOnce(room, asked))).toEqual(['additionalChats']);
  });

  it.each([
    ['the control: a text', '42'],
    ['a number', 42],
  ])(
    'another workspace is pointed out, and its plan isn’t known of this one: %s',
    async (_, id) => {
      const connection = { ...northwind, workspaceId: '41' };
      const room = await open(answering({ workspace: { id, plan: 'PRO' } }).send, {
        connectionById: () => connection,
      });
      expect(differsIn(await changeOnce(room, asked))).toEqual(['workspaceId']);
      expect((await room.handlers.state(at)).lastKnown).not.toHaveProperty('plan');
    },
  );
});

/**
 * Some programs write "" for what isn't there, as Foyer knows of the checkout's address and of the workspace's facts,
 * which it calls “Not given” then. An answer whose workspace says so of its id, its plan or the currency confirms nothing
 * of that and denies nothing: it isn't another workspace's, and no plan without a name is known from then on.
 */
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

/**
 * The guide: “Every field that comes back is compared with what you asked for”. A currency is compared whichever letters the service
 * has for it; a plan in small letters, as Stripe-like services keep it, is said to be another one than was asked for.
 */
describe('a plan in small letters', () => {
  const input = {
    returnUrl: 'http://127.0.0.1:1/back',
    plan: 'PRO',
    additionalChats: 0,
    currency: 'usd',
    isYearly: false,
  } as const;
  const verdictOf = (field: string, answer: object) =>
    compareSubscription({ input, answer, workspaceId: 'w1' }).find((one) => one.field === field)
      ?.verdict;

  it('the control: a currency in capitals', () => {
    expect(verdictOf('currency', { workspace: { plan: 'PRO' }, echo: { currency: 'USD' } })).toBe(
      'confirmed',
    );
  });

  it.each(['pro', 'Pro'])('%s is the plan that was asked for', (plan) => {
    expect(verdictOf('plan', { workspace: { plan } })).toBe('confirmed');
  });
});

/**
 * The guide: “a different workspace … is pointed out on its own line”. A service whose ids are the numbers of rows answers with
 * the workspace at the top, as is documented, with fields that only a workspace has. The owner's is 41, the answer is of 42:
 * under `workspace` that is pointed out, at the top the other's plan is taken for this one's.
 */
describe('another workspace at the top, by its number', () => {
  const facts = { name: 'Another studio', plan: 'PRO', customSeatsLimit: 5, isSuspended: false };

  it.each([
    ['the control: a text at the top', { id: '42', ...facts }],
    ['the control: under `workspace`', { workspace: { id: 42, ...facts } }],
    ['a number at the top', { id: 42, ...facts }],
  ])('another workspace is pointed out: %s', async (_, body) => {
    const connection = { ...northwind, workspaceId: '41' };
    const room = await open(answering(body).send, { connectionById: () => connection });
    const change = await changeOnce(room, asked);
    const differing = compareSubscription(change).filter(({ verdict }) => verdict === 'differs');
    expect(differing.map(({ field }) => field)).toEqual(['workspaceId']);
    expect((await room.handlers.state(at)).lastKnown).not.toHaveProperty('plan');
  });
});

/**
 * The guide: “a different workspace … is pointed out on its own line”. A service answers with the row of its subscription:
 * its id is a number, while the workspace's is a text (`w1`), so that it can't be this workspace in another writing, nor
 * another one. Foyer says that the answer is about another workspace, “981”, and doesn't know the plan that was confirmed.
 */
describe('the number of a row beside the change', () => {
  it.each([
    ['the control: no id', {}],
    ['the number of a row', { id: 981 }],
  ])('says nothing of another workspace: %s', async (_, ids) => {
    const room = await open(answering({ ...ids, ...settings }).send);
    const change = await changeOnce(room, asked);
    const differs = compareSubscription(change).filter(({ verdict }) => verdict === 'differs');
    expect(differs).toEqual([]);
    expect((await room.handlers.state(at)).lastKnown).toMatchObject({ plan: 'PRO' });
  });
});

/**
 * The guide: “a different workspace … is pointed out on its own line”. As of the number of a row at the top of an answer,
 * which is mended: inside `workspace`, or as `workspaceId` beside the change, a service may write the number of the row,
 * while the id that the owner typed, and that it took, is a text (`w1`). No number is that workspace in another writing,
 * nor another one. Foyer says that the answer is about another workspace, “981”, and doesn't know the plan confirmed.
 */
describe('the number of a row inside the workspace', () => {
  it.each([
    ['the control: no id', { workspace: { plan: 'PRO' }, ...settings }],
    ['the control: at the top', { id: 981, ...settings }],
    ['inside the workspace', { workspace: { id: 981, plan: 'PRO' }, ...settings }],
    ['beside the change', { id: 'sub_1', workspaceId: 981, ...settings }],
  ])('says nothing of another workspace: %s', async (_, body) => {
    const room = await open(answering(body).send);
    const change = await changeOnce(room, asked);
    const differing = compareSubscription(change).filter(({ verdict }) => verdict === 'differs');
    expect(differing.map(({ field }) => field)).toEqual([]);
    expect((await room.handlers.state(at)).lastKnown).toMatchObject({ plan: 'PRO' });
  });
});
