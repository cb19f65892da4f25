/** Which of several themes has a template: whoever shows one of them hears when that changes. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OpenTheme } from '@shared/library';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import {
  libraryOfOne,
  northwind,
  putTheme,
  themeDocument,
  type LibraryFolders,
  unlinkTheme,
} from '../testing/fixture-library';
import type { Library } from '../library';

const key = publicationKey(northwind);
const linked = (at: string): Pick<ThemeDocument, 'publications'> => ({
  publications: { [key]: { templateId: 't', at } },
});
const earlier = '2026-01-02T03:04:05.000Z';
const later = '2026-02-02T03:04:05.000Z';

interface Shown {
  readonly folders: LibraryFolders;
  readonly library: Library;
  readonly id: string;
  /** The other theme, in `b.json`. */
  readonly other: ThemeDocument;
  /** The template that the window shows the theme with, by the events it heard. */
  readonly template: () => string | undefined;
  /** The same by the list. */
  readonly listed: () => string | undefined;
  readonly heard: readonly OpenTheme[];
}

/** A theme that a window shows, and another one that has its template. */
async function shown(): Promise<Shown> {
  const { folders, library, id } = await libraryOfOne(linked(earlier));
  const other = themeDocument({ name: 'Other', ...linked(later) });
  await putTheme(folders, 'b.json', other);
  const heard = [await library.handlers.open({ id })];
  library.onThemeChange((theme) => {
    if (theme.id === id) heard.push(theme);
  });
  const { themes } = await library.handlers.list(undefined);
  let inList = themes.find((theme) => theme.id === id);
  library.onChange(({ upserted }) => {
    inList = upserted.find((theme) => theme.id === id) ?? inList;
  });
  return {
    ...{ folders, library, id, other, heard },
    template: () => heard.at(-1)?.publications[northwind.id]?.templateId,
    listed: () => inList?.places[0]?.templateId,
  };
}

describe('the window that shows a theme hears that it has its template', () => {
  const ways: Record<string, (of: Shown) => Promise<unknown>> = {
    'when the file of the one that had it goes': ({ folders }) =>
      rm(join(folders.themes, 'b.json')),
    'when that one is deleted': ({ library, other }) =>
      Promise.resolve(library.handlers.remove({ ids: [other.id] })),
    'when that one is unlinked': ({ library, other }) => unlinkTheme(library, other.id, key),
    'when the file of that one can’t be read, and then goes': async ({ folders, library }) => {
      await writeFile(join(folders.themes, 'b.json'), '{');
      await library.rescan();
      await rm(join(folders.themes, 'b.json'));
    },
    'when the file of that one can’t be read, and then holds another': async ({
      folders,
      library,
    }) => {
      await writeFile(join(folders.themes, 'b.json'), '{');
      await library.rescan();
      await putTheme(folders, 'b.json', themeDocument({ name: 'Third' }));
    },
  };

  it.each(Object.entries(ways))('%s', async (_when, way) => {
    const of = await shown();
    expect([of.template(), of.listed()]).toEqual([undefined, undefined]);
    await way(of);
    await of.library.rescan();
    expect((await of.library.current(of.id)).publications).toHaveProperty([key]);
    expect([of.template(), of.listed()]).toEqual(['t', 't']);
  });

  it('and that it has it no longer, each once', async () => {
    const of = await shown();
    await rm(join(of.folders.themes, 'b.json'));
    await of.library.rescan();
    await putTheme(of.folders, 'b.json', of.other);
    await of.library.rescan();
    expect([of.template(), of.listed()]).toEqual([undefined, undefined]);
    expect(of.heard.map(({ publications }) => northwind.id in publications)).toEqual([
      false,
      true,
      false,
    ]);
  });
});
