/**
 * A token that is stored already is as much a token as one that is typed: who pastes it (a whole `Bearer …` out of a
 * curl command, say) into another field of its connection, or enters as its token what stands in its label, has it in
 * plain text in a file, on show, and in every backup.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionInput } from '@shared/connection';
import { expect, it } from 'vitest';
import {
  connectionsFolder,
  input,
  openKeychain,
  startConnections,
} from './testing/fixture-connections';

const token = 'secret-9f2c7a';

async function connected(kept: 'keychain' | 'session', entered: ConnectionInput, first: string) {
  const folder = await connectionsFolder();
  const room = await startConnections(folder, openKeychain());
  const { id } = await room.handlers.add({ input: entered, token: first, keep: kept });
  const stored = () => readFile(join(folder, 'connections.json'), 'utf8');
  return { id, room, stored };
}

it.each(['keychain', 'session'] as const)(
  'pasted into the scheme while the stored one (%s) is kept, it is refused there',
  async (kept) => {
    const { id, room, stored } = await connected(kept, input, token);
    const pasted: ConnectionInput = {
      ...input,
      presentation: { kind: 'header', header: 'X-Api-Key', scheme: `Bearer ${token}` },
    };
    // The token's field is left empty, which keeps the stored one.
    const edited = await room.handlers
      .edit({ id, input: pasted, token: undefined, keep: 'keychain' })
      .then(
        () => 'stored',
        () => 'refused',
      );
    expect(await stored()).not.toContain(token);
    expect(JSON.stringify(room.backupPart.collect())).not.toContain(token);
    expect(edited).toBe('refused');
  },
);

it('entered by “Replace token” while it stands in the workspace ID, it is refused', async () => {
  // The two were swapped as the connection was added, and only the token was put right.
  const swapped = { ...input, workspaceId: token };
  const { id, room } = await connected('keychain', swapped, 'ws_northwind');
  const replaced = await room.handlers
    .replaceToken({ id, reach: input, token, keep: 'keychain' })
    .then(
      () => 'stored',
      () => 'refused',
    );
  expect(replaced).toBe('refused');
});
