/**
 * A theme's file takes its time to be read as it is about to be sent: a cloud drive fetches it, or a share is slow. The
 * others of its connection, whose files are there, don't wait for it, whether or not a token was read before.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: its token was read before', true],
  ['as the first since Foyer started', false],
])('the others leave: %s', async (_name, isTokenRead) => {
  const made = await outboxFixture({ themes: 4 });
  const { connection, ids, library, practice } = made;
  connection.keepsClientIds = 'yes';
  const [slow = '', second = '', third = '', earlier = ''] = ids;
  if (isTokenRead) {
    await made.publish(earlier);
    await made.drained();
  }
  const before = practice.received().length;
  const { whole } = library;
  let goOn = (): void => undefined;
  const fetched = new Promise<void>((done) => (goOn = done));
  let isAsked = (): void => undefined;
  const asked = new Promise<void>((done) => (isAsked = done));
  library.whole = async (id) => {
    if (id === slow) {
      isAsked();
      await fetched;
    }
    return whole(id);
  };
  await made.publish(slow);
  await asked;
  await made.publish(second, third);
  await arrived(practice, before + 2);
  goOn();
  await made.drained();
  expect(practice.received().length - before).toBe(3);
});
