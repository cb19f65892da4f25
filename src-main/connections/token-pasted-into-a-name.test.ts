/** What is in a name, an address or a header is kept as plain text, shown, and put into a backup: no place for a token. */
import type { ConnectionInput } from '@shared/connection';
import { invalidField } from '@shared/problem-error';
import { expect, it } from 'vitest';
import {
  connectionsFolder,
  input,
  lockableKeychain,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';
import { problem } from './testing/observed-connections';

const token = 'secret-9f2c7a';
const header = (scheme: string, name = 'X-Api-Key') => ({
  presentation: { kind: 'header' as const, header: name, scheme },
});

const started = async () =>
  (await startConnections(await connectionsFolder(), openKeychain())).handlers;

it.each<[string, Partial<ConnectionInput>]>([
  ['label', { label: `Northwind ${token}` }],
  ['baseAddress', { baseAddress: `https://northwind.example/${token}/v1` }],
  ['workspaceId', { workspaceId: token }],
  ['scheme', header(`Bearer ${token}`)],
  ['header', header('', token)],
])('is refused in the field %s, and nothing is kept', async (field, changes) => {
  const handlers = await started();
  const pasted = { ...input, ...changes };

  await expect(handlers.add({ input: pasted, token, keep: 'keychain' })).rejects.toMatchObject({
    problem: invalidField(field, 'holdsToken').problem,
  });
  expect((await handlers.list(undefined)).list).toEqual([]);

  const { id } = await handlers.add({ input, token, keep: 'keychain' });
  await expect(handlers.edit({ id, input: pasted, token, keep: 'keychain' })).rejects.toMatchObject(
    { problem: invalidField(field, 'holdsToken').problem },
  );
});

it('is no matter where a few letters of it are there by chance', async () => {
  const handlers = await started();
  await handlers.add({ input: { ...input, label: 'Northwind' }, token: 'wind', keep: 'keychain' });
  expect((await handlers.list(undefined)).list).toHaveLength(1);
});

it.each(['keychain', 'session'] as const)(
  'is refused while the one that is stored stays: %s',
  async (keep) => {
    const { handlers, tokenFor } = await startConnections(
      await connectionsFolder(),
      openKeychain(),
    );
    const { id } = await handlers.add({ input, token, keep });
    // Something is sent with it.
    await tokenFor(id, new URL(input.baseAddress).origin);
    // The token's field is left empty, which keeps the stored one.
    const pasted = { ...input, ...header(`Bearer ${token}`) };
    expect(await problem(handlers.edit({ id, input: pasted, keep: 'keychain' }))).toEqual(
      invalidField('scheme', 'holdsToken').problem,
    );
    expect((await handlers.list(undefined)).list).toMatchObject([input]);
  },
);

it('is refused as the new one where it stands in another field', async () => {
  const handlers = await started();
  // The two were swapped as the connection was added.
  const reach = { ...input, workspaceId: token };
  const { id } = await handlers.add({ input: reach, token: 'ws_northwind', keep: 'keychain' });
  expect(await problem(handlers.replaceToken({ id, reach, token, keep: 'keychain' }))).toEqual(
    invalidField('token', 'inAnotherField').problem,
  );
});

it('has no locked keyring asked for the one that is stored', async () => {
  const { state, keychain, secretService } = lockableKeychain(new Map());
  const asked: string[] = [];
  const get = (account: string) => {
    if (state.isLocked) asked.push(account);
    return keychain.get(account);
  };
  const folder = await connectionsFolder();
  const before = await startConnections(folder, { ...keychain, get }, { secretService });
  const { id } = await before.handlers.add({ input, token, keep: 'keychain' });
  await before.close();
  const { handlers } = await startConnections(folder, { ...keychain, get }, { secretService });
  state.isLocked = true;
  await handlers.edit({ id, input: { ...input, label: 'Renamed' }, keep: 'keychain' });
  expect((await handlers.list(undefined)).list).toMatchObject([{ label: 'Renamed' }]);
  expect(asked).toEqual([]);
});
