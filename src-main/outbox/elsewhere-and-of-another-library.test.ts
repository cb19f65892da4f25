/**
 * A theme waits, its connection is pointed at another workspace, and a copy of its library is chosen. The outbox says that
 * it's of another library: *Publish to …* beside what was meant for elsewhere would publish the copy's theme.
 */
import { cp } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';

it('is of another library, whatever its connection leads to', async () => {
  const made = await copiedLibrary();
  const { connection, folder, outbox, own } = made;
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await cp(own, folder('copy'), { recursive: true });
  connection.workspaceId = 'w2';
  outbox.tokenReplaced('c1');
  outbox.connectionsChanged();
  const why = async () => (await made.items()).map((item) => item.why);
  expect(await why()).toEqual(['elsewhere']);
  await made.use(folder('copy'));
  expect(await why()).toEqual(['otherLibrary']);
  // What is published from the copy is shown, and is what a cancel takes out.
  await made.publish();
  expect(await why()).toEqual(['paused']);
  await outbox.handlers.cancel({ only: made.place });
  expect(await why()).toEqual(['otherLibrary']);
  await made.use(own);
  expect(await why()).toEqual(['elsewhere']);
});
