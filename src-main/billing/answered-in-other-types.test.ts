/**
 * The guide: “Every field that comes back is compared with what you asked for: a different workspace, plan or number of
 * chats is pointed out on its own line.” Services differ in how they write numbers: PHP and PostgreSQL's `numeric` give
 * "5000" for 5000, and ids are numbers where they are the rows of a table. What comes back otherwise than asked for is
 * pointed out in these forms, too: else 5000 more chats are said to be “not confirmed”, and another workspace's plan is
 * taken for this one's.
 */
import { expect, it } from 'vitest';
import { compareSubscription } from '@shared/service/subscription-comparison';
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
])('another workspace is pointed out, and its plan isn’t known of this one: %s', async (_, id) => {
  const connection = { ...northwind, workspaceId: '41' };
  const room = await open(answering({ workspace: { id, plan: 'PRO' } }).send, {
    connectionById: () => connection,
  });
  expect(differsIn(await changeOnce(room, asked))).toEqual(['workspaceId']);
  expect((await room.handlers.state(at)).lastKnown).not.toHaveProperty('plan');
});
