/**
 * A save may have arrived, and what is sent in its place is refused, or it is of a library that isn't open. The entry says
 * that Foyer won't send it again until the person decides or another theme shows that IDs are kept
 * (`isSettledByKeptIds`: "it goes on by itself once it is known"). Once that is known it isn't sent: it lies there for
 * the person's word, and what was said was untrue.
 */
import { cp } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';

it('sent again at a person’s word, and refused', async () => {
  const made = await outboxFixture({ themes: 2 });
  const { connection, ids, outbox, place, practice } = made;
  practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
  await outbox.handlers.decide({ ...place, decision: 'sendAgain' });
  await made.drained();
  const [item] = await made.items();
  expect(item).toMatchObject({ why: 'decision', outcome: { kind: 'rejected' } });
  expect(connection.keepsClientIds).toBe('unknown');
  await made.publish(ids[1] ?? '');
  await made.drained();
  expect(connection.keepsClientIds).toBe('yes');
  const isLeft = (await made.items()).some(({ themeId }) => themeId === place.themeId);
  expect({ isLeft, isSaid: item?.isSettledByKeptIds === true }).toEqual({
    isLeft: true,
    isSaid: false,
  });
});

it('of a library that isn’t open', async () => {
  const made = await copiedLibrary();
  const { connection, library, place, practice } = made;
  practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  await cp(made.own, made.folder('copy'), { recursive: true });
  await made.use(made.folder('copy'));
  const [item] = await made.items();
  expect(item).toMatchObject({ why: 'decision', isOfOtherLibrary: true });
  await library.handlers.duplicate({ ids: [place.themeId] });
  const all = (await library.handlers.list(undefined)).themes;
  const id = all.find((each) => each.id !== place.themeId)?.id ?? '';
  await made.publish(id);
  await made.drained();
  expect(connection.keepsClientIds).toBe('yes');
  const isLeft = (await made.items()).some(({ themeId }) => themeId === place.themeId);
  expect({ isLeft, isSaid: item?.isSettledByKeptIds === true }).toEqual({
    isLeft: true,
    isSaid: false,
  });
});
