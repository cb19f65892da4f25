import { expect, it } from 'vitest';
import type { OutboxItem } from '@shared/publishing';
import { installFakeMain } from '../../testing/fake-main';
import { whyText } from './why-text';

/** A theme that was tried while there was no network, and waits for something. */
const triedOffline = (why: OutboxItem['why']): OutboxItem => ({
  ...{ themeId: 't1', connectionId: 'n', name: 'Harbour', asked: 1, isFirst: true, why },
  ...{ since: '2026-11-20T14:05:00Z', outcome: { kind: 'notSent', reason: 'offline', detail: '' } },
});

const detailOf = (why: OutboxItem['why']): string => {
  installFakeMain({});
  return whyText(triedOffline(why)).detail;
};

it('the control: a computer is offline where that is what it waits for', () => {
  expect(detailOf('unreachable')).toBe('This computer is offline.');
});

it.each(['asked', 'answered'] as const)(
  'isn’t said to be where the service has answered another theme since: %s',
  (why) => expect(detailOf(why)).toBe(''),
);
