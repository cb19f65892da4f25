/** Foyer is killed soon after tags were changed, and another computer's file takes the theme's place. */
import { expect, it } from 'vitest';
import type { Library } from '../library';
import { endLibrary, libraryOfOne, putTheme, testLibrary } from '../testing/fixture-library';

const tags = ['client', 'spring'];

/** The tags that the theme's versions can bring back. */
async function tagsKept({ handlers }: Library, id: string): Promise<unknown[]> {
  const { versions } = await handlers.versions({ id });
  const all = versions.map(async ({ version }) => handlers.version({ id, version }));
  return (await Promise.all(all)).flatMap((each) => (each.tags ? [each.tags] : []));
}

it.each(['after a version was kept by name', 'before a version is kept by name'])(
  'tags that were changed %s can be had back',
  async (when) => {
    const { folders, library, document, id } = await libraryOfOne();
    if (when.startsWith('after')) await library.handlers.keepVersion({ id, name: 'Rebrand' });
    await library.handlers.setTags({ id, tags });
    if (when.startsWith('before')) await library.handlers.keepVersion({ id, name: 'Rebrand' });
    await library.handlers.versions({ id });
    library.close();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    const { library: next } = testLibrary(folders);
    expect((await next.current(id)).tags).toEqual(document.tags);
    expect(await tagsKept(next, id)).toEqual([tags]);
    await endLibrary(next);
  },
);
