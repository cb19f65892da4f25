/** Two connections to one workspace, each with its own label and way to present a token, in a backup. */
import { expect, it } from 'vitest';
import type { StoredConnection } from './stored-connections';
import { connectionsBackup } from './connections-backup';

const first: StoredConnection = {
  id: 'first',
  label: 'Northwind, as owner',
  baseAddress: 'https://northwind.example/api/v1',
  workspaceId: 'w1',
  colour: 'petrol',
  preset: 'documented',
  presentation: { kind: 'bearer' },
  isPractice: false,
  keepsClientIds: 'unknown',
  hasTokenInKeychain: true,
};
const second: StoredConnection = {
  ...first,
  id: 'second',
  label: 'Northwind, as guest',
  colour: 'green',
};

it('both come back in an empty Foyer', async () => {
  const part = connectionsBackup({ all: () => [first, second], add: () => Promise.resolve() });
  const saved: unknown = JSON.parse(JSON.stringify(part.collect()));
  const here: StoredConnection[] = [];
  const empty = connectionsBackup({
    all: () => here,
    add: (added) => {
      here.push(...added);
      return Promise.resolve();
    },
  });
  const count = await empty.prepare(saved)(() => undefined);
  expect(here.map(({ label }) => label)).toEqual([first.label, second.label]);
  expect(count).toBe(2);
});
