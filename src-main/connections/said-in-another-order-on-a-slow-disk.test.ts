/**
 * The disk takes its time with what was changed of a connection. A person enters another token meanwhile, changes the
 * connection's name once more, and removes the token, or enters the right one: the last word holds. One whose form they
 * leave while it waits to be stored (the guide: nothing is added or changed) is not kept.
 */
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Connections } from './connections';
import { connectionsFixture, input } from './testing/fixture-connections';

const { origin } = new URL(input.baseAddress);
const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
};

type Word = (handlers: Connections['handlers'], id: string) => unknown;
const named =
  (label: string): Word =>
  ({ edit }, id) =>
    edit({ id, input: { ...input, label }, keep: 'keychain' });
const enter =
  (token: string, keep: 'keychain' | 'session' = 'keychain'): Word =>
  ({ replaceToken }, id) =>
    replaceToken({ id, reach: input, token, keep });
/** What the window does as a form is left that waits. */
const leave: Word = ({ giveUp }) => giveUp(undefined);
const forget: Word = ({ forgetToken }, id) => forgetToken({ id, reach: input });

/** What is there after these words, each said while the disk is still at the first. */
async function after(...words: readonly Word[]) {
  const { connections, id } = await connectionsFixture();
  const { realDisk } = await import('../storage/disk');
  const well = realDisk.open;
  let goOn = (): void => undefined;
  const slow = new Promise<void>((done) => (goOn = done));
  const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (...how) => {
    await slow;
    return well(...how);
  });
  onTestFinished(() => disk.mockRestore());
  const said: Promise<unknown>[] = [];
  for (const word of words) {
    said.push(Promise.resolve(word(connections.handlers, id)));
    await turns();
  }
  goOn();
  const results = (await Promise.allSettled(said)).map(({ status }) => status);
  disk.mockRestore();
  await turns();
  const token = await connections.tokenFor(id, origin);
  const isAllDone = !results.includes('rejected');
  return { isAllDone, state: connections.knownById(id)?.tokenState, token };
}

const removed = { isAllDone: true, state: 'missing', token: undefined };
const right = { isAllDone: true, state: 'keychain', token: 'right' };

it('the control: the name is changed once', async () => {
  expect(await after(named('One'), enter('wrong'), forget)).toEqual(removed);
  expect(await after(named('One'), enter('wrong'), enter('right'))).toEqual(right);
});

it('the name is changed once more between, and the token is removed', async () => {
  expect(await after(named('One'), enter('wrong'), named('Two'), forget)).toEqual(removed);
});

it('the name is changed once more between, and the right token is entered', async () => {
  expect(await after(named('One'), enter('wrong'), named('Two'), enter('right'))).toEqual(right);
});

it('the last is kept in the keychain, and the one before for the session', async () => {
  const found = await after(named('One'), enter('wrong', 'session'), enter('right', 'keychain'));
  expect(found).toEqual(right);
});

it('the last is kept for the session, and the one before in the keychain', async () => {
  const found = await after(named('One'), enter('wrong', 'keychain'), enter('right', 'session'));
  expect(found).toEqual({ ...right, state: 'session' });
});

it.each(['keychain', 'session'] as const)('its form is left: for the %s', async (keep) => {
  const found = await after(named('One'), enter('given up', keep), leave);
  expect(found).toEqual({ isAllDone: false, state: 'keychain', token: 'sesame' });
});
