/**
 * A theme was refused at a workspace. A person opens a copy of their library, points the connection at another workspace,
 * publishes the theme from there while the outbox is paused, and points it back. "If you point the connection at another
 * one, Foyer asks before it sends anything there": what waits from the copy is in the outbox, with its question, beside
 * what is of the other library, which says nothing of the theme here.
 */
import { cp } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';

async function listedInTheCopy(status: number | undefined) {
  const made = await copiedLibrary();
  const { outbox, place, practice } = made;
  const copy = made.folder('copied');
  await cp(made.own, copy, { recursive: true });
  if (status !== undefined) {
    practice.setBehaviour('saveThemeTemplate', { status, times: 1 });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'refused' }]);
  }
  await made.use(copy);
  const point = (workspaceId: string): void => {
    made.connections[0] = { ...made.connection, workspaceId };
    outbox.reachedOtherwise('c1');
    outbox.connectionsChanged();
  };
  point('w2');
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  point('w1');
  await outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  expect(outbox.deliveryOf(place.themeId, 'c1')).toBe('blocked');
  const items = await made.items();
  return items.filter((each) => each.isOfOtherLibrary !== true).map(({ why }) => why);
}

it('the control: nothing was refused', async () => {
  expect(await listedInTheCopy(undefined)).toEqual(['elsewhere']);
});

it('it was refused where the connection leads', async () => {
  expect(await listedInTheCopy(400)).toEqual(['elsewhere']);
});
