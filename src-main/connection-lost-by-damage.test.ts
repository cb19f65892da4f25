/**
 * `connections.json` is damaged, and the version before, which takes its place, is from before the newest
 * connection was added. Nobody removed that connection: what waits for it is not cancelled.
 */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRooms, ownFolders } from './testing/fixture-rooms';

const input = (label: string, workspaceId: string) => ({
  ...{ label, workspaceId, baseAddress: 'https://service.example/api/v1' },
  ...({ colour: 'green', preset: 'documented', presentation: { kind: 'none' } } as const),
});

it('keeps what waits for it', async () => {
  const folders = await ownFolders();
  const first = await openRooms(folders);
  const keep = 'session' as const;
  await first.connections.handlers.add({ input: input('Northwind', 'w1'), keep });
  const { id } = await first.connections.handlers.add({ input: input('Southwind', 'w2'), keep });
  const theme = await first.library.handlers.create({});
  await first.outbox.handlers.publish({ themeIds: [theme.id], connectionIds: [id] });
  await first.close();
  const items = async () =>
    (await readdir(join(folders.profile, 'outbox'))).filter((name) => name.endsWith('.json'));
  expect(await items()).toHaveLength(1);

  await writeFile(join(folders.profile, 'connections.json'), '{"format":1,"conn');
  const second = await openRooms(folders);
  expect(second.connections.snapshot().list).toMatchObject([{ label: 'Northwind' }]);
  await second.outbox.settled();
  await second.close();
  expect(await items()).toHaveLength(1);
});
