/**
 * The service refused a theme for good. A person links it to another template; the library lies on a slow disk. They
 * press "Try now" on the theme in the outbox, and then the disk refuses the link. Each word counts: it is tried again.
 */
import { expect, it, vi } from 'vitest';
import { StorageError } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';

async function triedAgain(when: 'before' | 'meanwhile') {
  const made = await outboxFixture();
  const { library, outbox, place, practice } = made;
  practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'refused' }]);
  await outbox.handlers.setPaused({ isPaused: true });
  let refuse = (): void => undefined;
  const asked = new Promise<void>((done) => (refuse = done));
  const filing = vi.spyOn(library, 'setPublication').mockImplementation(async () => {
    await asked;
    throw new StorageError('full', 'theme');
  });
  if (when === 'before') await outbox.handlers.retry({ only: place });
  const linking = Promise.resolve(outbox.handlers.link({ ...place, templateId: 'theirs' }));
  await vi.waitFor(() => expect(filing).toHaveBeenCalled());
  if (when === 'meanwhile') await outbox.handlers.retry({ only: place });
  refuse();
  await expect(linking).rejects.toThrow();
  filing.mockRestore();
  await outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  return { items: (await made.items()).map(({ why }) => why), sent: practice.received().length };
}

it.each(['before', 'meanwhile'] as const)('they press it %s', async (when) => {
  expect(await triedAgain(when)).toEqual({ items: [], sent: 2 });
});
