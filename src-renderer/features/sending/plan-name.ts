/** What the plans of a subscription are called. */
import { m } from '@shared/messages/messages';
import { readPlan, type WorkspacePlan } from '@shared/service/workspace-plans';

const planNames: Readonly<Record<string, () => string>> = {
  FREE: () => m.billing_plan_free(),
  STARTER: () => m.billing_plan_starter(),
  PRO: () => m.billing_plan_pro(),
  LIFETIME: () => m.billing_plan_lifetime(),
  OFFERED: () => m.billing_plan_offered(),
  CUSTOM: () => m.billing_plan_custom(),
  UNLIMITED: () => m.billing_plan_unlimited(),
} satisfies Record<WorkspacePlan, () => string>;

/** A plan's name; one that isn't in the contract is shown as the service wrote it. */
export function planName(written: string): string {
  const plan = readPlan(written);
  return Object.hasOwn(planNames, plan) ? (planNames[plan]?.() ?? plan) : plan;
}
