/** What is in a name, an address or a header is kept as plain text, shown, and put into a backup: no place for a token. */
import type { ConnectionInput } from '@shared/connection';
import { invalidField } from '@shared/problem-error';
import { expect, it } from 'vitest';
import {
  connectionsFolder,
  input,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';

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
