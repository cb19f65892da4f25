/**
 * The disk takes its time with a connection's new name. A token that a person enters meanwhile, and whose form they leave
 * while it waits to be stored (the guide: nothing is added or changed), is not kept; else the last word holds.
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
  (token: string, keep: 'keychain' | 'session'): Word =>
  ({ replaceToken }, id) =>
    replaceToken({ id, token, keep });
/** What the window does as a form is left that waits. */
const leave: Word = ({ giveUp }) => giveUp(undefined);

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
  await Promise.allSettled(said);
  disk.mockRestore();
  await turns();
  const token = await connections.tokenFor(id, origin);
  return { state: connections.knownById(id)?.tokenState, token };
}

it('the control: both are kept in the same place', async () => {
  const keychain = await after(
    named('One'),
    enter('wrong', 'keychain'),
    enter('right', 'keychain'),
  );
  expect(keychain).toEqual({ state: 'keychain', token: 'right' });
  const session = await after(named('One'), enter('wrong', 'session'), enter('right', 'session'));
  expect(session).toEqual({ state: 'session', token: 'right' });
});

it('the last is kept in the keychain', async () => {
  const found = await after(named('One'), enter('wrong', 'session'), enter('right', 'keychain'));
  expect(found).toEqual({ state: 'keychain', token: 'right' });
});

it.each(['keychain', 'session'] as const)('its form is left: for the %s', async (keep) => {
  const found = await after(named('One'), enter('given up', keep), leave);
  expect(found).toEqual({ state: 'keychain', token: 'sesame' });
});
