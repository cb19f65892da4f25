/**
 * A theme waits, and a person links it, which the library's disk refuses: what waited waits again, unless they took it
 * out while the disk was being asked.
 */
import { expect, it, vi } from 'vitest';
import { StorageError } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';

async function afterARefusedLink(meanwhile: 'nothing' | 'cancelled' | 'removed') {
  const made = await outboxFixture();
  const { library, outbox, place } = made;
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  let refuse = (): void => undefined;
  const asked = new Promise<void>((done) => (refuse = done));
  const filing = vi.spyOn(library, 'setPublication').mockImplementation(async () => {
    await asked;
    throw new StorageError('full', 'theme');
  });
  const linking = Promise.resolve(outbox.handlers.link({ ...place, templateId: 'theirs' }));
  await vi.waitFor(() => expect(filing).toHaveBeenCalled());
  if (meanwhile === 'cancelled') await outbox.handlers.cancel({});
  if (meanwhile === 'removed') {
    made.connections.shift();
    outbox.connectionsChanged();
    outbox.connectionRemoved(place.connectionId);
  }
  refuse();
  await expect(linking).rejects.toThrow();
  filing.mockRestore();
  return made.outbox.isUnsettled(place.themeId);
}

it.each([
  ['the control: nothing happens meanwhile', 'nothing', true],
  ['everything is cancelled meanwhile', 'cancelled', false],
  ['its connection is removed meanwhile', 'removed', false],
] as const)('%s', async (_name, meanwhile, waits) => {
  expect(await afterARefusedLink(meanwhile)).toBe(waits);
});
