/** On a shared drive that tells nothing, a colleague links a theme to another template just as a person links it to a third one: undo puts back the colleague's. */
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


describe('a theme is linked as a colleague links it to another template', () => {
  it.each<Theirs>(['nothing', 'linked', 'published', 'unlinked'])(
    'undo puts back the link that its file had: a colleague did %s',
    async (did) => {
      const { library, outbox, theirs, ...made } = await published();
      const { upToDate } = library;
      vi.spyOn(library, 'upToDate').mockImplementationOnce(async (id) => {
        const document = await upToDate(id);
        await made.colleague(did);
        return document;
      });
      const step = await outbox.handlers.link({ ...made.place, templateId: 'third' });
      expect(await made.link()).toMatchObject({ templateId: 'third' });
      expect(await made.undo(step)).toBe('done');
      expect(await made.link()).toEqual(theirs[did]);
    },
  );
});
