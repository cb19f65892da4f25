/**
 * A change of a subscription beside its answer, field by field: what the answer confirms, what it
 * says otherwise, and what it leaves open. Main and the windows read it here, so that what is shown
 * as known is what was confirmed.
 */
import type { SubscriptionChange } from '../sending';
import { idBeside } from './answered-id';
import type { Workspace } from './answers';
import { readPlan } from './workspace-plans';

/** The settings that can be asked for. */
export const subscriptionSettings = ['plan', 'isYearly', 'currency', 'additionalChats'] as const;
export type SubscriptionSetting = (typeof subscriptionSettings)[number];

type Value = string | number | boolean;

/** One field that was asked for, beside what came back. */
export type FieldComparison = {
  readonly field: SubscriptionSetting | 'workspaceId';
  readonly asked: Value;
} & (
  | { readonly verdict: 'confirmed' | 'differs'; readonly answered: Value }
  /** A place in the service's price table: it may mean the number that was asked for, or another. */
  | { readonly verdict: 'index'; readonly answered: number }
  | { readonly verdict: 'notAnswered' }
);

type Compared = Pick<SubscriptionChange, 'input' | 'answer' | 'workspaceId' | 'chatsInSteps'>;

/** Every field that was asked for. Where the change is of an older Foyer, the workspace is left out. */
export function compareSubscription(change: Compared): FieldComparison[] {
  const { input, answer, workspaceId } = change;
  const { workspace } = answer ?? {};
  const echo = confirmingEcho(change);
  const settings: FieldComparison[] = [
    compared('plan', input.plan, planIn(workspace)),
    compared('isYearly', input.isYearly, echo?.isYearly),
    compared('currency', input.currency, echo?.currency?.toLowerCase()),
    chatsCompared(change),
  ];
  if (workspaceId === undefined) return settings;
  const ids = [workspace?.id, answer?.echo?.workspaceId]
    .map((id) => idBeside(workspaceId, id))
    .filter((id) => id !== undefined);
  const answered = ids.includes(workspaceId) ? workspaceId : ids[0];
  return [compared('workspaceId', workspaceId, answered), ...settings];
}

/** Whether the answer is about another workspace than the one that was to be changed. */
export function isOtherWorkspace(change: Compared): boolean {
  return compareSubscription(change).some(
    ({ field, verdict }) => field === 'workspaceId' && verdict === 'differs',
  );
}

/** What the service said back of the settings. Beside a checkout it is the request, not yet done. */
function confirmingEcho({ answer }: Compared) {
  return answer?.checkoutUrl === undefined ? answer?.echo : undefined;
}

function compared(
  field: FieldComparison['field'],
  asked: Value,
  answered: Value | undefined,
): FieldComparison {
  if (answered === undefined) return { field, asked, verdict: 'notAnswered' };
  return { field, asked, answered, verdict: answered === asked ? 'confirmed' : 'differs' };
}

function planIn(workspace: Workspace | undefined): Value | undefined {
  const plan = workspace?.plan;
  return typeof plan === 'string' ? readPlan(plan) : plan;
}

function chatsCompared(change: Compared): FieldComparison {
  const { input, answer, chatsInSteps = false } = change;
  const field = 'additionalChats';
  const asked = input.additionalChats;
  const answered = confirmingEcho(change)?.additionalChats;
  const index = answer?.workspace?.additionalChatsIndex;
  if (answered !== undefined || typeof index !== 'number') return compared(field, asked, answered);
  // Where steps were asked for, the index is one of them.
  if (chatsInSteps || index === asked) return compared(field, asked, index);
  return { field, asked, answered: index, verdict: 'index' };
}
