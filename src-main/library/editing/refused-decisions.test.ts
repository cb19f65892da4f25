/** Decisions about a conflict, and their undo, that something comes in the way of. */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { failing, held } from '../testing/fake-disk';
import {
  libraryOfOne,
  northwind,
  problem,
  putTheme,
  restarted,
  themeDocument,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

/** A theme, and a sync client's conflict copy of it that the other computer published. */
async function conflicted() {
  const { folders, library, document } = await libraryOfOne({ name: 'Ours' });
  await library.start();
  const copy = themeDocument({
    name: 'Theirs',
    publications,
    conflictOf: { id: document.id, name: 'Ours' },
  });
  await putTheme(folders, 'a (conflicted copy).json', copy);
  await library.rescan();
  return { folders, library, document, copy };
}

/** The names of the themes that have the template. */
async function linked({ handlers }: Library): Promise<string[]> {
  const { themes } = await handlers.list(undefined);
  return themes.filter(({ places }) => places[0]?.templateId === 't').map(({ name }) => name);
}

const isInBin = (path: string) => path.includes('/bin/');

describe('the decision of a conflict', () => {
  it('leaves the copy its link where the bin refuses the copy', async () => {
    const { folders, library, copy } = await conflicted();
    const { heal } = failing('ENOSPC', 'writeTo', isInBin);
    await expect(
      library.handlers.resolveConflict({ id: copy.id, keep: 'other' }),
    ).rejects.toMatchObject(problem('storageFull'));
    heal();
    expect(await linked(library)).toEqual(['Theirs']);
    expect(await linked(await restarted(folders, library))).toEqual(['Theirs']);
  });

  it('leaves the copy its link where the other theme can’t be saved', async () => {
    const { folders, library, copy } = await conflicted();
    const { heal } = failing('ENOSPC', 'writeTo', (path) => path.startsWith(folders.themes));
    await expect(
      library.handlers.resolveConflict({ id: copy.id, keep: 'other' }),
    ).rejects.toMatchObject(problem('storageFull'));
    heal();
    expect(await linked(await restarted(folders, library))).toEqual(['Theirs']);
  });

  it('is carried out though the work with many themes is stopped before its turn', async () => {
    const { folders, library, copy } = await conflicted();
    const { handlers } = library;
    const another = themeDocument({ name: 'Another' });
    await putTheme(folders, 'b.json', another);
    await library.rescan();
    const writing = held('writeTo', (path) => path.startsWith(folders.themes));
    const tagging = handlers.setTagsOfMany({ themes: [{ id: another.id, tags: ['red'] }] });
    await writing.isReached;
    const deciding = handlers.resolveConflict({ id: copy.id, keep: 'other' });
    // It waits for its turn by then.
    for (let look = 0; look < 20; look += 1) await readdir(folders.themes);
    void handlers.stop(undefined);
    writing.letGo();
    await tagging;
    expect((await deciding).entries).toHaveLength(1);
    const { themes } = await handlers.list(undefined);
    expect(themes.map(({ name }) => name).sort()).toEqual(['Another', 'Ours']);
    expect(await linked(library)).toEqual(['Ours']);
  });
});

describe('the undo of a conflict’s decision', () => {
  it.each([
    ['from the beginning', false],
    ['once the copy is back', true],
  ])('leaves the link with one of the two where the disk is full %s', async (_when, isLater) => {
    const { folders, library, copy } = await conflicted();
    const { handlers } = library;
    const { entries } = await handlers.resolveConflict({ id: copy.id, keep: 'other' });
    expect(await linked(library)).toEqual(['Ours']);
    const copyFile = join(folders.themes, 'a (conflicted copy).json');
    const { heal } = failing(
      'ENOSPC',
      'writeTo',
      (path) => path.startsWith(folders.themes) && existsSync(copyFile) === isLater,
    );
    const outcome = await Promise.resolve(handlers.restore({ entries })).then(
      () => 'restored',
      () => 'refused',
    );
    expect(await linked(library)).toHaveLength(1);
    heal();
    expect(outcome).toBe(isLater ? 'restored' : 'refused');
    const again = await restarted(folders, library);
    expect(await linked(again)).toEqual([isLater ? 'Theirs' : 'Ours']);
  });

  it('leaves the link where the copy comes back without it, as another theme had it by then', async () => {
    const { folders, library, copy } = await conflicted();
    const { entries } = await library.handlers.resolveConflict({ id: copy.id, keep: 'other' });
    const later = { [key]: { templateId: 't', at: '2026-02-02T03:04:05.000Z' } };
    await putTheme(folders, 'b.json', themeDocument({ name: 'Another', publications: later }));
    // Another version of the copy came back, too.
    await putTheme(folders, 'c.json', { ...copy, name: 'Older', publications: {} });
    await library.rescan();
    expect(await library.handlers.restore({ entries })).toMatchObject({ unlinked: 1 });
    expect(await linked(library)).toEqual(['Another']);
    await rm(join(folders.themes, 'b.json'));
    await library.rescan();
    expect(await linked(library)).toEqual(['Ours']);
  });
});
