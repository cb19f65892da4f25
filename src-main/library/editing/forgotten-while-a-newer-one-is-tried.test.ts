/**
 * A colour waits for a theme whose file is held. A newer colour is chosen, the disk takes its time over that, and the
 * person quits: neither colour is anybody's yet, so the question at the end names the theme.
 */
import { expect, it, vi } from 'vitest';
import type { Library } from '../library';
import { failing, held } from '../testing/fake-disk';
import { libraryWithFile } from '../testing/file-away';
import { savedWhenAsked } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const edit = (value: string) => [{ field: 'chat.buttons.backgroundColor', value }] as never;

async function waiting() {
  const made = await libraryWithFile({ pace: savedWhenAsked });
  const { library, id, here } = made;
  await made.goAway();
  await library.handlers.editLater({ id, name: 'Harbour', edits: edit('#00FF00') });
  const { heal } = await made.comeBackHeld();
  await expect.poll(() => library.flushAtOnce()[0]?.problem.code).toBe('storageNotRead');
  return { library, id, here, heal };
}

type End = (library: Library) => Promise<readonly { name: string }[]>;
const ends: readonly (readonly [string, End])[] = [
  ['the question at the end', (library) => library.saveEdits()],
  ['the end', (library) => library.flush()],
  ['the end of the system', (library) => Promise.resolve(library.flushAtOnce())],
];

it.each(ends)('the control: nothing newer was chosen (%s)', async (_name, end) => {
  const { library } = await waiting();
  expect(await end(library)).toMatchObject([{ name: 'Harbour' }]);
});

it.each(ends)('a newer one is being tried (%s)', async (_name, end) => {
  const { library, id, here, heal } = await waiting();
  const slow = held('readFrom', (path) => path === here);
  heal();
  failing('EBUSY', 'readFrom', (path) => path === here);
  const newer = Promise.resolve(library.handlers.edit({ id, edits: edit('#0000FF') })).catch(
    (error: unknown) => error,
  );
  await slow.isReached;
  const unsaved = await end(library);
  slow.letGo();
  // Nobody has either, also then.
  expect(await newer).toMatchObject({ problem: { code: 'storageNotRead' } });
  expect(unsaved).toMatchObject([{ name: 'Harbour' }]);
});
