/**
 * A theme waits to be published. A person links it to another template, which a slow disk takes its time for; meanwhile
 * they publish a newer version, and cancel it. Then the disk refuses the link. What was cancelled is not sent.
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function sentAfter(cancelled: 'all' | 'this one') {
  const made = await outboxFixture();
  const { library, outbox, place, practice } = made;
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  let refuse = (): void => undefined;
  const refused = new Promise<void>((done) => (refuse = done));
  let isAsked = false;
  const disk = vi.spyOn(library, 'setPublication').mockImplementation(async () => {
    isAsked = true;
    await refused;
    throw new Error('EIO');
  });
  const linked = Promise.resolve(outbox.handlers.link({ ...place, templateId: 'theirs' })).then(
    () => 'done',
    () => 'refused',
  );
  while (!isAsked) await new Promise((next) => setImmediate(next));
  await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  await made.publish();
  expect(await made.items()).toMatchObject([{ name: 'Newer' }]);
  await outbox.handlers.cancel(cancelled === 'all' ? {} : { only: place });
  expect(await made.items()).toEqual([]);
  refuse();
  const said = await linked;
  disk.mockRestore();
  await outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  return { said, sent: practice.received().length };
}

it('the control: all is cancelled', async () => {
  expect(await sentAfter('all')).toEqual({ said: 'refused', sent: 0 });
});

it('this one is cancelled', async () => {
  expect(await sentAfter('this one')).toEqual({ said: 'refused', sent: 0 });
});
