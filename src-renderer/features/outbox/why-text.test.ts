import { expect, it } from 'vitest';
import { m } from '@shared/messages/messages';
import type { OutboxItem } from '@shared/publishing';
import { installFakeMain } from '../../testing/fake-main';
import { whyText } from './why-text';

/** A theme that was tried without getting there, and waits for something. */
const tried = (why: OutboxItem['why'], reason: 'offline' | 'certificate'): OutboxItem => ({
  ...{ themeId: 't1', connectionId: 'n', name: 'Harbour', asked: 1, isFirst: true, why },
  ...{ since: '2026-11-20T14:05:00Z', outcome: { kind: 'notSent', reason, detail: '' } },
});

const detailOf = (
  why: OutboxItem['why'],
  reason: 'offline' | 'certificate' = 'offline',
): string => {
  installFakeMain({});
  return whyText(tried(why, reason)).detail;
};

it('the control: a computer is offline where that is what it waits for', () => {
  expect(detailOf('unreachable')).toBe('This computer is offline.');
});

it.each(['asked', 'answered'] as const)(
  'isn’t said to be where the service has answered another theme since: %s',
  (why) => expect(detailOf(why)).toBe(''),
);

it('a certificate that isn’t trusted is told of a try in spite of a wait', () => {
  expect(detailOf('asked', 'certificate')).toBe(m.outcome_not_sent_certificate());
});
