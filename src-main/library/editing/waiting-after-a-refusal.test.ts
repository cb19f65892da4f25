/**
 * A colour waits for a theme whose file is away. The file comes back, a virus scanner holds it for a moment, and a
 * newer colour is refused for that: the person reads so. What waited is not lost by a newer one that nobody has.
 */
import { expect, it, vi } from 'vitest';
import { libraryWithFile } from '../testing/file-away';
import { savedWhenAsked, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const edit = (value: string) => [{ field: 'chat.buttons.backgroundColor', value }] as never;
const [green, blue] = ['#00FF00', '#0000FF'];

async function refused(change: 'edit' | 'name' | undefined) {
  const made = await libraryWithFile({ pace: savedWhenAsked });
  const { library, folders, id } = made;
  await made.goAway();
  await library.handlers.editLater({ id, name: 'Harbour', edits: edit(green) });
  await library.handlers.renameLater({ id, name: 'Night' });
  const { heal } = await made.comeBackHeld();
  const newer = {
    edit: async () => library.handlers.edit({ id, edits: edit(blue) }),
    name: async () => library.handlers.rename({ id, name: 'Port' }),
  };
  if (change)
    await expect(newer[change]()).rejects.toMatchObject({ problem: { code: 'storageNotRead' } });
  heal();
  const unsaved = await library.saveEdits();
  return { unsaved, text: JSON.stringify(await themesOnDisk(folders)) };
}

it('the control: nothing newer came', async () => {
  const { unsaved, text } = await refused(undefined);
  expect(unsaved).toEqual([]);
  expect(text).toContain(green);
  expect(text).toContain('Night');
});

it.each([
  ['edit', green],
  ['name', 'Night'],
] as const)('a newer one is refused (%s)', async (change, kept) => {
  const { unsaved, text } = await refused(change);
  expect(unsaved).toEqual([]);
  expect(text).toContain(kept);
});
