/**
 * The guide: “a different workspace … is pointed out on its own line”. A service whose ids are the numbers of rows answers with
 * the workspace at the top, as is documented, with fields that only a workspace has. The owner's is 41, the answer is of 42:
 * under `workspace` that is pointed out, at the top the other's plan is taken for this one's.
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
