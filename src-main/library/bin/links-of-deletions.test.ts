import { copyFile, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey, type Theme, type ThemeDocument } from '@shared/theme/theme';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
  unlinkTheme,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };

/**
 * A linked theme was deleted, came back by its file, was unlinked from its template, and was deleted again or taken away by
 * another computer. Its first deletion is taken back: of two versions, the one that was unlinked more often knows of a word that
 * the other does not (0022), so it comes back without that link.
 */
describe('an older deletion of a theme that was unlinked since', () => {
  it.each(['is deleted again', 'is deleted on another computer'] as const)(
    'comes back unlinked where it %s',
    async (how) => {
      const { library, folders, document, id } = await libraryOfOne({ publications });
      await library.start();
      const { entries } = await library.handlers.remove({ ids: [id] });
      await putTheme(folders, 'a.json', document);
      await library.rescan();
      await unlinkTheme(library, id, key);
      await library.flush();
      if (how === 'is deleted again') await library.handlers.remove({ ids: [id] });
      else await unlink(join(folders.themes, 'a.json'));
      await library.rescan();
      await library.handlers.restore({ entries });
      const { publications: links, unlinked } = await library.saved(id);
      expect(unlinked).toBeDefined();
      expect(links).toEqual({});
    },
  );
});

/**
 * A linked theme was deleted, came back by its file, was unlinked from its template and got a tag. Its deletion is taken
 * back: what comes back lies beside it, and without the link, which a person took from the theme since.
 */
describe('a theme that was unlinked since, and is still there', () => {
  it.each([
    ['as it was (the control)', ['blue']],
    ['with another tag', ['blue', 'new']],
  ])('nothing is linked again where the theme is there %s', async (_how, tags) => {
    const { library, folders, document, id } = await libraryOfOne({ publications });
    await library.start();
    const { entries } = await library.handlers.remove({ ids: [id] });
    await putTheme(folders, 'a.json', document);
    await library.rescan();
    await unlinkTheme(library, id, key);
    await library.handlers.setTags({ id, tags });
    await library.handlers.restore({ entries });
    const { themes } = await library.handlers.list(undefined);
    const templates = themes.flatMap(({ places }) =>
      places.flatMap(({ templateId }) => templateId ?? []),
    );
    expect(templates).toEqual([]);
  });
});

/**
 * A theme was saved from two computers, each under a template of its own (the service gives IDs), and deleted on one of
 * them; the other's file comes back. What is restored from the bin is the same theme but for its template: it comes back
 * beside that, because one theme has no room for both links.
 */
describe('the same theme but for its template', () => {
  const here = { [key]: { templateId: 'saved-here', at: '2026-01-03T03:04:05.000Z' } };
  const there = { [key]: { templateId: 'saved-there', at: '2026-01-03T02:04:05.000Z' } };

  it.each([
    ['with another tag there (the control)', ['blue', 'there']],
    ['as the very same', ['blue']],
  ])('keeps both links where it comes back %s', async (_how, tags) => {
    const { library, folders, document, id } = await libraryOfOne({ publications: here });
    const { handlers } = library;
    const { entries } = await handlers.remove({ ids: [id] });
    await putTheme(folders, 'a.json', { ...document, tags, publications: there });
    await library.rescan();
    expect((await library.saved(id)).publications).toEqual(there);
    await handlers.restore({ entries });
    const inLibrary = await themesOnDisk(folders);
    const templates = inLibrary.flatMap(({ publications }) => publications[key]?.templateId ?? []);
    expect(templates.sort()).toEqual(['saved-here', 'saved-there']);
    expect((await handlers.bin(undefined)).themes).toEqual([]);
  });
});

/**
 * A theme with a picture was deleted, and came back with a backup; then its deletion is undone (or it is taken out of the
 * bin, with all that lies there). It is the same theme: it is in the library once, with its template.
 */
describe('a theme whose backup was restored', () => {
  const { theme } = themeDocument();
  const withPicture: Theme = {
    ...theme,
    chat: { ...theme.chat, hostAvatar: { isEnabled: true, url: 'https://pictures.example/a.png' } },
  };

  it.each([
    ['no picture (the control)', theme],
    ['a picture', withPicture],
  ] as const)('is there once, with %s', async (_what, content) => {
    const { library } = testLibrary(await temporaryLibraryFolders());
    await library.start();
    const given = { name: 'Harbour', tags: [], theme: content, picturesWait: false };
    const { id } = await library.addForeign(given);
    await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
    const backup = await library.withWaitingLinks(id);
    const { entries } = await library.handlers.remove({ ids: [id] });
    const put = await library.putBack(backup, 'keepBoth', new Date().toISOString());
    expect(put).toMatchObject({ outcome: 'added', id });
    const restored = await library.handlers.restore({ entries });
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map(({ name }) => name)).toEqual(['Harbour']);
    expect(restored).toMatchObject({ alreadyHere: 1, unlinked: 0 });
  });

  it.each([
    ['as it was (the control)', '\n'],
    ['with the line ends of Windows, as git writes it there', '\r\n'],
  ] as const)('is there once where its file came back %s', async (_what, lineEnd) => {
    const { library, folders, id } = await libraryOfOne();
    const file = join(folders.themes, 'a.json');
    const text = await readFile(file, 'utf8');
    await library.start();
    const { entries } = await library.handlers.remove({ ids: [id] });
    await writeFile(file, text.replaceAll('\n', lineEnd));
    await library.rescan();
    await library.handlers.restore({ entries });
    expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
  });
});

