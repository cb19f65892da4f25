/**
 * A theme gets another name on its card and is published at once, while a slow disk gives its file. What a person does
 * is done in the order in which they do it: it is sent under the name that it got before it was published.
 */
import { expect, it, vi } from 'vitest';
import { failing, held } from '../library/testing/fake-disk';
import { outboxFixture } from './testing/fixture-outbox';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});

it.each([
  ['the control: its file is there at once', false],
  ['its file takes its time', true],
])('is sent under the name that it got before: %s', async (_name, isSlow) => {
  const made = await outboxFixture();
  const { handlers } = made.library;
  const { themeId: id } = made.place;
  await handlers.list(undefined);
  const file = held('readFrom', (path) => path.endsWith('0000.json'));

  if (!isSlow) file.letGo();
  const renaming = handlers.rename({ id, name: 'Lighthouse' });
  await file.isReached;
  if (!isSlow) await renaming;
  const publishing = made.publish();
  await new Promise((next) => setImmediate(next));
  const renamedSince = handlers.rename({ id, name: 'Since' });
  file.letGo();
  await Promise.all([renaming, publishing, renamedSince]);
  await made.drained();

  expect((await made.document()).name).toBe('Since');
  expect(made.practice.state().templates.map(({ name }) => name)).toEqual(['Lighthouse']);
});

it('is sent under the name that waited for its file', async () => {
  const made = await outboxFixture();
  const { handlers } = made.library;
  const { themeId: id } = made.place;
  await handlers.list(undefined);
  const { heal } = failing('EBUSY', 'readFrom', (path) => path.endsWith('0000.json'));
  await handlers.renameLater({ id, name: 'Lighthouse' });
  heal();
  await made.publish();
  await made.drained();

  expect(made.practice.state().templates.map(({ name }) => name)).toEqual(['Lighthouse']);
});
