/**
 * Of two versions of a published theme a person deletes one, while another program holds the file of the other: what
 * they deleted goes, with its link, and has it again once it is back.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import {
  libraryOfOne,
  northwind,
  putTheme,
  restarted,
  savedWhenAsked,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it.each([
  ['the control: nobody holds it', false],
  ['it is held', true],
])('a version is deleted: %s', async (_name, isHeld) => {
  const publication = { templateId: 't-1', at: '2026-01-02T03:04:05.000Z' };
  const made = await libraryOfOne(
    { publications: { [publicationKey(northwind)]: publication } },
    { pace: savedWhenAsked },
  );
  const { folders, document, id } = made;
  await made.library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  const theirs = { ...newTheme(), customCss: '/* theirs */' };
  await putTheme(folders, 'a.json', { ...document, theme: theirs });
  await made.library.flush();
  const library = await restarted(folders, made.library);
  const { handlers } = library;
  const { themes } = await handlers.list(undefined);
  const copy = themes.find(({ conflictOf }) => conflictOf?.id === id)?.id ?? '';
  const other = (await readdir(folders.themes)).find((name) => name !== 'a.json') ?? '';
  const held = join(folders.themes, other);
  const disk = isHeld ? failing('EBUSY', 'open', (path) => path === held) : undefined;
  const { problem, entries } = await handlers.remove({ ids: [id] });
  disk?.heal();
  expect(problem).toBeNull();
  await handlers.restore({ entries });
  const { themes: both } = await handlers.list(undefined);
  expect(both.map((theme) => [theme.id, theme.places[0]?.templateId]).sort()).toEqual(
    [
      [copy, undefined],
      [id, 't-1'],
    ].sort(),
  );
});
