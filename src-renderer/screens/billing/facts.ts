/** The documented facts of a workspace, in the order in which they are shown. */
import { m } from '@shared/messages/messages';
import type { Workspace } from '@shared/service/answers';
import { dayAndTime } from '../../ui/time';
import { planName } from '../../features/sending/plan-name';

type Field = keyof Workspace;

/** What a person looks for first. */
export const mainFacts: readonly Field[] = [
  'name',
  'plan',
  'customChatsLimit',
  'customSeatsLimit',
  'updatedAt',
  'customStorageLimit',
  'isSuspended',
  'isQuarantined',
];

export const otherFacts: readonly Field[] = [
  'id',
  'icon',
  'createdAt',
  'billingProviderId',
  'additionalChatsIndex',
  'additionalStorageIndex',
  'chatsLimitFirstEmailSentAt',
  'chatsLimitSecondEmailSentAt',
  'storageLimitFirstEmailSentAt',
  'storageLimitSecondEmailSentAt',
];

const names: Readonly<Record<Field, () => string>> = {
  id: () => m.billing_fact_id(),
  name: () => m.billing_fact_name(),
  plan: () => m.billing_fact_plan(),
  icon: () => m.billing_fact_icon(),
  createdAt: () => m.billing_fact_created(),
  updatedAt: () => m.billing_fact_updated(),
  billingProviderId: () => m.billing_fact_provider(),
  additionalChatsIndex: () => m.billing_fact_chats_index(),
  additionalStorageIndex: () => m.billing_fact_storage_index(),
  customChatsLimit: () => m.billing_fact_chats_limit(),
  customStorageLimit: () => m.billing_fact_storage_limit(),
  customSeatsLimit: () => m.billing_fact_seats_limit(),
  chatsLimitFirstEmailSentAt: () => m.billing_fact_chats_first(),
  chatsLimitSecondEmailSentAt: () => m.billing_fact_chats_second(),
  storageLimitFirstEmailSentAt: () => m.billing_fact_storage_first(),
  storageLimitSecondEmailSentAt: () => m.billing_fact_storage_second(),
  isSuspended: () => m.billing_fact_suspended(),
  isQuarantined: () => m.billing_fact_quarantined(),
};

export function factName(field: Field): string {
  return names[field]();
}

/** The value as the service gave it, for a person to read. */
export function factValue(workspace: Workspace, field: Field, now: number): string {
  const value = workspace[field];
  if (value === undefined || value === '') return m.billing_not_given();
  if (typeof value === 'boolean') return value ? m.billing_yes() : m.billing_no();
  if (field === 'plan') return planName(String(value));
  if (field.endsWith('At')) return dayAndTime(String(value), now);
  return String(value);
}
