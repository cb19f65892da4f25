/**
 * A theme is published; it is deleted, and Foyer is killed a moment later, before its index says so. At the next start the
 * service's answer is still to be noted (it may have arrived, and a person says that it did): the theme is in the bin, with
 * which that is kept, so that it is the template's again when it is restored. Also where the library's folder has got another
 * name by then.
 */
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

const key = publicationKey(northwind);

async function noted(how: 'quit' | 'killed', isRenamed: boolean) {
  const first = await libraryOfOne();
  const { folders, id } = first;
  await putTheme(folders, 'b.json', themeDocument({ name: 'Stays' }));
  await first.library.handlers.list(undefined);
  await endLibrary(first.library);
  const second = testLibrary(folders).library;
  await second.handlers.list(undefined);
  const { entries } = await second.handlers.remove({ ids: [id] });
  if (how === 'quit') await endLibrary(second);
  // Its timers are gone, and nothing more is written.
  else second.close();
  const themes = isRenamed ? join(folders.root, 'renamed') : folders.themes;
  if (isRenamed) await rename(folders.themes, themes);
  const { library } = testLibrary({ ...folders, themes });
  await library.handlers.list(undefined);
  const publication = { templateId: 'made', at: new Date().toISOString() };
  const wasNoted = await library.setPublication(id, key, publication).then(
    () => 'noted',
    (error: unknown) => String(error),
  );
  await library.handlers.restore({ entries, ofAnyLibrary: true });
  const text = await readFile(join(themes, 'a.json'), 'utf8');
  const { publications } = JSON.parse(text) as ThemeDocument;
  return { wasNoted, templates: Object.values(publications).map(({ templateId }) => templateId) };
}

it.each([
  ['control: Foyer was quit', 'quit', false],
  ['Foyer was killed', 'killed', false],
  ['Foyer was killed, and the folder renamed', 'killed', true],
] as const)('is noted with the theme in the bin: %s', async (_name, how, isRenamed) => {
  expect(await noted(how, isRenamed)).toEqual({ wasNoted: 'noted', templates: ['made'] });
});
