import { describe, expect, it } from 'vitest';
import { add, input, room } from './testing/observed-connections';

/**
 * "Where the service is known to keep the IDs that Foyer picks, nothing is duplicated" (guide); what an answer shows of a
 * service holds for all connections that lead there. An owner of two workspaces of one service has a backup of before
 * that answer, removes one of the connections by mistake, and brings it back from the backup.
 */
describe('what is known of a service’s IDs, and a connection comes back from a backup', () => {
  async function broughtBack(inBackup: 'unknown' | 'yes', learned: 'yes' | 'no') {
    const { connections } = await room();
    const first = await add(connections);
    const second = await add(connections, { label: 'Southwind', workspaceId: 'ws_second' });
    if (inBackup !== 'unknown') await connections.learnIds(input.baseAddress, inBackup);
    const backup: unknown = JSON.parse(JSON.stringify(connections.backupPart.collect()));
    // An answer to a theme that was published through either.
    await connections.learnIds(input.baseAddress, learned);
    await connections.handlers.remove({ id: second.id });
    await connections.backupPart.prepare(backup)(() => undefined);
    const knownOf = (id: string) => connections.byId(id)?.keepsClientIds;
    return { present: knownOf(first.id), back: knownOf(second.id) };
  }

  it('the control: the backup knows it already', async () => {
    expect(await broughtBack('yes', 'yes')).toEqual({ present: 'yes', back: 'yes' });
  });

  it('it is not said to be unknown, nor asked about, where it is known that the service keeps them', async () => {
    expect(await broughtBack('unknown', 'yes')).toEqual({ present: 'yes', back: 'yes' });
  });

  it('a save in doubt is not repeated unasked where the service has given IDs of its own since', async () => {
    expect(await broughtBack('yes', 'no')).toEqual({ present: 'no', back: 'no' });
  });
});
