/**
 * Whoever publishes hears that a connection is reached otherwise, and whether it presents another token there, or its token
 * otherwise: what a service didn't allow before is tried with that, and not with the same where the connection was pointed
 * elsewhere.
 */
import { expect, it } from 'vitest';
import type { Connections } from './connections';
import { connectionsFixture, input } from './testing/fixture-connections';

const edited = { ...input, workspaceId: 'ws_b' };
const inAnotherHeader = {
  ...input,
  presentation: { kind: 'header', header: 'X-Api-Key', scheme: '' } as const,
};

it.each([
  [
    'its token is replaced',
    ({ replaceToken }, id) => replaceToken({ id, reach: input, token: 'new', keep: 'session' }),
    [true],
  ],
  [
    'it is pointed elsewhere, with a token',
    ({ edit }, id) => edit({ id, input: edited, token: 'new', keep: 'session' }),
    [true],
  ],
  [
    'it is pointed elsewhere',
    ({ edit }, id) => edit({ id, input: edited, keep: 'keychain' }),
    [false],
  ],
  [
    'its token is sent in another header',
    ({ edit }, id) => edit({ id, input: inAnotherHeader, keep: 'keychain' }),
    [true],
  ],
  ['its token is removed', ({ forgetToken }, id) => forgetToken({ id, reach: input }), [false]],
  [
    'it has another label',
    ({ edit }, id) => edit({ id, input: { ...input, label: 'Kestrel' }, keep: 'keychain' }),
    [],
  ],
] satisfies [string, (handlers: Connections['handlers'], id: string) => unknown, boolean[]][])(
  '%s',
  async (_name, change, expected) => {
    const told: boolean[] = [];
    const { connections, id } = await connectionsFixture(input.presentation, {
      onAccessChanged: (_id, isPresentedAnew) => told.push(isPresentedAnew),
    });
    told.length = 0;
    await change(connections.handlers, id);
    expect(told).toEqual(expected);
  },
);
