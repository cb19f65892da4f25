/** A program that keeps folders the same puts an older file over one that was published again since. */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme, restarted } from '../testing/fixture-library';

const key = publicationKey(northwind);
const first = '2026-03-01T10:00:00.000Z';
const written = new Date('2026-03-01T11:00:00.000Z');
const second = '2026-03-01T12:00:00.000Z';

const theme = newTheme();
const changed = { ...newTheme(), customCss: '/* changed */' };
const sent = (of: typeof theme) => ({ name: 'Harbour', theme: of });

describe('a file with an older link of the theme', () => {
  it('keeps the link to the template that the theme has got since', async () => {
    const publications = { [key]: { templateId: 'first', at: first } };
    const { library, folders, document, id } = await libraryOfOne({ publications });
    await library.setPublication(id, key, { templateId: 'second', at: second });
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    await utimes(join(folders.themes, 'a.json'), written, written);
    await library.rescan();
    expect((await library.saved(id)).publications[key]).toMatchObject({ templateId: 'second' });
  });

  it('is not shown as published, where the service has what was sent later', async () => {
    const publications = { [key]: { templateId: 't', at: first, sent: sent(theme) } };
    const { library, folders, document, id } = await libraryOfOne({ publications, theme });
    await library.handlers.edit({ id, edits: [{ field: 'customCss', value: '/* changed */' }] });
    await library.setPublication(id, key, { templateId: 't', at: second, sent: sent(changed) });
    const before = await library.handlers.list(undefined);
    expect(before.themes).toMatchObject([{ places: [{ relation: 'same', publishedAt: second }] }]);
    await putTheme(folders, 'a.json', document);
    await utimes(join(folders.themes, 'a.json'), written, written);
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    // Published: "the service has exactly this version".
    expect(themes).toMatchObject([{ places: [{ relation: 'changed' }] }]);
  });

  it('is not shown as published either where nobody opened the theme since a restart', async () => {
    const publications = { [key]: { templateId: 't', at: first, sent: sent(theme) } };
    const { library, folders, document, id } = await libraryOfOne({ publications, theme });
    await library.setPublication(id, key, { templateId: 't', at: second, sent: sent(changed) });
    const next = await restarted(folders, library);
    await next.start();
    await putTheme(folders, 'a.json', document);
    await utimes(join(folders.themes, 'a.json'), written, written);
    await next.rescan();
    const { themes } = await next.handlers.list(undefined);
    expect(themes).toMatchObject([{ places: [{ relation: 'changed', templateId: 't' }] }]);
  });
});
