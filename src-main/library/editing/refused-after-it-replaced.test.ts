/**
 * A person keeps the version that became the copy, and a sync program or a scanner has the copy's file just then: Foyer
 * says that it could not be done. What they have not decided, then, is not done: the other version is still there to be kept.
 */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import { libraryOfOne, putTheme, themeDocument } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const ours = { ...newTheme(), customCss: '/* ours, a day of work */' };
const theirs = { ...newTheme(), customCss: '/* theirs */' };
const copyName = 'a (conflicted copy).json';

/** A theme, and a sync client's conflict copy of it; both are shown beside each other, as the dialog does. */
async function compared() {
  const { folders, library, document } = await libraryOfOne({ name: 'Harbour', theme: ours });
  await library.start();
  const copy = themeDocument({
    name: 'Harbour',
    theme: theirs,
    conflictOf: { id: document.id, name: 'Harbour' },
  });
  await putTheme(folders, copyName, copy);
  await library.rescan();
  const { handlers } = library;
  await handlers.open({ id: copy.id });
  await handlers.open({ id: document.id });
  const hold = () =>
    failing('EBUSY', 'open', (path) => path === join(folders.themes, copyName)).heal;
  const css = async (id: string) => (await library.current(id)).theme.customCss;
  return { ...{ folders, library, handlers, id: document.id, copyId: copy.id }, hold, css };
}

it('the control: keeping the other one that is refused changes nothing', async () => {
  const { handlers, id, copyId, hold, css } = await compared();
  const heal = hold();
  await expect(handlers.resolveConflict({ id: copyId, keep: 'other' })).rejects.toThrow();
  heal();
  expect([await css(id), await css(copyId)]).toEqual([ours.customCss, theirs.customCss]);
});

it('a decision that was refused has replaced nothing', async () => {
  const { handlers, id, copyId, hold, css } = await compared();
  const heal = hold();
  await expect(handlers.resolveConflict({ id: copyId, keep: 'this' })).rejects.toThrow();
  heal();
  expect([await css(id), await css(copyId)]).toEqual([ours.customCss, theirs.customCss]);
});

it('who decides otherwise after a refusal keeps the other version, and not the same twice', async () => {
  const { handlers, id, copyId, hold, css } = await compared();
  const heal = hold();
  await expect(handlers.resolveConflict({ id: copyId, keep: 'this' })).rejects.toThrow();
  heal();
  await handlers.resolveConflict({ id: copyId, keep: 'other' });
  expect(await css(id)).toBe(ours.customCss);
});

it('a decision that a full disk refused is not half carried out once there is room', async () => {
  const { folders, library, handlers, id, copyId, css } = await compared();
  const disk = failing('ENOSPC', 'writeTo', (path) => path.startsWith(folders.themes));
  await expect(handlers.resolveConflict({ id: copyId, keep: 'this' })).rejects.toThrow();
  disk.heal();
  await library.saveEdits();
  expect([await css(id), await css(copyId)]).toEqual([ours.customCss, theirs.customCss]);
});
