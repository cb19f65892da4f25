/** What is said to have changed between two looks at the DNS. */
import { expect, it } from 'vitest';
import type { DnsLook } from '@shared/dns';
import { checkSummary } from './dns-text';

const none = { state: 'none' } as const;
const look = (A: DnsLook['records']['A'], at: string): DnsLook => ({
  at,
  records: { A, AAAA: none, CNAME: none, TXT: none },
});

it('is not a record of which nothing was known before', () => {
  // The name server failed for one question at the check before; at both others it said the same.
  const before = look({ state: 'failed', reason: 'serverFailed' }, '2026-01-02T03:04:05.000Z');
  const now = look({ state: 'found', values: ['192.0.2.1'] }, '2026-01-02T03:05:05.000Z');
  expect(checkSummary({ now, before })).not.toMatch(/^Changed/u);
});

it('is the last record that went, before it is that the name points nowhere', () => {
  const before = look({ state: 'found', values: ['192.0.2.1'] }, '2026-01-02T03:04:05.000Z');
  const now = look(none, '2026-01-02T03:05:05.000Z');
  expect(checkSummary({ now, before })).toBe('Changed since the last check: A.');
});
