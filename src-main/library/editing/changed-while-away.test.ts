/**
 * A sync program has a theme’s file for a moment, and the window ends in which the theme’s name or colour was being
 * typed: the theme gets it when its file is back, and whoever quits before is asked about it.
 */
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import { libraryWithFile } from '../testing/file-away';
import { savedWhenAsked, themesOnDisk, themeState } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/** A theme, whose file goes away and comes back. */
async function oneTheme({ isOpen }: { isOpen: boolean }) {
  const made = await libraryWithFile({ pace: savedWhenAsked });
  if (isOpen) await made.library.handlers.open({ id: made.id });
  return made;
}

const night = 'Harbour at night';
const unsaved = { kind: 'theme', name: night, problem: { code: 'notFound', what: 'theme' } };

it('the control: a theme whose file is there has the name at once', async () => {
  const { library, folders, id } = await oneTheme({ isOpen: false });
  await library.handlers.renameLater({ id, name: night });
  expect(await library.saveEdits()).toEqual([]);
  expect(await themesOnDisk(folders)).toMatchObject([{ name: night }]);
});

it.each([true, false])('a name waits for the file (the theme was open: %s)', async (isOpen) => {
  const { library, folders, id, goAway, comeBack } = await oneTheme({ isOpen });
  await goAway();
  await library.handlers.renameLater({ id, name: 'Harbour at' });
  await library.handlers.renameLater({ id, name: night });
  expect(await library.saveEdits()).toEqual([unsaved]);
  const isNamed = themeState(library, id, ({ name }) => name === night);
  await comeBack();
  await isNamed;
  expect(await library.saveEdits()).toEqual([]);
  expect(await themesOnDisk(folders)).toMatchObject([{ id, name: night }]);
});

it('a name that was asked for right before the end is known to the end', async () => {
  const { library, id, goAway } = await oneTheme({ isOpen: false });
  await goAway();
  const asked = library.handlers.renameLater({ id, name: night });
  expect(await library.saveEdits()).toEqual([unsaved]);
  await asked;
});

it('a name that the full disk refuses then is an edit as any other', async () => {
  const { library, folders, id, goAway, comeBack } = await oneTheme({ isOpen: false });
  await goAway();
  await library.handlers.renameLater({ id, name: night });
  const { heal } = failing('ENOSPC', 'writeTo', (path) => path.startsWith(folders.themes));
  const isRefused = themeState(library, id, ({ save }) => save.kind === 'failed');
  await comeBack();
  await isRefused;
  const full = { code: 'storageFull' };
  expect(await library.saveEdits()).toMatchObject([{ name: night, problem: full }]);
  heal();
  expect(await library.saveEdits()).toEqual([]);
  expect(await themesOnDisk(folders)).toMatchObject([{ name: night }]);
});

it('a name that a person gives by hand since is not followed by it', async () => {
  const { library, folders, id, goAway, comeBack } = await oneTheme({ isOpen: false });
  await goAway();
  await library.handlers.renameLater({ id, name: night });
  // The next window has this one, and gives it when the file is back.
  const renamed = async () => library.handlers.rename({ id, name: 'Port' });
  await expect(renamed()).rejects.toThrow();
  await comeBack();
  expect(await library.saveEdits()).toEqual([]);
  expect(await themesOnDisk(folders)).toMatchObject([{ name: 'Harbour' }]);
});

const blue = { field: 'chat.buttons.backgroundColor', value: '#0000FF' } as const;
const later = { name: 'Harbour', edits: [blue] };

it.each([true, false])(
  'an edit waits for the file, too (the theme was open: %s)',
  async (isOpen) => {
    const { library, folders, id, goAway, comeBack } = await oneTheme({ isOpen });
    await goAway();
    await library.handlers.editLater({ id, ...later, edits: [{ ...blue, value: '#00FF00' }] });
    await library.handlers.renameLater({ id, name: night });
    await library.handlers.editLater({ id, ...later });
    expect(await library.saveEdits()).toMatchObject([{ problem: unsaved.problem }]);
    await comeBack();
    expect(await library.saveEdits()).toEqual([]);
    const [theme] = await themesOnDisk(folders);
    expect(theme).toMatchObject({ id, name: night });
    expect(JSON.stringify(theme)).toContain('#0000FF');
    // Each is a step of its own.
    await library.handlers.undo({ id });
    expect((await library.handlers.undo({ id })).name).toBe('Harbour');
  },
);
