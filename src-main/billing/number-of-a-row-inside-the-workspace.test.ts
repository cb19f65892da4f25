/**
 * The guide: “a different workspace … is pointed out on its own line”. As of the number of a row at the top of an answer,
 * which is mended: inside `workspace`, or as `workspaceId` beside the change, a service may write the number of the row,
 * while the id that the owner typed, and that it took, is a text (`w1`). No number is that workspace in another writing,
 * nor another one. Foyer says that the answer is about another workspace, “981”, and doesn't know the plan confirmed.
 */
import { expect, it } from 'vitest';
import { compareSubscription } from '@shared/service/subscription-comparison';
import { answering, at, changeOnce, elsewhere, trialBilling } from './testing/trial-billing';

const { open } = trialBilling();
const asked = { ...elsewhere, additionalChats: '0' };
const settings = { plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: 0 };

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
