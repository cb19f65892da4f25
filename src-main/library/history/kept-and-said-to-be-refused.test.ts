/** A person keeps a version. The disk takes it, and does not let go of the noted edits that it holds. */
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import { libraryOfOne, themeState } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it.each([
  ['the control: it lets go of them', false],
  ['another program has them open', true],
])('what is said not to be kept is not there: %s', async (_name, isOpen) => {
  const { library, id } = await libraryOfOne();
  await library.handlers.open({ id });
  const saved = themeState(library, id, ({ save }) => save.kind === 'saved');
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  await saved;
  await library.handlers.versions({ id });
  if (isOpen) failing('EBUSY', 'unlink', (path) => path.endsWith('edited.jsonl'));
  const keeping = Promise.resolve(library.handlers.keepVersion({ id, name: 'Kept' }));
  const isKept = await keeping.then(
    () => true,
    () => false,
  );
  const { versions } = await library.handlers.versions({ id });
  expect(versions.filter(({ name }) => name === 'Kept')).toHaveLength(isKept ? 1 : 0);
});
