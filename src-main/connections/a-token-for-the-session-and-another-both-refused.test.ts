/**
 * A person renames a connection, and the disk takes its time. Meanwhile they enter a token for the session, and another
 * one to be kept in the keychain. The disk refuses all three, as they are told: "A change to a connection that couldn't
 * be saved leaves its token unchanged."
 */
import { expect, it, onTestFinished, vi } from 'vitest';
import { connectionsFixture, input } from './testing/fixture-connections';

const { origin } = new URL(input.baseAddress);

/** Every write waits from now on, until all are refused. */
async function slowDisk() {
  const { realDisk } = await import('../storage/disk');
  let refuse: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (refuse = resolve));
  const writes = vi.spyOn(realDisk, 'open').mockImplementation(async () => {
    await ended;
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  });
  onTestFinished(() => {
    refuse();
    writes.mockRestore();
  });
  return { refuse, isWriting: () => vi.waitFor(() => expect(writes).toHaveBeenCalled()) };
}

async function afterBoth(...keeps: ('keychain' | 'session')[]) {
  const { connections, id } = await connectionsFixture();
  const { handlers } = connections;
  const disk = await slowDisk();
  const renaming = handlers.edit({ id, input: { ...input, label: 'New' }, keep: 'keychain' });
  await disk.isWriting();
  const said = keeps.map((keep, n) =>
    handlers.replaceToken({ id, reach: input, token: `entered ${n}`, keep }),
  );
  const ends = Promise.allSettled([renaming, ...said]);
  for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
  disk.refuse();
  expect((await ends).map(({ status }) => status)).not.toContain('fulfilled');
  const { tokenState } = connections.knownById(id) ?? {};
  return { tokenState, token: await connections.tokenFor(id, origin) };
}

const unchanged = { tokenState: 'keychain', token: 'sesame' };

it.each([
  ['session', 'session'],
  ['keychain', 'keychain'],
  ['keychain', 'session'],
  ['session', 'keychain'],
] as const)('one kept in the %s, and another in the %s', async (...keeps) => {
  expect(await afterBoth(...keeps)).toEqual(unchanged);
});
