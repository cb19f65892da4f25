/** What the plans of a subscription are called. */
import { m } from '@shared/messages/messages';

const planNames: Readonly<Record<string, () => string>> = {
  FREE: () => m.billing_plan_free(),
  STARTER: () => m.billing_plan_starter(),
  PRO: () => m.billing_plan_pro(),
  LIFETIME: () => m.billing_plan_lifetime(),
  OFFERED: () => m.billing_plan_offered(),
  CUSTOM: () => m.billing_plan_custom(),
  UNLIMITED: () => m.billing_plan_unlimited(),
};

/** A plan's name; one that isn't in the contract is shown as the service wrote it. */
export function planName(plan: string): string {
  return Object.hasOwn(planNames, plan) ? (planNames[plan]?.() ?? plan) : plan;
}
