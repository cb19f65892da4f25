/**
 * The keychain is locked and doesn't answer until a person unlocks it. Several themes are published through a
 * connection whose token is in there; another one needs nothing of it: its token was entered for the session.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

/** How many saves reach the second workspace while themes of the first wait for the keychain. */
async function arrivedBeside(waiting: number): Promise<number> {
  const made = await outboxFixture({ themes: 5 });
  made.connections.push({ ...made.connection, id: 'c2', label: 'Kestrel', workspaceId: 'w2' });
  const first = made.ids.slice(0, waiting);
  // They are there already, so that all of them may go at once.
  await made.publish(...first);
  await made.drained();
  const open = made.tokenFor;
  let unlock = (): void => undefined;
  const unlocked = new Promise<void>((done) => (unlock = done));
  let asked = 0;
  made.tokenFor = async () => {
    asked += 1;
    await unlocked;
    return made.token;
  };
  await made.publish(...first);
  while (asked < waiting) await new Promise((done) => setImmediate(done));
  // The token for the session is known at once.
  made.tokenFor = open;
  const before = made.practice.received().length;
  await made.outbox.handlers.publish({ themeIds: [made.ids[4] ?? ''], connectionIds: ['c2'] });
  await new Promise((done) => setTimeout(done, 1_000));
  const arrived = made.practice.received().length - before;
  unlock();
  await made.settled();
  return arrived;
}

it.each([
  ['the control: three', 3],
  ['four', 4],
])('what needs no keychain goes while others wait for it: %s', async (_name, waiting) => {
  expect(await arrivedBeside(waiting)).toBe(1);
});
