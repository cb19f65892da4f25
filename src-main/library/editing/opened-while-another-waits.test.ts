/**
 * Changes wait for two themes whose files are away. Both come back, and the disk takes its time over the first: the
 * other one can be opened, edited, and sent meanwhile, as "no theme's edit waits for what waits for another".
 */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Library } from '../library';
import { failing, held } from '../testing/fake-disk';
import { libraryOfOne, putTheme, savedWhenAsked, themeDocument } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const edits = [{ field: 'chat.buttons.backgroundColor', value: '#00FF00' }] as never;
const font = [{ field: 'general.font', value: 'Inter' }] as never;

type Act = (library: Library, id: string) => unknown;
const acts: readonly (readonly [string, Act])[] = [
  ['opened', (library, id) => library.handlers.open({ id })],
  ['edited', (library, id) => library.handlers.edit({ id, edits: font })],
  ['renamed', (library, id) => library.handlers.rename({ id, name: 'Quay' })],
  ['sent', (library, id) => library.saved(id)],
  ['deleted', (library, id) => library.handlers.remove({ ids: [id] })],
];

const cases = acts.flatMap(([name, act]) =>
  (
    [
      ['the control: nothing waits for the other', false],
      ['the other waits', true],
    ] as const
  ).map(([what, isWaiting]) => [what, name, isWaiting, act] as const),
);

it.each(cases)('%s (%s)', async (_what, _name, isWaiting, act) => {
  const made = await libraryOfOne({ name: 'Harbour' }, { pace: savedWhenAsked });
  const { library, folders, id } = made;
  const other = themeDocument({ name: 'Other' });
  await putTheme(folders, 'b.json', other);
  await library.start();
  // A virus scanner holds both.
  const both = failing('EBUSY', 'readFrom', (path) => path.endsWith('.json'));
  if (isWaiting) await library.handlers.editLater({ id: other.id, name: 'Other', edits });
  await library.handlers.editLater({ id, name: 'Harbour', edits });
  const slow = held('readFrom', (path) => path === join(folders.themes, 'b.json'));
  both.heal();
  const trying = library.saveEdits();
  if (isWaiting) await slow.isReached;
  let isDone = false;
  const acting = Promise.resolve(act(library, id)).then(() => (isDone = true));
  await vi.waitFor(() => expect(isDone).toBe(true), { timeout: 3_000 });
  slow.letGo();
  await Promise.all([trying, acting]);
});
