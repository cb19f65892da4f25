/** The plans that a workspace can have: more than can be asked for. Contract, *Update subscription*. */
const workspacePlans = [
  'FREE',
  'STARTER',
  'PRO',
  'LIFETIME',
  'OFFERED',
  'CUSTOM',
  'UNLIMITED',
] as const;
export type WorkspacePlan = (typeof workspacePlans)[number];

/** The plan that a service names: the documented one, in whichever letters it wrote it, or else what it wrote. */
export function readPlan(written: string): string {
  const name = written.trim().toUpperCase();
  return workspacePlans.find((plan) => plan === name) ?? written;
}
