/**
 * A home folder comes from another computer, or from a backup, with Foyer's profile and without the keychain; or a
 * person removes Foyer's entry in the system's keychain program. Whatever needs the token says that none is stored.
 */
import { expect, it } from 'vitest';
import {
  connectionsFolder,
  input,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';

const start = (folder: string, entries: Map<string, string>) =>
  startConnections(folder, openKeychain(entries));

/** What is said of the token by what sends, and by Settings and the form of the connection. */
async function said(how: 'removed in Foyer' | 'removed outside of it') {
  const folder = await connectionsFolder();
  const entries = new Map<string, string>();
  const before = await start(folder, entries);
  const { id } = await before.handlers.add({ input, token: 'sesame', keep: 'keychain' });
  if (how === 'removed in Foyer') await before.handlers.forgetToken({ id, reach: input });
  await before.close();
  entries.clear();
  const connections = await start(folder, entries);
  // A theme is published, say: `tokenMissing`, *No token is stored for Northwind Studio.*
  const token = await connections.tokenFor(id, new URL(input.baseAddress).origin);
  return { token, shown: connections.knownById(id)?.tokenState };
}

it.each(['removed in Foyer', 'removed outside of it'] as const)(
  'Settings and what sends say the same of the token: %s',
  async (how) => {
    expect(await said(how)).toEqual({ token: undefined, shown: 'missing' });
  },
);
