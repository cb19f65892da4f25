/**
 * Everything that Foyer stores, read from its kept example and written again. An example is never
 * changed: it is what an older Foyer left on somebody's disk.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oldestReadFormats, storedFormats } from '@shared/stored-formats';
import { findThemes } from '@shared/theme/import';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createActivity } from './activity/activity';
import { largestThemeFile } from './library/library';
import { onSetAside, openPreferenceStore } from './storage/storage';
// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- The reader under electron-store, which itself needs Electron.
import { readerIn } from './storage/trial-preference-reader';
import { createTransfer } from './transfer/transfer';
import { openRooms, ownFolders, quiet } from './testing/fixture-rooms';
import {
  asNewer,
  example,
  exampleFiles,
  exampleName,
  inTheExamples,
  placeOf,
  putExamples,
  storedDocuments,
} from './testing/fixture-stored-formats';

const { connectionId, themeId, binnedThemeId } = inTheExamples;
const unchanged = { foyerChecksum: undefined };

const onDisk = async (path: string | undefined) =>
  JSON.parse(await readFile(path ?? '', 'utf8')) as Record<string, unknown>;
const exampleOf = async (document: Parameters<typeof example>[0]) => {
  const content = JSON.parse(await example(document)) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(content).filter(([key]) => !(key in unchanged)));
};

describe('the examples of what is stored', () => {
  it('are there for every format that this version reads, and for no other', async () => {
    const expected = storedDocuments.flatMap((document) => {
      const oldest = oldestReadFormats[document] ?? 1;
      const count = storedFormats[document] - oldest + 1;
      return Array.from({ length: count }, (_, index) => exampleName(document, oldest + index));
    });
    expect(await exampleFiles()).toEqual(expected.sort());
    expect(storedDocuments.sort()).toEqual(Object.keys(storedFormats).sort());
  });

  it('are all read by the rooms', async () => {
    const at = await ownFolders();
    await putExamples(at);
    // The move belongs to folders that are not this library's, and the index too.
    const { connections, library, outbox, billing, domains, previews, close } = await openRooms(at);
    const { handlers } = library;
    expect(connections.snapshot().list).toMatchObject([{ id: connectionId, label: 'Northwind' }]);
    const { themes, unreadable } = await handlers.list(undefined);
    expect(unreadable).toEqual([]);
    expect(themes).toMatchObject([
      { id: themeId, name: 'Harbour at night', places: [{ relation: 'changed' }] },
    ]);
    expect((await handlers.bin(undefined)).themes).toMatchObject([
      { id: binnedThemeId, name: 'Old pier' },
    ]);
    expect((await handlers.versions({ id: themeId })).versions).toMatchObject([
      { name: 'Before the season' },
    ]);
    const { isPaused, items } = await outbox.handlers.list(undefined);
    expect(isPaused).toBe(true);
    expect(items).toMatchObject([{ themeId, connectionId }]);
    expect(await billing.handlers.state({ connectionId })).toMatchObject({
      draft: { isYearly: true, currency: 'eur' },
      changes: [{ outcome: { kind: 'accepted' } }],
    });
    expect(await domains.handlers.state({ connectionId })).toMatchObject({
      draft: 'next.example.com',
    });
    expect(previews.snapshot()).toMatchObject({
      history: [{ outcome: { kind: 'accepted' } }],
      shortcuts: [{ name: 'Booking, evening', isNewRecipient: false }],
    });
    await close();
    const activity = createActivity({ folder: join(at.profile, 'activity') });
    const { entries } = await activity.list({ limit: 20 });
    expect(entries.map(({ kind }) => kind).sort()).toEqual([
      'connectionAdded',
      'createCustomDomain',
      'saveThemeTemplate',
      'startChatAppPreview',
      'themeEdited',
      'themesDeleted',
      'updateSubscription',
    ]);
  });

  it('of the preferences is read value by value', async () => {
    const at = await ownFolders();
    await putExamples(at);
    const opened = openPreferenceStore(
      placeOf('preferences', at) ?? '',
      await readerIn(at.profile),
    );
    expect(opened.keptAt ?? opened.memoryOnly ?? opened.notRead).toBeUndefined();
    expect({
      textSize: opened.store.get('textSize'),
      windowPlace: opened.store.get('windowPlace'),
    }).toEqual(await exampleOf('preferences'));
  });

  it('of when a backup was made last', async () => {
    const at = await ownFolders();
    await putExamples(at);
    const { library, close } = await openRooms(at);
    const noFile = { open: () => Promise.resolve([]), save: () => Promise.resolve(undefined) };
    const transfer = createTransfer({
      ...{
        profileFolder: at.profile,
        ask: noFile,
        backupParts: [],
        largestTheme: largestThemeFile,
      },
      library: {
        list: async () => library.handlers.list(undefined),
        whole: (id) => library.whole(id),
        rescan: () => library.rescan(),
        assertSame: () => library.assertSame(),
        addForeign: (theme) => library.addForeign(theme),
        putBack: (document, ifDifferent) => library.putBack(document, ifDifferent),
      },
      names: { untitled: () => 'Untitled', themes: () => 'Themes', backup: (day) => day },
      ...{ mayLoadPicture: () => false, onProgress: () => {}, onOpened: () => {}, log: quiet },
    });
    expect(await transfer.handlers.lastBackup(undefined)).toEqual(
      (await exampleOf('transfer'))['lastBackup'],
    );
    await close();
  });

  it('of an outbox item of the first format becomes one that a person decides about', async () => {
    const at = await ownFolders();
    await putExamples(at);
    const item = placeOf('outbox-item', at) ?? '';
    await writeFile(item, await example('outbox-item', 1));
    const restored = await openRooms(at);
    await restored.library.handlers.restore({
      entries: (await restored.library.handlers.bin(undefined)).themes.map(({ entry }) => entry),
    });
    const { items } = await restored.outbox.handlers.list(undefined);
    expect(items).toMatchObject([{ themeId: binnedThemeId }]);
    await restored.close();
    const files = await readdir(join(at.profile, 'outbox'));
    expect(files).toHaveLength(1);
    expect(await onDisk(join(at.profile, 'outbox', files[0] ?? ''))).toMatchObject({ format: 2 });
  });

  it('of the exports and backups are imported', async () => {
    for (const document of ['export', 'backup', 'theme'] as const) {
      const { themes } = findThemes(JSON.parse(await example(document)));
      expect(themes.map(({ name }) => name)).toEqual(['Harbour at night']);
    }
  });
});

/**
 * The older Foyer of the same number has to read what this one writes: all that the example has is
 * still there, of the same kind. What is more is passed over by loose schemas.
 */
