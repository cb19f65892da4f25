/**
 * A theme waits to be published and is deleted; so is a connection to another workspace. A backup that has both is
 * restored: the theme first, and with the connection all that is shown of connections is told anew. The theme is in the
 * library again, so that the outbox goes on with it. On a quick disk, as most have: memory is one.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { input, openKeychain, startConnections } from '../connections/testing/fixture-connections';
import { largestThemeFile } from '../library/library';
import { outboxFixture } from '../outbox/testing/fixture-outbox';
import { createTransfer } from '../transfer/transfer';

const quickDisk = '/dev/shm';
beforeEach(() => {
  if (existsSync(quickDisk)) vi.stubEnv('TMPDIR', quickDisk);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

it.each([
  ['the control: its connections are all here', false],
  ['one of its connections comes back, too', true],
])('what waits for a theme that a backup brings back: %s', async (_name, isRemoved) => {
  const made = await outboxFixture();
  const { library, outbox, place, practice, root } = made;
  const { themeId } = place;
  const profileFolder = join(root, 'profile');
  const connections = await startConnections(profileFolder, openKeychain(), {
    // As `wiring.ts` has it.
    onChange() {
      library.connectionsChanged();
      outbox.connectionsChanged();
    },
  });
  const kestrel = { ...input, label: 'Kestrel', baseAddress: 'https://kestrel.example/api/v1' };
  const { id } = await connections.handlers.add({
    ...{ input: { ...kestrel, presentation: { kind: 'none' } }, keep: 'keychain' },
  });
  const file = join(root, 'backup.foyer');
  const { handlers } = createTransfer({
    library: {
      list: async () => library.handlers.list(undefined),
      whole: (one) => library.withWaitingLinks(one),
      rescan: () => library.rescan(),
      assertSame: () => library.assertSame(),
      addForeign: (theme, assertSame) => library.addForeign(theme, assertSame),
      putBack: (document, ifDifferent, at, assertSame) =>
        library.putBack(document, ifDifferent, at, assertSame),
    },
    ask: { open: () => Promise.resolve([file]), save: () => Promise.resolve(file) },
    ...{ profileFolder, largestTheme: largestThemeFile, backupParts: [connections.backupPart] },
    names: { untitled: () => 'Untitled', themes: () => 'Themes', backup: () => 'Backup' },
    ...{ mayLoadPicture: () => true, onProgress: () => undefined, onOpened: () => undefined },
    log: { warn: () => undefined },
  });
  expect(await handlers.backup(undefined)).toMatchObject({ count: 1, leftOut: [] });

  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await library.handlers.remove({ ids: [themeId] });
  if (isRemoved) await connections.handlers.remove({ id });
  expect(await made.items()).toMatchObject([{ why: 'themeMissing' }]);

  expect(await handlers.restore({ ifDifferent: 'keepBoth' })).toMatchObject({
    ...{ added: 1, failed: [], parts: { connections: isRemoved ? 1 : 0 } },
  });
  expect((await library.handlers.list(undefined)).themes).toMatchObject([{ id: themeId }]);
  await outbox.handlers.setPaused({ isPaused: false });
  // The library gathers for some moments what it tells of.
  await vi.waitFor(() => expect(practice.received()).toHaveLength(1), { timeout: 10_000 });
  await made.drained();
  expect(await made.items()).toEqual([]);
  await connections.close();
});
