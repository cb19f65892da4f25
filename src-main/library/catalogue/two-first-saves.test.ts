/** A theme is saved for the first time from two computers at once: the service has two templates then. */
import { expect, it } from 'vitest';
import { publicationKey, type Publication } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  libraryOfOne,
  northwind,
  putTheme,
  restarted,
  savedWhenAsked,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const of = (at: string, templateId: string): { publications: Record<string, Publication> } => ({
  publications: { [key]: { templateId, at } },
});
const [january, february, march] = [
  '2026-01-05T00:00:00.000Z',
  '2026-02-05T00:00:00.000Z',
  '2026-03-05T00:00:00.000Z',
];
const edits = [{ field: 'general.font' as const, value: 'Ours' }];

/** Each template, and whether its theme is told to be another's other version. */
async function told(library: Library) {
  const { themes } = await library.handlers.list(undefined);
  return themes
    .map(({ places, conflictOf }) => [places[0]?.templateId, conflictOf !== undefined])
    .sort();
}

it.each([
  ['older', january],
  ['newer', march],
])(
  'ours stays with a copy that says so where a save meets theirs, which is %s',
  async (_of, at) => {
    const { library, folders, document, id } = await libraryOfOne({}, { pace: savedWhenAsked });
    await library.handlers.open({ id });
    await library.handlers.edit({ id, edits });
    const { theme } = await library.current(id);
    // The same edit came from there as well.
    const theirs = { ...document, theme, ...of(at, 'theirs') };
    await putTheme(folders, 'a.json', theirs);
    await library.setPublication(id, key, { templateId: 'ours', at: february });
    const after = await restarted(folders, library);
    expect(await told(after)).toEqual([
      ['ours', true],
      ['theirs', false],
    ]);
  },
);

it('a conflicted copy of the same content says so too', async () => {
  const { library, folders, document } = await libraryOfOne(of(january, 'first'));
  await library.start();
  await putTheme(folders, 'a (conflicted copy).json', { ...document, ...of(february, 'second') });
  await library.rescan();
  expect(await told(library)).toEqual([
    ['first', false],
    ['second', true],
  ]);
});
