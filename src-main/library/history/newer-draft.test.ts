/** A newer Foyer was killed with edits that are no version yet; this one edits the same theme. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../storage/storage';
import { endLibrary, libraryOfOne, onDay, putTheme, testLibrary } from '../testing/fixture-library';

const newer = '{"format":999,"at":"x"}\n{"edits":"of a newer Foyer"}\n';

/** A theme for which edits lie there that this Foyer can't read, and what its history's files hold. */
async function withDraft(theirs: string) {
  const made = await libraryOfOne({}, { now: onDay(0) });
  const folder = join(made.folders.profile, 'history', contentHash(made.id).slice(0, 32));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'edited.jsonl'), theirs);
  const texts = async () => {
    const names = await readdir(folder);
    return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  };
  const edit = async () => {
    await made.library.handlers.edit({
      id: made.id,
      edits: [{ field: 'general.font', value: 'Lora' }],
    });
    await made.library.saved(made.id);
  };
  return { ...made, texts, edit };
}

describe.each([
  ['of a newer Foyer', newer],
  ['that are damaged', 'no draft'],
])('edits %s', (_what, theirs) => {
  it('leaves them as they are', async () => {
    const { library, edit, texts } = await withDraft(theirs);
    await edit();
    await endLibrary(library);
    expect(await texts()).toContain(theirs);
  });

  it('notes its own beside them, which are a version after a kill', async () => {
    const { library, folders, document, id, edit, texts } = await withDraft(theirs);
    await edit();
    // What is kept of a theme is kept in turn: when this is answered, all is.
    await library.handlers.versions({ id });
    library.close();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    const next = testLibrary(folders).library;
    const { versions } = await next.handlers.versions({ id });
    const all = versions.map(async ({ version }) => next.handlers.version({ id, version }));
    const fonts = (await Promise.all(all)).map((each) => each.theme.general.font);
    expect(fonts).toContain('Lora');
    expect(await texts()).toContain(theirs);
  });
});

it('lets go of its own with the theme, and leaves those of a newer Foyer', async () => {
  const { library, id, edit, texts } = await withDraft(newer);
  await edit();
  const { entries } = await library.handlers.remove({ ids: [id] });
  await library.handlers.discard({ entries });
  expect(await texts()).toEqual([newer]);
});
