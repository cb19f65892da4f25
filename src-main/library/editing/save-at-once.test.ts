/** The moment in which the system ends the app: what is unsaved is written before anything else. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  putTheme,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
  themeState,
} from '../testing/fixture-library';

const blue = (value: string) => [{ field: 'chat.buttons.color' as const, value }];

async function edited() {
  const folders = await temporaryLibraryFolders();
  const document = themeDocument();
  await putTheme(folders, 'mine.json', document);
  const { library } = testLibrary(folders, { pace: savedWhenAsked });
  await library.handlers.open({ id: document.id });
  await library.handlers.edit({ id: document.id, edits: blue('#0000AA') });
  const path = join(folders.themes, 'mine.json');
  return { folders, library, id: document.id, path };
}

describe('at the end of the session', () => {
  it('an edit that is not on the disk yet is when the call returns', async () => {
    const { library, folders, id, path } = await edited();
    expect(readFileSync(path, 'utf8')).not.toContain('#0000AA');
    expect(library.flushAtOnce()).toEqual([]);
    expect(readFileSync(path, 'utf8')).toContain('#0000AA');
    expect(await library.handlers.open({ id })).toMatchObject({ save: { kind: 'saved' } });
    // Where the system goes on after all, so does editing.
    await library.handlers.edit({ id, edits: blue('#0000BB') });
    expect(await library.flush()).toEqual([]);
    expect(readFileSync(path, 'utf8')).toContain('#0000BB');
    expect(await themesOnDisk(folders)).toHaveLength(1);
  });

  it('one that is being written, and a newer one, leave the newest and no copy', async () => {
    for (const isNewer of [false, true]) {
      const { library, folders, id, path } = await edited();
      const saved = library.flush();
      if (isNewer) await library.handlers.edit({ id, edits: blue('#0000BB') });
      expect(library.flushAtOnce()).toEqual([]);
      const newest = isNewer ? '#0000BB' : '#0000AA';
      expect(readFileSync(path, 'utf8')).toContain(newest);
      await saved;
      expect(readFileSync(path, 'utf8')).toContain(newest);
      expect(await themesOnDisk(folders)).toHaveLength(1);
      expect(await library.handlers.open({ id })).toMatchObject({ save: { kind: 'saved' } });
    }
  });

  it('the last edit stays although the save before it is just being renamed', async () => {
    const { library, folders, id, path } = await edited();
    const { whenLookedAt, whenWriteBegins } = await import('../../storage/trial-write-moments');
    let problems: unknown;
    // The older save has its text; then comes the last word of the person.
    whenWriteBegins(path, () => {
      void library.handlers.edit({ id, edits: blue('#0000BB') });
    });
    // It has looked at the file; then the system ends the session.
    whenLookedAt(path, () => {
      problems = library.flushAtOnce();
    });
    await library.flush();
    expect(problems).toEqual([]);
    expect(readFileSync(path, 'utf8')).toContain('#0000BB');
    expect(await themesOnDisk(folders)).toHaveLength(1);
    expect(await library.handlers.open({ id })).toMatchObject({ save: { kind: 'saved' } });
  });

  it('what someone else wrote meanwhile stays, and the edit is beside it', async () => {
    const { library, folders, id, path } = await edited();
    const theirs = JSON.stringify({ ...themeDocument(), id, name: 'Theirs' });
    writeFileSync(path, theirs);
    expect(library.flushAtOnce()).toEqual([]);
    expect(readFileSync(path, 'utf8')).toBe(theirs);
    const [copy = ''] = readdirSync(folders.themes).filter((name) => name !== 'mine.json');
    expect(readFileSync(join(folders.themes, copy), 'utf8')).toContain('#0000AA');
  });

  it('a disk that refuses it is told', async () => {
    const { library, id, folders } = await edited();
    const failed = themeState(library, id, ({ save }) => save.kind === 'failed');
    rmSync(folders.themes, { recursive: true });
    expect(library.flushAtOnce()).toHaveLength(1);
    expect(await failed).toMatchObject({ save: { kind: 'failed' } });
  });
});
