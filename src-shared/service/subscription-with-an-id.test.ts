/** An answer that is the subscription itself has an id of its own, and beside it names the workspace. */
import { expect, it } from 'vitest';
import { readSubscriptionAnswer } from './answers';
import { compareSubscription, isOtherWorkspace } from './subscription-comparison';

const input = {
  plan: 'PRO',
  isYearly: false,
  currency: 'eur',
  additionalChats: 0,
  returnUrl: 'https://northwind.example/back',
} as const;

function changeAnswered(body: object) {
  const answer = readSubscriptionAnswer(body);
  if (!answer) throw new Error('that is an answer');
  return { input, workspaceId: 'w1', answer };
}

it('the control: the workspace that was asked for, and another one', () => {
  expect(isOtherWorkspace(changeAnswered({ id: 'w1', plan: 'PRO' }))).toBe(false);
  expect(isOtherWorkspace(changeAnswered({ workspace: { id: 'w2', plan: 'PRO' } }))).toBe(true);
  expect(isOtherWorkspace(changeAnswered({ id: 'sub_1', workspaceId: 'w2', plan: 'PRO' }))).toBe(
    true,
  );
});

it('is not taken for one about another workspace where it names the one that was asked for', () => {
  const change = changeAnswered({ id: 'sub_1', workspaceId: 'w1', plan: 'PRO' });
  const [workspace] = compareSubscription(change);
  expect(workspace).toMatchObject({ field: 'workspaceId', asked: 'w1', verdict: 'confirmed' });
  expect(isOtherWorkspace(change)).toBe(false);
});
