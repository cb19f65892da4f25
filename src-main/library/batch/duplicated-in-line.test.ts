/**
 * A person duplicates the open theme to keep it as it is, and goes on typing in it, while Foyer still does something with
 * many themes and the copy has to wait for its turn. The copy is the theme as it was when it was asked for, as what is
 * published is, and has nothing of what was typed after that.
 */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { held } from '../testing/fake-disk';
import { libraryOfOne, putTheme, themeDocument } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/** The theme is open; others are being duplicated, until `letGo`, where something is in line before it. */
async function openTheme(isInLine: boolean) {
  const { library, folders, id } = await libraryOfOne({ name: 'Harbour' });
  const others = ['Aster', 'Birch', 'Clover'].map((name) => themeDocument({ name }));
  for (const other of others) await putTheme(folders, `${other.name}.json`, other);
  const { handlers } = library;
  await library.start();
  const before = await handlers.open({ id });
  const slow = held('readFrom', (path) => path === join(folders.themes, 'Aster.json'));
  const many = isInLine
    ? Promise.resolve(handlers.duplicate({ ids: others.map((other) => other.id) }))
    : Promise.resolve();
  if (isInLine) await slow.isReached;
  else slow.letGo();
  const letGo = async (): Promise<void> => {
    slow.letGo();
    await many;
  };
  return { handlers, id, font: before.theme.general.font, letGo };
}

it.each([
  ['the control: nothing is in line before it', false],
  ['other themes are being duplicated', true],
])('a copy has nothing of what was typed after it was asked for: %s', async (_name, isInLine) => {
  const { handlers, id, font, letGo } = await openTheme(isInLine);
  const duplicating = Promise.resolve(handlers.duplicate({ ids: [id] }));
  if (!isInLine) await duplicating;
  await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Typed later' }] });
  await handlers.rename({ id, name: 'Named later' });
  await letGo();
  const [copy = ''] = (await duplicating).ids;
  expect((await handlers.open({ id })).theme.general.font).toBe('Typed later');
  const { name, theme } = await handlers.open({ id: copy });
  expect([name, theme.general.font]).toEqual(['Harbour copy', font]);
});

it('a copy of a theme that is gone by its turn is refused', async () => {
  const { library, folders, id } = await libraryOfOne({ name: 'Harbour' });
  await library.handlers.open({ id });
  const going = held('rename', (path) => path === join(folders.themes, 'a.json'));
  const removing = Promise.resolve(library.handlers.remove({ ids: [id] }));
  await going.isReached;
  const refused = expect(library.handlers.duplicate({ ids: [id] })).rejects.toMatchObject({
    problem: { code: 'notFound' },
  });
  going.letGo();
  expect((await removing).ids).toEqual([id]);
  await refused;
});
