/**
 * A theme is published, and is still being read for it. A person links it to another template, which is refused in the
 * end: all is as before, and what is published is sent.
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function sentAfter(read: 'after the refusal' | 'before the refusal') {
  const made = await outboxFixture();
  const { library, outbox, place, practice } = made;
  await made.settled();
  const gate = () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((done) => (open = done));
    return { open: () => open(), opened };
  };
  const [reading, linking] = [gate(), gate()];
  let [isRead, isAsked] = [false, false];
  const saved = library.saved.bind(library);
  const slow = vi.spyOn(library, 'saved').mockImplementation(async (id) => {
    isRead = true;
    await reading.opened;
    return saved(id);
  });
  const disk = vi.spyOn(library, 'setPublication').mockImplementation(async () => {
    isAsked = true;
    await linking.opened;
    throw new Error('EIO');
  });
  const publishing = outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1'] });
  while (!isRead) await new Promise((next) => setImmediate(next));
  const linked = Promise.resolve(outbox.handlers.link({ ...place, templateId: 'theirs' })).then(
    () => 'done',
    () => 'refused',
  );
  while (!isAsked) await new Promise((next) => setImmediate(next));
  if (read === 'before the refusal') {
    reading.open();
    await publishing;
  }
  linking.open();
  const said = await linked;
  disk.mockRestore();
  reading.open();
  const { queued, cancelled } = await publishing;
  slow.mockRestore();
  await made.drained();
  return { said, queued, cancelled: cancelled.length, sent: practice.received().length };
}

const expected = { said: 'refused', queued: 1, cancelled: 0, sent: 1 };

it('the control: it is read once the link was refused', async () => {
  expect(await sentAfter('after the refusal')).toEqual(expected);
});

it('it is read while the link is being made', async () => {
  expect(await sentAfter('before the refusal')).toEqual(expected);
});