/**
 * A theme is published; it is deleted, and Foyer is killed a moment later, before its index says so. At the next start the
 * service's answer is still to be noted (it may have arrived, and a person says that it did): the theme is in the bin, with
 * which that is kept, so that it is the template's again when it is restored. Also where the library's folder has got another
 * name by then.
 */
describe('an answer that is noted after a kill right after the deletion', () => {
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
});

/**
 * A theme is published and deleted while its answer is still on its way; then a person looks at a copy of the library and
 * deletes the theme there as well. "If a publication is answered after you chose a copy of the library, it isn't recorded
 * in the copy, but in the library it came from once you open that again."
 */
describe('an answer for what was deleted in a copy as well', () => {
  async function templates(isDeletedInCopy: boolean) {
    const { library, folders, id } = await libraryOfOne({}, { mayUse: () => true });
    await library.handlers.list(undefined);
    const copy = join(folders.root, 'copy');
    await mkdir(copy);
    await copyFile(join(folders.themes, 'a.json'), join(copy, 'a.json'));
    const use = async (folder: string) => {
      await library.handlers.useFolder({ folder, move: false });
      await library.handlers.list(undefined);
    };
    const templatesIn = async (folder: string) => {
      const { publications } = JSON.parse(
        await readFile(join(folder, 'a.json'), 'utf8'),
      ) as ThemeDocument;
      return Object.values(publications).map(({ templateId }) => templateId);
    };
    const assertSame = library.assertSame();
    const here = await library.handlers.remove({ ids: [id] });
    await use(copy);
    const there = isDeletedInCopy ? await library.handlers.remove({ ids: [id] }) : { entries: [] };
    // The answer comes: it waits until its own library is there again.
    const publication = { templateId: 'made', at: new Date().toISOString(), attempt: 'one' };
    const note = () => library.setPublication(id, key, publication, [null], assertSame);
    await expect(note()).rejects.toMatchObject({ problem: { code: 'libraryReplaced' } });
    await use(folders.themes);
    await note();
    await library.handlers.restore({ entries: here.entries });
    await use(copy);
    await library.handlers.restore({ entries: there.entries });
    return { own: await templatesIn(folders.themes), copy: await templatesIn(copy) };
  }

  it.each([
    ['control: it is not deleted there', false],
    ['it is deleted there', true],
  ])('is of the library that it was published from: %s', async (_name, isDeletedInCopy) => {
    expect(await templates(isDeletedInCopy)).toEqual({ own: ['made'], copy: [] });
  });
});

/**
 * A person deletes a theme, chooses a copy of the library, publishes the theme there, and deletes it there as well. Back in
 * the first library they restore it: it was never published from there. A copy is another library, and its theme can be
 * restored with its template.
 */
describe('a theme that was linked in a copy, and deleted there', () => {
  async function restored(isPublishedInCopy: boolean) {
    const { library, folders, id } = await libraryOfOne({}, { mayUse: () => true });
    await library.handlers.list(undefined);
    const copy = join(folders.root, 'copy');
    await mkdir(copy);
    await copyFile(join(folders.themes, 'a.json'), join(copy, 'a.json'));
    const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
    const { entries } = await library.handlers.remove({ ids: [id] });
    await use(copy);
    await library.handlers.list(undefined);
    if (isPublishedInCopy) {
      const at = new Date().toISOString();
      await library.setPublication(id, key, { templateId: 'of-the-copy', at });
    }
    await library.handlers.remove({ ids: [id] });
    await use(folders.themes);
    await library.handlers.list(undefined);
    const { ids } = await library.handlers.restore({ entries });
    expect(ids).toEqual([id]);
    const [document] = await themesOnDisk(folders);
    return Object.values(document?.publications ?? {}).map(({ templateId }) => templateId);
  }

  it.each([
    ['control: it wasn’t published there', false],
    ['it was published there', true],
  ])('has no template where it had none: %s', async (_name, isPublishedInCopy) => {
    expect(await restored(isPublishedInCopy)).toEqual([]);
  });
});
