/**
 * Two people share the library on a network drive, which tells nothing of what another computer wrote: Foyer learns of it
 * when its window gets the focus. A colleague has unlinked a theme from its template, and linked it to another one. Who
 * sees the theme with its first template and unlinks it means that one; who links it to a third one can take that back.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey, type Publication, type ThemeDocument } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';

/** What a colleague did of which nobody has told. */
type Theirs = 'nothing' | 'linked' | 'published' | 'unlinked';

/** A theme that was published, and what the person sees of it. */
async function published() {
  const made = await outboxFixture();
  await made.publish();
  await made.drained();
  const key = publicationKey(made.connection);
  const file = join(made.root, 'themes', '0000.json');
  const filed = async () => JSON.parse(await readFile(file, 'utf8')) as ThemeDocument;
  const own = (await filed()).publications[key];
  if (!own) throw new Error('it was published');
  const at = new Date().toISOString();
  const theirs: Readonly<Record<Theirs, Publication | undefined>> = {
    nothing: own,
    linked: { templateId: 'theirs', at },
    published: { ...own, at },
    unlinked: undefined,
  };
  const { handlers } = made.outbox;
  return {
    ...made,
    theirs,
    own: own.templateId,
    link: async () => (await filed()).publications[key],
    colleague: async (did: Theirs) => {
      if (did === 'nothing') return;
      const document = await filed();
      const link = theirs[did];
      const isLetGo = link?.templateId !== own.templateId;
      const written: ThemeDocument = {
        ...document,
        publications: link ? { [key]: link } : {},
        ...(isLetGo && { unlinked: { [key]: { [own.templateId]: 1 } } }),
      };
      await writeFile(`${file}.part`, JSON.stringify(written));
      await rename(`${file}.part`, file);
    },
    /** The dialog may have been open since before. */
    unlinkOwn: async () => handlers.unlink({ ...made.place, templateId: own.templateId }),
    undo: async (step: number | null) => (step === null ? 'no step' : handlers.undoLink({ step })),
  };
}

const linkChanged = { problem: { code: 'linkChanged' } };

describe('a theme is unlinked that a colleague has linked to another template', () => {
  it.each([
    ['nothing else is done', false],
    ['the person is just typing', true],
  ])('stays linked to that one: %s', async (_what, isTyping) => {
    const { library, place, theirs, ...made } = await published();
    if (isTyping) await library.handlers.rename({ id: place.themeId, name: 'Harbour at night' });
    await made.colleague('linked');
    if (isTyping) {
      const edits = [{ field: 'customCss' as const, value: '.typed{}' }];
      await library.handlers.edit({ id: place.themeId, edits });
    }
    await expect(made.unlinkOwn()).rejects.toMatchObject(linkChanged);
    expect(await made.link()).toEqual(theirs.linked);
    // And it is seen.
    expect(await made.shown()).toMatchObject({ templateId: 'theirs' });
  });

  it.each([
    ['nothing else is done', false],
    ['the person is just typing', true],
  ])('stays linked to one that it gets as the word is carried out: %s', async (_what, isTyping) => {
    const { library, theirs, ...made } = await published();
    const { upToDate } = library;
    vi.spyOn(library, 'upToDate').mockImplementationOnce(async (id) => {
      const document = await upToDate(id);
      await made.colleague('linked');
      // What is unsaved meets theirs with the word, which is tried again then.
      const edits = [{ field: 'customCss' as const, value: '.typed{}' }];
      if (isTyping) await library.handlers.edit({ id, edits });
      return document;
    });
    await expect(made.unlinkOwn()).rejects.toMatchObject(linkChanged);
    expect(await made.link()).toEqual(theirs.linked);
  });

  it('what waits in the outbox stays there', async () => {
    const made = await published();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Harbour at night' });
    await made.publish();
    await made.colleague('linked');
    await expect(made.unlinkOwn()).rejects.toMatchObject(linkChanged);
    expect(await made.items()).toMatchObject([{ why: 'paused' }]);
  });

  it('is unlinked once that is the template that was seen', async () => {
    const { theirs, ...made } = await published();
    await made.colleague('linked');
    await expect(made.unlinkOwn()).rejects.toMatchObject(linkChanged);
    const step = await made.unlink();
    expect(await made.link()).toBeUndefined();
    expect(await made.undo(step)).toBe('done');
    expect(await made.link()).toEqual(theirs.linked);
  });
});

describe('a word about a link is taken back', () => {
  it.each<Theirs>(['nothing', 'published'])(
    'a theme that was unlinked has the link that its file had: a colleague did %s',
    async (did) => {
      const { theirs, ...made } = await published();
      await made.colleague(did);
      const step = await made.unlinkOwn();
      expect(await made.link()).toBeUndefined();
      expect(await made.undo(step)).toBe('done');
      expect(await made.link()).toEqual(theirs[did]);
    },
  );

  it('a theme that a colleague has unlinked stays so', async () => {
    const made = await published();
    await made.colleague('unlinked');
    expect(await made.undo(await made.unlinkOwn())).toBe('no step');
    expect(await made.link()).toBeUndefined();
  });

  it.each<Theirs>(['nothing', 'linked', 'published', 'unlinked'])(
    'a theme that was linked has the link that its file had: a colleague did %s',
    async (did) => {
      const { theirs, outbox, ...made } = await published();
      await made.colleague(did);
      const step = await outbox.handlers.link({ ...made.place, templateId: 'third' });
      expect(await made.link()).toMatchObject({ templateId: 'third' });
      expect(await made.undo(step)).toBe('done');
      expect(await made.link()).toEqual(theirs[did]);
    },
  );

  it.each(['link', 'unlink'] as const)('stays as a colleague has it since: %s', async (word) => {
    const { theirs, outbox, ...made } = await published();
    const step =
      word === 'unlink'
        ? await made.unlinkOwn()
        : await outbox.handlers.link({ ...made.place, templateId: 'third' });
    await made.colleague('linked');
    expect(await made.undo(step)).toBe('changed');
    expect(await made.link()).toEqual(theirs.linked);
  });
});
