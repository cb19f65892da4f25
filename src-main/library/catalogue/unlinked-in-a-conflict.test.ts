/** A person unlinks a theme while another computer's version of it lies in its file already. */
import { expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import {
  libraryOfOne,
  northwind,
  putTheme,
  savedWhenAsked,
  unlinkTheme,
} from '../testing/fixture-library';

const key = publicationKey(northwind);

it('stays unlinked: the next publication goes to no template of before', async () => {
  const publications = { [key]: { templateId: 't', at: '2026-01-05T00:00:00.000Z' } };
  const { library, folders, document, id } = await libraryOfOne(
    { publications },
    { pace: savedWhenAsked },
  );
  await library.handlers.open({ id });
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  // A sync client brought it a moment ago; the edit above is not saved yet.
  const theirs = { ...document, theme: { ...newTheme(), customCss: '/* theirs */' } };
  await putTheme(folders, 'a.json', theirs);
  await unlinkTheme(library, id, key);
  expect((await library.saved(id)).publications).toEqual({});
});
