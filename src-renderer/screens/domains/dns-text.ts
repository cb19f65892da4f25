/** Words of a DNS check, and what changed between two looks. */
import type { DnsCheck, DnsRecords } from '@shared/dns';
import { dnsRecordTypes, isUnanswered, type DnsRecordType } from '@shared/dns-records';
import { m } from '@shared/messages/messages';

/** What stands in place of values. */
export function noValuesText(records: Exclude<DnsRecords, { state: 'found' }>): string {
  if (records.state === 'none') return m.domains_dns_none();
  return records.reason === 'noAnswer' ? m.domains_dns_no_answer() : m.domains_dns_server_failed();
}

/** Whether two looks say the same; what is not known is the same as nothing. */
export function sameRecords(one: DnsRecords, other: DnsRecords): boolean {
  if (one.state !== 'found' || other.state !== 'found') return one.state === other.state;
  return (
    one.values.length === other.values.length &&
    one.values.every((value, index) => value === other.values[index])
  );
}

/** Whether every question was answered, each with nothing. */
export function pointsNowhere({ now }: DnsCheck): boolean {
  return dnsRecordTypes.every((type) => now.records[type].state === 'none');
}

/** Whether both what is and what was are known. */
function isComparable({ now, before }: DnsCheck, type: DnsRecordType): boolean {
  return now.records[type].state !== 'failed' && before?.records[type].state !== 'failed';
}

/** Whether it is known to be something else than before. */
export function hasChanged(check: DnsCheck, type: DnsRecordType): boolean {
  const { now, before } = check;
  if (!before || !isComparable(check, type)) return false;
  return !sameRecords(now.records[type], before.records[type]);
}

/** What is said aloud after a check, and shown above its records. */
export function checkSummary(check: DnsCheck): string {
  const { now, before } = check;
  if (isUnanswered(now)) return m.domains_dns_offline();
  if (!before)
    return pointsNowhere(check) ? m.domains_dns_nowhere() : m.domains_dns_first_summary();
  const changed = dnsRecordTypes.filter((type) => hasChanged(check, type));
  if (changed.length > 0) return m.domains_dns_changed_summary({ types: changed.join(', ') });
  if (pointsNowhere(check)) return m.domains_dns_nowhere();
  return dnsRecordTypes.every((type) => isComparable(check, type))
    ? m.domains_dns_unchanged_summary()
    : m.domains_dns_first_summary();
}
