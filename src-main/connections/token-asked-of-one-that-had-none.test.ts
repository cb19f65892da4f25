/** A connection that needed no token is given a way to present one: like a new one, it isn’t stored without a token. */
import { invalidField } from '@shared/problem-error';
import { expect, it } from 'vitest';
import { connectionsFixture, input } from './testing/fixture-connections';

it('is asked for its token', async () => {
  const { connections, id } = await connectionsFixture({ kind: 'none' });
  const edit = async (token?: string) =>
    connections.handlers.edit({ id, input, ...(token && { token }), keep: 'keychain' });
  await expect(edit()).rejects.toThrow(
    expect.objectContaining({ problem: invalidField('token', 'required').problem }),
  );
  expect(connections.knownById(id)?.presentation).toEqual({ kind: 'none' });
  await edit('sesame');
  expect(connections.knownById(id)?.tokenState).toBe('keychain');
});
