/**
 * A colour and a name wait for a theme whose file is away. The file comes back, and a virus scanner holds it for a
 * moment. A person chooses a newer colour, which is refused for that, and at once the newest one, which the theme has:
 * it stays. What waited first does not come after both.
 */
import { expect, it, vi } from 'vitest';
import { libraryWithFile } from '../testing/file-away';
import { savedWhenAsked, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const edit = (value: string) => [{ field: 'chat.buttons.backgroundColor', value }] as never;
const [green, blue, red] = ['#00FF00', '#0000FF', '#FF0000'];

async function kept(change: 'edit' | 'name', waits: boolean) {
  const made = await libraryWithFile({ pace: savedWhenAsked });
  const { library, folders, id } = made;
  await made.goAway();
  if (waits || change === 'name')
    await library.handlers.editLater({ id, name: 'Harbour', edits: edit(green) });
  if (waits || change === 'edit') await library.handlers.renameLater({ id, name: 'Night' });
  const { heal } = await made.comeBackHeld();
  await expect.poll(() => library.flushAtOnce()[0]?.problem.code).toBe('storageNotRead');
  const give = {
    edit: [
      async () => library.handlers.edit({ id, edits: edit(blue) }),
      async () => library.handlers.edit({ id, edits: edit(red) }),
    ],
    name: [
      async () => library.handlers.rename({ id, name: 'Port' }),
      async () => library.handlers.rename({ id, name: 'Quay' }),
    ],
  }[change] as [() => Promise<unknown>, () => Promise<unknown>];
  const newer = give[0]();
  const refused = newer.then(
    () => 'done',
    (error: unknown) => error,
  );
  const newest = give[1]();
  newest.catch(() => undefined);
  void refused.then(heal);
  expect(await refused).toMatchObject({ problem: { code: 'storageNotRead' } });
  await newest;
  await library.saveEdits();
  await library.saveEdits();
  return JSON.stringify(await themesOnDisk(folders));
}

it.each([
  ['edit', red],
  ['name', '"Quay"'],
] as const)('the control: none of that kind waited before (%s)', async (change, value) => {
  expect(await kept(change, false)).toContain(value);
});

it.each([
  ['edit', red],
  ['name', '"Quay"'],
] as const)('the newest stays (%s)', async (change, value) => {
  expect(await kept(change, true)).toContain(value);
});
