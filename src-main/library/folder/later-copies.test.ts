/**
 * A sync program left a conflicted copy of a theme that is newer than the theme itself. Nobody has chosen one of the two.
 * The theme's own file goes away for a while and comes back as it was: another branch was looked at, it was put aside
 * by hand, or restored from the system's bin. It is the theme then, with its links and its history, as it is beside an
 * untouched copy of the same age.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme } from '../testing/fixture-library';

const key = publicationKey(northwind);
const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

async function awayAndBack(copysTime: string, isOpen: boolean) {
  const { folders, library, document, id } = await libraryOfOne({ publications: { [key]: link } });
  await library.start();
  await library.handlers.keepVersion({ id, name: 'As the client signed it' });
  if (isOpen) await library.handlers.open({ id });
  await putTheme(folders, 'a (conflicted copy).json', {
    ...document,
    updatedAt: copysTime,
    theme: { ...document.theme, general: { ...document.theme.general, font: 'Theirs' } },
  });
  await library.rescan();
  const away = join(folders.root, 'away');
  await rename(join(folders.themes, 'a.json'), away);
  await library.rescan();
  await rename(away, join(folders.themes, 'a.json'));
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  const { theme } = await library.handlers.open({ id });
  return {
    count: themes.length,
    // Publishing what the theme holds changes this template.
    font: theme.general.font,
    ofTheme: themes.find((each) => each.id === id)?.places.map(({ templateId }) => templateId),
  };
}

it.each([
  ['an older copy, as a control', '2026-01-01T00:00:00.000Z', false],
  ['an older copy, as a control, while it is open', '2026-01-01T00:00:00.000Z', true],
  ['a later copy', '2026-01-03T00:00:00.000Z', false],
  ['a later copy, while it is open', '2026-01-03T00:00:00.000Z', true],
])('the file that comes back beside %s is the theme', async (_what, time, isOpen) => {
  const { count, font, ofTheme } = await awayAndBack(time, isOpen);
  expect({ count, isTheirs: font === 'Theirs', ofTheme }).toEqual({
    count: 2,
    isTheirs: false,
    ofTheme: ['t'],
  });
});
