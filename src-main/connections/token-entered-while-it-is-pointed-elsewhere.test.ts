/**
 * A person points a connection at another server and enters the token there; the disk takes its time. Until it has that,
 * the window shows where the connection led before. They open "Replace token" meanwhile, which says for which server the
 * token is ("It is stored … for that server only"), and enter one. It is kept for no other server, and whatever the
 * disk makes of the two, the keychain holds what the window says, and nothing once the connection is removed.
 */
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Connections } from './connections';
import {
  connectionsFolder,
  input,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';
import { problem } from './testing/observed-connections';

const elsewhere = { ...input, baseAddress: 'https://elsewhere.example/api/v1' };
const here = new URL(input.baseAddress).origin;
const there = new URL(elsewhere.baseAddress).origin;

async function room() {
  const entries = new Map<string, string>();
  const connections = await startConnections(await connectionsFolder(), openKeychain(entries));
  const { id } = await connections.handlers.add({ input, token: 'of here', keep: 'keychain' });
  return { connections, id, entries };
}

/** The next write waits until it is let through, or refused; those after it are written. */
async function slowDisk() {
  const { realDisk } = await import('../storage/disk');
  const { open } = realDisk;
  let end: (isTaken: boolean) => void = () => undefined;
  const ended = new Promise<boolean>((resolve) => (end = resolve));
  const writes = vi.spyOn(realDisk, 'open').mockImplementationOnce(async (...given) => {
    if (await ended) return open(...given);
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  });
  onTestFinished(() => {
    end(true);
    writes.mockRestore();
  });
  return { end, isWriting: () => vi.waitFor(() => expect(writes).toHaveBeenCalled()) };
}

/** What the person was shown, and what there is once the disk has had both. */
async function entered(isEditTaken: boolean) {
  const { connections, id, entries } = await room();
  const { handlers } = connections;
  const disk = await slowDisk();
  const editing = Promise.allSettled([
    handlers.edit({ id, input: elsewhere, token: 'of there', keep: 'keychain' }),
  ]);
  await disk.isWriting();
  // For this server the dialog asks.
  const shown = connections.knownById(id)?.host;
  const replacing = Promise.allSettled([
    handlers.replaceToken({ id, reach: input, token: 'newer of here', keep: 'keychain' }),
  ]);
  for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
  disk.end(isEditTaken);
  await editing;
  const [{ status }] = await replacing;
  // What was left behind is removed meanwhile.
  for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
  const tokens = {
    here: await connections.tokenFor(id, here),
    there: await connections.tokenFor(id, there),
  };
  const now = connections.knownById(id);
  await handlers.remove({ id });
  return {
    ...{ shown, status, tokens, host: now?.host, tokenState: now?.tokenState },
    left: [...entries.values()],
  };
}

it('a token that was entered for one server is never that of another', async () => {
  const { shown, host, tokens } = await entered(true);
  expect(shown).toBe('northwind.example');
  expect(host).toBe('elsewhere.example');
  expect(tokens.there).not.toBe('newer of here');
});

it('where the disk refuses the first, the window tells the truth of the token', async () => {
  const { host, tokenState, tokens } = await entered(false);
  expect(host).toBe('northwind.example');
  expect(tokens.here !== undefined).toBe(tokenState === 'keychain');
});

it('where the disk refuses the first, no token is left once the connection is removed', async () => {
  const { left } = await entered(false);
  expect(left).toEqual([]);
});

/** What a person says of the token in a dialog, which is open as the connection is pointed elsewhere. */
const words: [string, (handlers: Connections['handlers'], id: string) => unknown][] = [
  [
    'entered',
    ({ replaceToken }, id) => replaceToken({ id, reach: input, token: 'newer', keep: 'keychain' }),
  ],
  ['forgotten', ({ forgetToken }, id) => forgetToken({ id, reach: input })],
];

it.each(words)('one %s for a server is refused once the other is stored', async (_name, say) => {
  const { connections, id } = await room();
  const { handlers } = connections;
  await handlers.edit({ id, input: elsewhere, token: 'of there', keep: 'keychain' });
  expect(await problem(say(handlers, id))).toMatchObject({ code: 'tokenNotChanged' });
  expect(await connections.tokenFor(id, there)).toBe('of there');
});

it.each(words)('the control: one %s for a server to which it leads', async (_name, say) => {
  const { connections, id } = await room();
  const { handlers } = connections;
  await handlers.edit({ id, input: { ...input, label: 'Renamed' }, keep: 'keychain' });
  expect(await problem(say(handlers, id))).toBeUndefined();
  expect(await connections.tokenFor(id, here)).not.toBe('of here');
});
