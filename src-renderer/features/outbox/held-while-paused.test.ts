/**
 * A proxy holds a theme back until a person signs in to it, and the person pauses the outbox: then it does not leave
 * after the sign-in (src-main/outbox/held-by-a-proxy.test.ts). What the studio says follows on the sign-in.
 */
import { expect, it } from 'vitest';
import type { OutboxItem } from '@shared/publishing';
import { nextText } from './why-text';

/** As main gives it, paused or not (`reasonOf`: what is on its way goes first). */
const item: OutboxItem = {
  ...{ themeId: 'a', connectionId: 'c1', name: 'Harbour', why: 'held' },
  ...{ since: '2026-01-02T03:04:05.000Z', isFirst: true },
};
const sentThen = 'Foyer sends it when you have signed in to the proxy.';

it('the control: where nothing is paused, that it is sent then', () => {
  expect(nextText(item, 0, false)).toBe(sentThen);
});

it('while the outbox is paused, not that it is sent then', () => {
  // As the studio's notice calls it (`PublishNotice`).
  expect(nextText(item, 0, true)).not.toBe(sentThen);
});
