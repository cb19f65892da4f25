/**
 * A proxy holds a theme back until a person signs in to it, and the person pauses the outbox: then it does not leave
 * after the sign-in (src-main/outbox/proxy.test.ts). What the studio says follows on the sign-in.
 */
import { expect, it } from 'vitest';
import type { OutboxItem } from '@shared/publishing';
import { nextText } from './why-text';

/** As main gives it, paused or not (`reasonOf`: what is on its way goes first). */
const item: OutboxItem = {
  ...{ themeId: 'a', connectionId: 'c1', name: 'Harbour', why: 'held' },
  ...{ since: '2026-01-02T03:04:05.000Z', isFirst: true },
};

it('the control: where nothing is paused, that it is sent then', () => {
  expect(nextText(item, 0, false)).toBe('Foyer sends it when you have signed in to the proxy.');
});

it('while the outbox is paused, that it has to be resumed as well', () => {
  // As the studio's notice calls it (`PublishNotice`).
  expect(nextText(item, 0, true)).toBe(
    'Foyer sends it when you have signed in to the proxy and resumed the outbox.',
  );
});
