/**
 * The keychain is locked, and the system asks a person to unlock it: Foyer waits up to 30 seconds. Several themes
 * wait for a connection whose token is in it, and one for a connection whose token was entered for the session.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each([0, 1, 12])('one of another connection leaves while %i wait for it', async (waiting) => {
  const made = await outboxFixture({ themes: 12 });
  const { connection, connections, practice, outbox } = made;
  // It is known that several may be saved there for the first time at once.
  connection.keepsClientIds = 'yes';
  connections.push({ ...connection, id: 'c2', label: 'Other', workspaceId: 'w2' });
  let unlock = (): void => undefined;
  const isUnlocked = new Promise<void>((done) => (unlock = done));
  made.tokenFor = async (id) => {
    if (id === connection.id) await isUnlocked;
    return made.token;
  };
  const publish = async (themeIds: readonly string[], connectionId: string): Promise<unknown> =>
    outbox.handlers.publish({ themeIds: [...themeIds], connectionIds: [connectionId] });
  if (waiting > 0) await publish(made.ids.slice(0, waiting), connection.id);
  await publish(made.ids.slice(0, 1), 'c2');
  // None of the others can have left.
  await arrived(practice);
  unlock();
  await made.drained();
  // Once it is open, the others go as before.
  expect(practice.received()).toHaveLength(waiting + 1);
});
