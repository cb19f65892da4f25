import { expect, it } from 'vitest';
import { add, input, room } from './testing/observed-connections';

/**
 * "If the outcome of a theme's first save is unknown, Foyer asks you before sending it again, because some services would
 * create a duplicate" (guide). Two computers: the one at home learned long ago that the service keeps the IDs that it's
 * sent, and has sent it nothing since. The one at work learned this week that it gives its own by now; its backup of
 * today brings a second workspace's connection home. What is known at home is older than what the backup knows.
 */
async function broughtHome(knownAtHome: 'unknown' | 'yes') {
  const { connections: atWork } = await room();
  const first = await add(atWork);
  const second = await add(atWork, { label: 'Southwind', workspaceId: 'ws_second' });
  await atWork.learnIds(input.baseAddress, 'yes');
  const older: unknown = JSON.parse(JSON.stringify(atWork.backupPart.collect()));
  await atWork.learnIds(input.baseAddress, 'no');
  const newer: unknown = JSON.parse(JSON.stringify(atWork.backupPart.collect()));

  // Another computer, which has none of them.
  await atWork.handlers.remove({ id: first.id });
  await atWork.handlers.remove({ id: second.id });
  const atHome = atWork;
  if (knownAtHome === 'yes') {
    await atHome.backupPart.prepare(older)(() => undefined);
    await atHome.handlers.remove({ id: second.id });
    expect(atHome.byId(first.id)?.keepsClientIds).toBe('yes');
  }
  await atHome.backupPart.prepare(newer)(() => undefined);
  return atHome.byId(second.id)?.keepsClientIds;
}

it.each([
  ['the control: nothing is known at home', 'unknown'],
  ['of an earlier time it is known that it kept them', 'yes'],
] as const)('a save in doubt is not repeated unasked: %s', async (_name, knownAtHome) => {
  expect(await broughtHome(knownAtHome)).not.toBe('yes');
});
