/**
 * The guide: “a different workspace … is pointed out on its own line”. A service answers with the row of its subscription:
 * its id is a number, while the workspace's is a text (`w1`), so that it can't be this workspace in another writing, nor
 * another one. Foyer says that the answer is about another workspace, “981”, and doesn't know the plan that was confirmed.
 */
import { expect, it } from 'vitest';
import { compareSubscription } from '@shared/service/subscription-comparison';
import { answering, at, changeOnce, elsewhere, trialBilling } from './testing/trial-billing';

const { open } = trialBilling();
const asked = { ...elsewhere, additionalChats: '0' };
const settings = { plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: 0 };

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
