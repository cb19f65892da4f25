/**
 * Foyer starts from a slow disk. A person publishes a theme from its card, or what changed by the button in the outbox,
 * while that is still being read, and types on in the theme: “what you type after publishing isn’t sent” (CHANGELOG).
 */
import type { ThemeEdit } from '@shared/theme/fields';
import { expect, it } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { holdState } from './testing/held-reading';
import { nextRun } from './testing/next-run';

const typed = '/* not for anybody yet */';

/** A theme that was published, was renamed since, and is published by `publish` in the next run. */
async function arrivesOf(
  isOpenBefore: boolean,
  isRead: boolean,
  publish: (made: OutboxFixture) => unknown,
): Promise<string> {
  const first = await outboxFixture();
  const { themeId: id } = first.place;
  await first.publish();
  await first.drained();
  await first.library.handlers.rename({ id, name: 'Ready to go' });
  await first.outbox.close(1_000);
  await first.library.flush();

  const { goOn } = holdState();
  const again = await nextRun(first);
  if (isRead) {
    goOn();
    await again.settled();
  }
  // The library is read long before.
  await again.library.handlers.list(undefined);
  if (isOpenBefore) await again.library.handlers.open({ id });
  const publishing = publish(again);
  await new Promise((next) => setImmediate(next));
  await again.library.handlers.open({ id });
  const edits: ThemeEdit[] = [{ field: 'customCss', value: typed }];
  await again.library.handlers.edit({ id, edits });
  goOn();
  await publishing;
  await again.drained();
  return first.practice.received().at(-1)?.body ?? '';
}

const byCard = ({ outbox, place: { themeId, connectionId } }: OutboxFixture): unknown =>
  outbox.handlers.publish({ themeIds: [themeId], connectionIds: [connectionId] });
const byOutbox = ({ outbox, place: { connectionId } }: OutboxFixture): unknown =>
  outbox.handlers.publishChanged({ connectionId });

it.each([
  ['the control: by its card, once the outbox was read', false, true, byCard],
  ['the control: by its card, and it was open', true, false, byCard],
  ['by its card, and it was closed', false, false, byCard],
  ['the control: by the outbox, once that was read', true, true, byOutbox],
  ['by the outbox, and it was open', true, false, byOutbox],
])('what is typed after publishing isn’t sent: %s', async (_name, isOpen, isRead, publish) => {
  const sent = await arrivesOf(isOpen, isRead, publish);
  expect(sent).toContain('Ready to go');
  expect(sent).not.toContain(typed);
});
