/**
 * A person replaces a connection's token, or removes it, and the disk takes its time. They enter another one meanwhile. The
 * disk refuses both, as they are told: "A change to a connection that couldn't be saved leaves its token unchanged."
 */
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Connections } from './connections';
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

type Word = (handlers: Connections['handlers'], id: string) => unknown;
const enter =
  (token: string, keep: 'keychain' | 'session'): Word =>
  ({ replaceToken }, id) =>
    replaceToken({ id, reach: input, token, keep });
const forget: Word = ({ forgetToken }, id) => forgetToken({ id, reach: input });

async function afterBoth(first: Word | undefined, second: Word) {
  const { connections, id } = await connectionsFixture();
  const { handlers } = connections;
  const disk = await slowDisk();
  const said: Promise<unknown>[] = [];
  if (first) {
    said.push(Promise.resolve(first(handlers, id)));
    await disk.isWriting();
  }
  said.push(Promise.resolve(second(handlers, id)));
  const ends = Promise.allSettled(said);
  for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
  disk.refuse();
  expect((await ends).map(({ status }) => status)).not.toContain('fulfilled');
  const { tokenState } = connections.knownById(id) ?? {};
  return { tokenState, token: await connections.tokenFor(id, origin) };
}

const unchanged = { tokenState: 'keychain', token: 'sesame' };

it.each(['keychain', 'session'] as const)('the control: one word alone (%s)', async (keep) => {
  expect(await afterBoth(undefined, enter('second', keep))).toEqual(unchanged);
});

it.each([
  ['another token, and another', enter('first', 'keychain'), enter('second', 'keychain')],
  ['another for the session, and another', enter('first', 'session'), enter('second', 'session')],
  ['none any more, and another', forget, enter('second', 'keychain')],
] as const)('%s', async (_words, first, second) => {
  expect(await afterBoth(first, second)).toEqual(unchanged);
});
