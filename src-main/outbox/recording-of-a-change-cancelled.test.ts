import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

/**
 * A person publishes a theme, and chooses a copy of their library while it is on its way. What arrived is to be recorded in
 * the library from which it left, which may be gone: they cancel that, and are asked before, with what publishing the theme
 * from there again would do. Of a theme that was published from there before, the library knows its template all the same.
 */
it.each([
  ['the control: it was never published from there', false, 2],
  ['it was published from there before, and this was a change', true, 1],
])('what is told of publishing it again is so: %s', async (_name, isChange, templates) => {
  const made = await outboxFixture();
  const { practice, library, outbox, place, root } = made;
  practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  if (isChange) {
    await made.publish();
    await made.drained();
    await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  }
  await library.flush();
  const [own, copy] = [join(root, 'themes'), join(root, 'copy')];
  await cp(own, copy, { recursive: true });
  const release = practice.holdAnswers();
  const before = practice.received().length;
  await made.publish();
  await arrived(practice, before + 1);
  await library.handlers.useFolder({ folder: copy, move: false });
  release();
  await made.settled();
  const [item] = await made.items();
  expect(item).toMatchObject({ why: 'unnoted', isOfOtherLibrary: true });
  expect(item?.isFirst).toBe(!isChange);

  // What it then really does, from that library again.
  await outbox.handlers.cancel({ only: place });
  await library.handlers.useFolder({ folder: own, move: false });
  await made.publish();
  await made.drained();
  expect(practice.state().templates).toHaveLength(templates);
});
