/**
 * A theme waits for one workspace, and its connection is pointed at another. From a copy of the library a person publishes
 * the theme there. The copy's takes the place of nothing that waits from their own library: either they are told to settle
 * that first, or both are there.
 */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: nothing is published from the copy', false],
  ['published from the copy', true],
])('what waits from their own library goes: %s', async (_name, isPublished) => {
  const made = await outboxFixture();
  const { clock, library, outbox, place, practice } = made;
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
  const pointAt = (workspaceId: string) => {
    made.connections[0] = { ...made.connection, keepsClientIds: 'unknown', workspaceId };
    outbox.tokenReplaced('c1');
  };
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  pointAt('w2');
  await use(copy);
  if (isPublished) {
    await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1'] });
  }
  await made.settled();
  await use(own);
  pointAt('w1');
  await outbox.handlers.setPaused({ isPaused: false });
  for (let minute = 0; minute < 10; minute += 1) {
    clock.pass(60_000);
    await made.settled();
  }
  const sentTo = practice
    .received()
    .map(({ body }) => (JSON.parse(body) as { workspaceId: string }).workspaceId);
  expect(sentTo).toEqual(['w1']);
});
