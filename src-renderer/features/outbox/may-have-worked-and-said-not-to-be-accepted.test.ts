/**
 * A later save is answered so that it may have worked: with a redirect of 300, 302 or 303, say. What the outbox’s list
 * says of it while it waits.
 */
import { expect, it } from 'vitest';
import type { OutboxItem } from '@shared/publishing';
import type { Outcome } from '@shared/service/outcome';
import { whyText } from './why-text';

/** What is said of a theme that was answered so. */
function wordsOf(why: OutboxItem['why'], outcome: Outcome): string {
  const { line, detail } = whyText({
    ...{ themeId: 'a', connectionId: 'c1', name: 'Harbour', why, outcome },
    ...{ since: '2026-01-02T03:04:05.000Z', isFirst: false },
  });
  return `${line}. ${detail}`;
}

it('the control: a redirect for the same method did nothing', () => {
  const words = wordsOf('answered', { kind: 'redirected', status: 307 });
  expect(words).not.toMatch(/can’t tell|may have/u);
});

it.each<[string, OutboxItem['why'], Outcome]>([
  ['a redirect that can mean that it worked', 'answered', { kind: 'redirected', status: 302 }],
  ['a failure', 'retry', { kind: 'serviceFailed', status: 500 }],
  ['a failure that asks for a wait', 'asked', { kind: 'serviceFailed', status: 503 }],
  ['a 408', 'retry', { kind: 'rejected', status: 408 }],
  ['a 408 that asks for a wait', 'asked', { kind: 'rejected', status: 408 }],
])('says of %s that nobody knows', (_name, why, outcome) => {
  const words = wordsOf(why, outcome);
  expect(words).toMatch(/can’t tell|may have/u);
  expect(words).not.toMatch(/accept/u);
});

it('says of what waits behind another one nothing of whether that was accepted', () => {
  const { line } = whyText({
    ...{ themeId: 'b', connectionId: 'c1', name: 'Pier', why: 'answered' },
    ...{ since: '2026-01-02T03:04:05.000Z', isFirst: false },
  });
  expect(line).not.toMatch(/accept/u);
});
