import { expect, it } from 'vitest';
import type { OutboxItem } from '@shared/publishing';
import { installFakeMain } from '../../testing/fake-main';
import { untilText, whyText } from './why-text';

/** A theme that was tried without getting there, and waits for something. */
const tried = (why: OutboxItem['why'], reason: 'offline' | 'certificate'): OutboxItem => ({
  ...{ themeId: 't1', connectionId: 'n', name: 'Harbour', asked: 1, isFirst: true, why },
  ...{ since: '2026-11-20T14:05:00Z', outcome: { kind: 'notSent', reason, detail: '' } },
});

const detailOf = (why: OutboxItem['why'], reason: 'offline' | 'certificate'): string => {
  installFakeMain({});
  return whyText(tried(why, reason)).detail;
};

it('the control: why a try never left is said where it waits for a way', () => {
  expect(detailOf('unreachable', 'offline')).toBe('This computer was offline.');
});

it.each(['asked', 'answered'] as const)(
  'where the service has answered another theme since, no more is said than that the last try never left: %s',
  (why) => {
    for (const reason of ['offline', 'certificate'] as const) {
      expect(detailOf(why, reason)).toBe('The last try didn’t reach the service.');
    }
  },
);

it.each([
  [1, '1 s'],
  [89, '89 s'],
  [90, '2 min'],
  [7_200, '2 h'],
  [8_940, '2 h 29 min'],
  [8_941, '2 h 30 min'],
])('says no less than is left of a wait: %i s', (seconds, said) => {
  const now = Date.parse('2026-01-02T03:04:05.000Z');
  expect(untilText(new Date(now + seconds * 1_000).toISOString(), now)).toBe(said);
});
