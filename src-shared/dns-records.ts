/** The kinds of DNS records, for main and for the windows, which carry no schemas. */
import type { DnsLook } from './dns';

/** The kinds of records that a custom domain is made of. */
export const dnsRecordTypes = ['A', 'AAAA', 'CNAME', 'TXT'] as const;
export type DnsRecordType = (typeof dnsRecordTypes)[number];

/** Whether no question of the look was answered: most likely the network is away. */
export function isUnanswered(look: DnsLook): boolean {
  return dnsRecordTypes.every((type) => look.records[type].state === 'failed');
}
