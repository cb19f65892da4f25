import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { failing, held } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themeFiles,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});
/**
 * A person moves the library, and moves it once more before the first move has ended. It is the same library all the
 * time, as it is for everything else that waits for a move: no other one has taken its place.
 */
describe('the library is moved once more while it moves', () => {
  async function made() {
    const { folders, library, id } = await libraryOfOne({}, { mayUse: () => true });
    const second = join(folders.root, 'second');
    const third = join(folders.root, 'third');
    await mkdir(second);
    await mkdir(third);
    await library.start();
    return { folders, library, id, second, third };
  }

  it('the control: what else waits for a move is done', async () => {
    const { library, second, id } = await made();
    const moving = Promise.resolve(library.handlers.useFolder({ folder: second, move: true }));
    const copying = Promise.resolve(library.handlers.duplicate({ ids: [id] }));
    const ends = await Promise.allSettled([moving, copying]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });

  it('and so is another move', async () => {
    const { folders, library, second, third } = await made();
    const writing = held('writeTo', (path) => path.startsWith(second));
    const moving = Promise.resolve(library.handlers.useFolder({ folder: second, move: true }));
    await writing.isReached;
    const again = Promise.resolve(library.handlers.useFolder({ folder: third, move: true }));
    writing.letGo();
    const ends = await Promise.allSettled([moving, again]);
    expect(ends.map((end) => (end.status === 'rejected' ? String(end.reason) : 'moved'))).toEqual([
      'moved',
      'moved',
    ]);
    expect(await themeFiles({ ...folders, themes: third })).toEqual(['a.json']);
  });
});

/**
 * Many themes are being tagged, which takes a while, and a person chooses another library, one that is shared with a
 * client: that waits for its turn. Settings still shows the first one, and they have that one moved to a new folder
 * instead. What is moved are the themes of the library that was shown, or none: the client's stay where they are.
 */
describe('the library that is shown is moved, after another one was chosen', () => {
  const themesIn = async (folder: string): Promise<string[]> =>
    (await readdir(folder)).filter((name) => name.endsWith('.json'));

  /** What lies in the client's folder, and in the new one, in the end. */
  async function moved(isChosenBefore: boolean) {
    const { folders, library, id } = await libraryOfOne({}, { mayUse: () => true });
    const { handlers } = library;
    const ofClient = join(folders.root, 'of a client');
    const anew = join(folders.root, 'new');
    await mkdir(ofClient);
    await mkdir(anew);
    await putTheme({ ...folders, themes: ofClient }, 'b.json', themeDocument({ name: 'Theirs' }));
    await library.start();
    const writing = held('writeTo', (path) => path.startsWith(folders.themes));
    const tagging = handlers.setTagsOfMany({ themes: [{ id, tags: ['client'] }] });
    await writing.isReached;
    let using: Promise<unknown> = Promise.resolve();
    if (isChosenBefore) {
      const looking = held('stat', (path) => path === join(ofClient, 'b.json'));
      using = Promise.resolve(handlers.useFolder({ folder: ofClient, move: false }));
      await looking.isReached;
      looking.letGo();
      // It is looked at before it has its turn.
      for (let look = 0; look < 20; look += 1) await readdir(ofClient);
    }
    expect((await handlers.list(undefined)).folder).toBe(folders.themes);
    const moving = Promise.resolve(handlers.useFolder({ folder: anew, move: true })).catch(
      () => 'refused',
    );
    for (let look = 0; look < 20; look += 1) await readdir(anew);
    writing.letGo();
    await Promise.all([tagging, using, moving]);
    return { ofClient: await themesIn(ofClient), anew: await themesIn(anew) };
  }

  it('the control: the themes of the library that is shown are moved', async () => {
    expect(await moved(false)).toEqual({ ofClient: ['b.json'], anew: ['a.json'] });
  });

  it('those of the one that was chosen before stay', async () => {
    expect((await moved(true)).ofClient).toEqual(['b.json']);
  });
});

/**
 * A person moves the library into a folder in which a copy of it lies that somebody worked with. Just as the move ends, the
 * disk of that folder doesn't answer, and it doesn't until they quit. At the next start it does. What was moved is the theme,
 * with its history and its links (“What moved here had its id before, whatever lay here already”, `takeEntries`), and the
 * copy's is another.
 */
describe('the new folder can’t be looked into as the move ends', () => {
  async function named(when: 'at once' | 'before they quit' | 'after they quit') {
    const folders = await temporaryLibraryFolders();
    const second = join(folders.root, 'second');
    await mkdir(second);
    const document = themeDocument({ name: 'Moved' });
    const { id } = document;
    const copy = join(second, 'a.json');
    const later = new Date(Date.parse(document.updatedAt) + 86_400_000).toISOString();
    await writeFile(copy, JSON.stringify({ ...document, name: 'In the copy', updatedAt: later }));
    await putTheme(folders, 'a.json', document);
    let disk: ReturnType<typeof failing> | undefined;
    const { library } = testLibrary(folders, {
      mayUse: () => true,
      movedTo: () => {
        if (when !== 'at once') disk = failing('EIO', 'stat', (path) => path === second);
        return Promise.resolve();
      },
    });
    await library.handlers.list(undefined);
    await library.handlers.useFolder({ folder: second, move: true });
    if (when === 'before they quit') {
      disk?.heal();
      await library.handlers.list(undefined);
    }
    await endLibrary(library);
    disk?.heal();
    const next = testLibrary({ ...folders, themes: second }).library;
    const { themes } = await next.handlers.list(undefined);
    return {
      names: themes.map(({ name }) => name).sort(),
      theme: themes.find((each) => each.id === id)?.name,
    };
  }

  it.each(['at once', 'before they quit', 'after they quit'] as const)(
    'what was moved is the theme, where the new folder can be looked into %s',
    async (when) => {
      expect(await named(when)).toEqual({ names: ['In the copy', 'Moved'], theme: 'Moved' });
    },
  );

  it('the originals go at the next start, where the new folder’s disk was away as the move ended', async () => {
    const folders = await temporaryLibraryFolders();
    const second = join(folders.root, 'second');
    await mkdir(second);
    await putTheme(folders, 'a.json', themeDocument());
    const disks: ReturnType<typeof failing>[] = [];
    const isAway = (path: string) => path.startsWith(second);
    const { library } = testLibrary(folders, {
      mayUse: () => true,
      movedTo: () => {
        disks.push(failing('ENOENT', 'stat', isAway), failing('ENOENT', 'open', isAway));
        return Promise.resolve();
      },
    });
    await library.handlers.list(undefined);
    await library.handlers.useFolder({ folder: second, move: true });
    await endLibrary(library);
    for (const disk of disks) disk.heal();
    const next = testLibrary({ ...folders, themes: second }).library;
    expect((await next.handlers.list(undefined)).themes).toHaveLength(1);
    await vi.waitFor(async () => expect(await readdir(folders.themes)).toEqual([]));
  });
});

/** A file gets another name, by hand or by a colleague's sync program, while the library is moved to another folder. */
describe('a file gets another name while the library moves', () => {
  /** Moves two themes, and does that between the copies of the first and the second; resolves with what is there then. */
  async function moved(meanwhile: (from: string, to: string) => Promise<void>): Promise<string[]> {
    const folders = await temporaryLibraryFolders();
    const to = join(folders.root, 'to');
    await mkdir(to);
    await putTheme(folders, 'a.json', themeDocument({ name: 'Autumn' }));
    await putTheme(folders, 'b.json', themeDocument({ name: 'Breeze' }));
    const { library } = testLibrary(folders, { mayUse: () => true });
    await library.start();
    let copies = 0;
    const second = held('writeTo', (path) => dirname(path) === to && (copies += 1) === 2);
    const moving = Promise.resolve(library.handlers.useFolder({ folder: to, move: true }));
    await second.isReached;
    await meanwhile(folders.themes, to);
    second.letGo();
    await moving;
    expect((await library.handlers.list(undefined)).folder).toBe(to);
    const names = await readdir(to);
    const texts = await Promise.all(names.map((name) => readFile(join(to, name), 'utf8')));
    return texts.map((text) => (JSON.parse(text) as ThemeDocument).name).sort();
  }

  it('control: two themes are there', async () => {
    expect(await moved(async () => {})).toEqual(['Autumn', 'Breeze']);
  });

  it('has a theme once whose file got another name meanwhile', async () => {
    const names = await moved((from) => rename(join(from, 'a.json'), join(from, 'autumn.json')));
    expect(names).toEqual(['Autumn', 'Breeze']);
  });
});

/**
 * A person chooses a folder on a share that takes a while to be looked at, gives up waiting and chooses another one, which
 * is the library at once. When the share answers at last, the library stays where it was chosen to be last.
 */
describe('another folder is chosen while the first can’t be looked at', () => {
  it('what is chosen last holds', async () => {
    const { folders, library } = await libraryOfOne({}, { mayUse: () => true });
    const share = join(folders.root, 'share');
    const local = join(folders.root, 'local');
    await mkdir(share);
    await mkdir(local);
    await library.start();
    const looking = held('stat', (path) => path === share);
    const first = Promise.resolve(library.handlers.useFolder({ folder: share, move: false }));
    await looking.isReached;
    await library.handlers.useFolder({ folder: local, move: false });
    expect(library.folder()).toBe(local);
    looking.letGo();
    await first.catch(() => undefined);
    expect(library.folder()).toBe(local);
  });
});
