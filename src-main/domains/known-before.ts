/** What is known of a name before it is looked at again. Pure. */
import type { DnsCheck, EarlierLook } from '@shared/dns';
import { dnsRecordTypes, isUnanswered } from '@shared/dns-records';

/** A question that nobody answered is no reason to forget what was known. */
export function knownBefore({ now, before }: DnsCheck): EarlierLook | undefined {
  if (isUnanswered(now)) return before;
  const records = { ...now.records };
  const earlier: EarlierLook['earlier'] = {};
  for (const type of dnsRecordTypes) {
    if (!before || records[type].state !== 'failed' || before.records[type].state === 'failed')
      continue;
    records[type] = before.records[type];
    earlier[type] = before.earlier?.[type] ?? before.at;
  }
  return Object.keys(earlier).length === 0 ? now : { at: now.at, records, earlier };
}
