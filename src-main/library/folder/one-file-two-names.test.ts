import { link, readFile, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { openDocumentFolder } from '../../storage/storage';
import {
  listChange,
  northwind,
  putTheme,
  themeDocument,
  temporaryLibraryFolders,
  testLibrary,
  type LibraryFolders,
} from '../testing/fixture-library';

/** Whether the volume lists names decomposed, as macOS’s older disks and its shares do. */
const volume = { isDecomposed: false };
vi.mock('node:fs/promises', async (original) => {
  const { looseVolume } = await import('../../storage/trial-volume');
  const real = await original<typeof import('node:fs/promises')>();
  const loose = looseVolume(real, 'NFD');
  const calls = Object.entries<unknown>({ ...real });
  return Object.fromEntries(
    calls.map(([name, call]) => {
      if (typeof call !== 'function') return [name, call];
      const other: unknown = loose[name as keyof typeof loose];
      const called = (...given: unknown[]): unknown =>
        Reflect.apply((volume.isDecomposed ? other : call) as typeof call, undefined, given);
      return [name, called];
    }),
  );
});

const publications = {
  [publicationKey(northwind)]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' },
};
const original = () => themeDocument({ publications });

async function expectOneTheme(
  folders: LibraryFolders,
  add: () => Promise<void>,
  when: 'before' | 'after',
): Promise<void> {
  const document = original();
  await putTheme(folders, 'b.json', document);
  if (when === 'before') await add();
  const { library } = testLibrary(folders, {
    folder: openDocumentFolder(folders.themes, { settleMs: 20 }),
  });
  await library.start();
  if (when === 'after') await add();
  const told = listChange(library, ({ upserted }) => upserted.some(({ name }) => name === 'End'));
  await putTheme(folders, 'end.json', themeDocument({ name: 'End' }));
  await told;
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  expect(themes.map(({ name }) => name).sort()).toEqual(['End', 'Harbour']);
  const text = await readFile(join(folders.themes, 'b.json'), 'utf8');
  expect(JSON.parse(text)).toEqual(document);
}

/** A theme that a program has given a second name by a hard link, which Foyer has seen. */
async function linked(when: 'before' | 'after') {
  const folders = await temporaryLibraryFolders();
  const document = original();
  const { id } = document;
  await putTheme(folders, 'b.json', document);
  const add = () => link(join(folders.themes, 'b.json'), join(folders.themes, 'c.json'));
  if (when === 'before') await add();
  const { library } = testLibrary(folders);
  await library.start();
  if (when === 'after') await add();
  const told = listChange(library, ({ upserted }) => upserted.some(({ name }) => name === 'End'));
  await putTheme(folders, 'end.json', themeDocument({ name: 'End' }));
  await told;
  return { folders, library, document, id };
}

describe('a rename that another program does by a hard link, and removing more than a burst later', () => {
  it.each(['before', 'after'] as const)(
    'does not hide the theme until the next look at all files (linked %s the start)',
    async (when) => {
      const { folders, library, document, id } = await linked(when);
      const told = listChange(library, ({ upserted, removed }) =>
        [...removed, ...upserted.map((each) => each.id)].includes(id),
      );
      await unlink(join(folders.themes, 'b.json'));
      await told;
      const { themes } = await library.handlers.list(undefined);
      expect(themes.find((theme) => theme.id === id)).toMatchObject({
        places: [{ templateId: 't' }],
      });
      expect((await library.handlers.open({ id })).name).toBe('Harbour');
      const text = await readFile(join(folders.themes, 'c.json'), 'utf8');
      expect(JSON.parse(text)).toEqual(document);
    },
  );

  it('shows both when a save has made them two files', async () => {
    const { library, id } = await linked('after');
    const told = listChange(library, ({ upserted }) =>
      upserted.some((each) => each.id !== id && each.name === 'Harbour'),
    );
    const { handlers } = library;
    await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    const other = (await told).upserted.find((each) => each.id !== id && each.name === 'Harbour');
    expect(other?.theme.general.font).toBe('Open Sans');
    expect((await library.current(id)).theme.general.font).toBe('Lora');
  });
});

describe('one file under two names', () => {
  it.each(['before', 'after'] as const)(
    'by a link in the folder is one theme that keeps its publications (made %s the start)',
    async (when) => {
      const folders = await temporaryLibraryFolders();
      // Before the file's own name in the listing.
      const add = () => symlink('b.json', join(folders.themes, 'a.json'));
      await expectOneTheme(folders, add, when);
    },
  );

  it.each(['before', 'after'] as const)(
    'by a second hard link is one theme (made %s the start)',
    async (when) => {
      const folders = await temporaryLibraryFolders();
      const add = () => link(join(folders.themes, 'b.json'), join(folders.themes, 'c.json'));
      await expectOneTheme(folders, add, when);
    },
  );

  it('on a volume that lists names decomposed is one theme, written and listed', async () => {
    const folders = await temporaryLibraryFolders();
    volume.isDecomposed = true;
    try {
      const document = original();
      // Foyer writes it composed, as the next look at the folder does not list it.
      await writeFile(
        join(folders.themes, '테마.json'.normalize('NFC')),
        `${JSON.stringify(document)}\n`,
      );
      const folder = openDocumentFolder(folders.themes, { settleMs: 20 });
      const { library } = testLibrary(folders, { folder });
      const { id } = await library.handlers.create({ name: '한글' });
      await library.rescan();
      await library.handlers.rename({ id, name: '한글 2' });
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      expect(themes.map((theme) => theme.id).sort()).toEqual([document.id, id].sort());
      expect(themes.find((theme) => theme.id === document.id)).toMatchObject({
        places: [{ templateId: 't' }],
      });
    } finally {
      volume.isDecomposed = false;
    }
  });

  it('is two themes where two files only share a spelling', async () => {
    const folders = await temporaryLibraryFolders();
    await putTheme(folders, 'é.json'.normalize('NFC'), themeDocument({ name: 'Composed' }));
    await putTheme(folders, 'é.json'.normalize('NFD'), themeDocument({ name: 'Decomposed' }));
    const { library } = testLibrary(folders);
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map(({ name }) => name).sort()).toEqual(['Composed', 'Decomposed']);
  });
});