describe('what is written now has everything that the example of its format has', () => {
  it('in the documents of the profile and the library', async () => {
    const at = await ownFolders();
    // While no library is known, what lies in the bin may be of this one.
    await putExamples(
      at,
      storedDocuments.filter((document) => document !== 'libraries'),
    );
    const { connections, library, outbox, billing, domains, previews, close } = await openRooms(at);
    const draft = (await billing.handlers.state({ connectionId })).draft;
    await billing.handlers.saveDraft({ connectionId, draft });
    await domains.handlers.saveDraft({ connectionId, name: 'next.example.com' });
    const { drafts } = previews.snapshot();
    await previews.handlers.saveDraft({
      connectionId,
      fields: drafts[connectionId] ?? { botId: '', to: '', startGroupId: '' },
    });
    await connections.handlers.select({ id: connectionId });
    await outbox.handlers.setPaused({ isPaused: true });
    await library.handlers.rename({ id: themeId, name: 'Harbour' });
    await library.handlers.rename({ id: themeId, name: 'Harbour at night' });
    await library.setPublication(binnedThemeId, 'elsewhere', { templateId: 't', at: '2026-11-23' });
    await close();
    const same = ['billing', 'connections', 'domains', 'outbox-state', 'previews'] as const;
    for (const document of same) {
      expect(await onDisk(placeOf(document, at)), document).toMatchObject(
        await exampleOf(document),
      );
    }
    const theme = await exampleOf('theme');
    expect(await onDisk(placeOf('theme', at))).toMatchObject({
      ...theme,
      updatedAt: expect.any(String) as string,
    });
    expect(await onDisk(placeOf('bin', at))).toMatchObject({
      ...(await exampleOf('bin')),
      text: expect.stringContaining('Old pier') as string,
    });
    expect(Object.keys(await onDisk(placeOf('bin-visits', at)))).toEqual(
      Object.keys(await exampleOf('bin-visits')),
    );
  });
});

describe('a document of the profile with a number that no Foyer ever wrote', () => {
  it.each(['billing', 'connections', 'domains', 'previews'] as const)(
    'is damaged and not empty: %s is put aside as it was',
    async (document) => {
      const at = await ownFolders();
      await putExamples(at);
      const path = placeOf(document, at) ?? '';
      const { foyerChecksum: _sum, ...content } = await onDisk(path);
      const text = JSON.stringify({ ...content, format: 0 });
      await writeFile(path, text);
      const kept: string[] = [];
      onTestFinished(onSetAside(({ keptAt }) => kept.push(keptAt)));
      const { close } = await openRooms(at);
      await close();
      expect(kept).toHaveLength(1);
      expect(await readFile(kept[0] ?? '', 'utf8')).toBe(text);
    },
  );
});

describe('a profile in which a newer Foyer wrote everything', () => {
  it('is opened, used as far as that goes, and not changed by one byte', async () => {
    const at = await ownFolders();
    const inProfile = storedDocuments.filter(
      (document) =>
        !['activity', 'activity-here', 'previews-under-way', 'preferences'].includes(document),
    );
    await putExamples(at, inProfile, asNewer);
    const before = await Promise.all(
      inProfile.map(async (document) => {
        const path = placeOf(document, at);
        return path === undefined ? '' : readFile(path, 'utf8');
      }),
    );
    const { connections, library, outbox, previews, close } = await openRooms(at);
    const { handlers } = library;
    const newer = { problem: { code: 'storageNewer' } };
    expect(connections.isFirstRun()).toBe(false);
    expect(connections.snapshot().list).toEqual([]);
    const refused: (() => unknown)[] = [
      () => connections.handlers.select({ id: connectionId }),
      () => connections.handlers.practise(undefined),
      () => previews.handlers.removeShortcut({ id: 'any' }),
    ];
    for (const change of refused)
      await expect((async () => change())()).rejects.toMatchObject(newer);
    expect((await handlers.list(undefined)).themes).toMatchObject([
      { name: 'Harbour at night', isReadOnly: true },
    ]);
    await handlers.create({ name: 'Made meanwhile' });
    await expect(handlers.rename({ id: themeId, name: 'Mine' })).rejects.toMatchObject({
      problem: { code: 'themeReadOnly' },
    });
    expect((await handlers.bin(undefined)).themes).toEqual([]);
    expect((await outbox.handlers.list(undefined)).isPaused).toBe(true);
    await outbox.handlers.setPaused({ isPaused: false });
    await close();
    const after = await Promise.all(
      inProfile.map(async (document) => {
        const path = placeOf(document, at);
        return path === undefined ? '' : readFile(path, 'utf8');
      }),
    );
    expect(after).toEqual(before);
  });
});
