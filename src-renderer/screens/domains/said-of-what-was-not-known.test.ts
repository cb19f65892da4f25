/** What is said of a record of which the check before got no answer. It may have changed: nobody knows. */
import { expect, it } from 'vitest';
import type { DnsLook } from '@shared/dns';
import { checkSummary } from './dns-text';

const none = { state: 'none' } as const;
const look = (A: DnsLook['records']['A'], at: string): DnsLook => ({
  at,
  records: { A, AAAA: none, CNAME: none, TXT: none },
});
const now = look({ state: 'found', values: ['192.0.2.2'] }, '2026-01-02T03:05:05.000Z');
const nothingChanged = 'Nothing changed since the last check.';

it('the control: where it was the same before, that nothing changed', () => {
  const before = { ...now, at: '2026-01-02T03:04:05.000Z' };
  expect(checkSummary({ now, before })).toBe(nothingChanged);
});

it('where it was not known before, not that nothing changed', () => {
  // Two checks ago it was 192.0.2.1; the table shows in bold: now 192.0.2.2, before “Unknown: no answer”.
  const before = look({ state: 'failed', reason: 'noAnswer' }, '2026-01-02T03:04:05.000Z');
  expect(checkSummary({ now, before })).not.toBe(nothingChanged);
});
