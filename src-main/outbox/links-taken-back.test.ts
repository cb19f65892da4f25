import { readFile, rm, writeFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { StorageError } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';
import { itemPath, nextRun } from './testing/next-run';

/**
 * A person takes back that a theme was linked to a template, or unlinked from one: everything is as it was before,
 * where nothing came of the link since.
 */
describe('a link is taken back, or that it was removed', () => {
  /** A theme that was published, and the number of a step. */
  async function published(themes = 1) {
    const made = await outboxFixture({ themes });
    await made.publish(made.place.themeId);
    await made.drained();
    const key = publicationKey(made.connection);
    const link = async () => (await made.document()).publications[key];
    const first = await link();
    if (first === undefined) throw new Error('It was not published.');
    const { handlers } = made.outbox;
    return {
      ...made,
      ...{ handlers, link, first },
      versions: async () =>
        (await made.library.handlers.versions({ id: made.place.themeId })).versions,
    };
  }

  /** The number of what was done. */
  function stepOf(step: number | null): { step: number } {
    if (step === null) throw new Error('Nothing was done.');
    return { step };
  }

  it('a theme that was unlinked has its link with what was sent, and no version more', async () => {
    const { handlers, place, library, ...made } = await published();
    await library.handlers.rename({ id: place.themeId, name: 'Harbour in winter' });
    const before = await made.versions();
    const step = stepOf(await made.unlink());
    expect(await made.link()).toBeUndefined();
    expect(await handlers.undoLink(step)).toBe('done');
    expect(await made.link()).toEqual(made.first);
    expect(await made.shown()).toMatchObject({ relation: 'changed', delivery: 'idle' });
    expect(await made.versions()).toEqual(before);
    // Once.
    expect(await handlers.undoLink(step)).toBe('changed');
  });

  it('steps are taken back one after the other', async () => {
    const made = await published();
    const { handlers, place, link, first } = made;
    const steps = [
      await made.unlink(),
      await handlers.link({ ...place, templateId: 'tpl_7' }),
      await handlers.link({ ...place, templateId: 'tpl_8' }),
      await made.unlink(),
    ].map(stepOf);
    const links: (string | undefined)[] = [];
    for (const step of steps.reverse()) {
      expect(await handlers.undoLink(step)).toBe('done');
      links.push((await link())?.templateId);
    }
    expect(links).toEqual(['tpl_8', 'tpl_7', undefined, first.templateId]);
    expect(await link()).toEqual(first);
  });

  it('the template that a theme has already is no step', async () => {
    const { handlers, place, first } = await published();
    expect(await handlers.link({ ...place, templateId: first.templateId })).toBeNull();
  });

  it.each<[string, (made: Awaited<ReturnType<typeof published>>) => Promise<unknown>]>([
    [
      'it was published since',
      async (made) => {
        await made.publish();
        await made.drained();
      },
    ],
    [
      'it waits to be published',
      async (made) => {
        await made.handlers.setPaused({ isPaused: true });
        await made.publish();
      },
    ],
    [
      'it was linked to another',
      async (made) => made.handlers.link({ ...made.place, templateId: 'tpl_9' }),
    ],
    [
      'its connection leads elsewhere',
      (made) => {
        made.connections.splice(0, 1, { ...made.connection, workspaceId: 'elsewhere' });
        return Promise.resolve();
      },
    ],
  ])('nothing is taken back where %s', async (_name, happens) => {
    const made = await published();
    const step = stepOf(await made.unlink());
    await happens(made);
    const { publications } = await made.document();
    expect(await made.handlers.undoLink(step)).toBe('changed');
    expect((await made.document()).publications).toEqual(publications);
  });

  it('a template that another theme has by now stays with it', async () => {
    const made = await published(2);
    const { handlers, place, first, ids, link } = made;
    const step = stepOf(await made.unlink());
    await handlers.link({ ...place, themeId: ids[1] ?? '', templateId: first.templateId });
    expect(await handlers.undoLink(step)).toBe('taken');
    expect(await link()).toBeUndefined();
  });

  it('a first save that may have arrived is in doubt again, under the id that it had', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing' });
    await made.publish();
    await made.drained();
    const before = await made.items();
    expect(before).toMatchObject([{ why: 'decision', isFirst: true }]);
    const { handlers } = made.outbox;
    const step = stepOf(await handlers.link({ ...made.place, templateId: 'tpl_7' }));
    expect(await made.items()).toEqual([]);
    expect(await handlers.undoLink(step)).toBe('done');
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: true }]);
    // It is asked about, and not sent once more.
    const templates = made.practice.state().templates.length;
    await made.publish();
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(templates);
  });

  it('nothing is taken back where the theme is just being queued', async () => {
    const { handlers, place, link, ...made } = await published();
    const step = stepOf(await made.unlink());
    const isQueued = made.publish();
    expect(await handlers.undoLink(step)).toBe('changed');
    await isQueued;
    await made.drained();
    // What was asked for is saved as it was meant: as another template.
    expect((await link())?.templateId).not.toBe(made.first.templateId);
  });
});

/**
 * "The other’s link stays in its file, and applies again if the first one loses it." "Ctrl Z undoes the last twenty actions
 * in the library … so are linking a theme to a template and unlinking it." A theme's link waits in its file, because another
 * theme was linked to the template later. Its owner links it to a wrong template and takes that back. Then the other one
 * is unlinked: the template is the theme's again, as it is without those two steps.
 */
describe('a link is taken back while an earlier one waits in the file', () => {
  it.each([
    ['the control: nothing was done', false],
    ['it was linked, and that was taken back', true],
  ] as const)('has its template again: %s', async (_name, isLinked) => {
    const made = await outboxFixture({ themes: 2 });
    const { library, outbox, place, ids, clock } = made;
    const [themeId = '', other = ''] = ids;
    expect(place.themeId).toBe(themeId);
    await made.publish(themeId);
    await made.drained();
    await made.settled();
    const [key = '', link] = Object.entries((await library.saved(themeId)).publications)[0] ?? [];
    const templateId = link?.templateId ?? '';
    // It was deleted, the other one was linked to its template, and it was restored.
    clock.pass(60_000);
    const { entries } = await library.handlers.remove({ ids: [themeId] });
    await outbox.handlers.link({ ...place, themeId: other, templateId });
    clock.pass(60_000);
    await library.handlers.restore({ entries });
    expect(await library.withTemplate(key, templateId)).toBe(other);
    if (isLinked) {
      const step = await outbox.handlers.link({ ...place, templateId: 'wrong' });
      expect(await outbox.handlers.undoLink({ step: step ?? 0 })).toBe('done');
    }
    await made.unlink({ ...place, themeId: other });
    expect(await library.withTemplate(key, templateId)).toBe(themeId);
  });
});

/**
 * A first save may have arrived at a service that gives ids of its own. The person links the theme to a template, and
 * takes that back: what may have arrived is to be decided again. Foyer is killed while the link is taken back: once the
 * theme's file says that it is not linked, the outbox knows what may have arrived.
 */
describe('Foyer is killed as the link of a save in doubt is taken back', () => {
  async function templatesAfter(isKilled: boolean) {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    const path = await itemPath(made);
    const step = await made.outbox.handlers.link({ ...made.place, templateId: 'theirs' });
    /** What the outbox's file holds when the theme's own file says that it is unlinked. */
    let held: Buffer | 'none' | undefined;
    const unlink = made.library.unlink;
    vi.spyOn(made.library, 'unlink').mockImplementation(async (...of) => {
      await unlink(...of);
      held = await readFile(path).catch(() => 'none' as const);
    });
    expect(await made.outbox.handlers.undoLink({ step: step ?? 0 })).toBe('done');
    await made.settled();
    await made.library.flush();
    await made.outbox.close(0);
    expect(held).toBeDefined();
    if (isKilled && held === 'none') await rm(path);
    else if (isKilled && held) await writeFile(path, held);
    const again = await nextRun(made);
    await again.settled();
    const delivery = (await again.shown())?.delivery;
    await again.publish();
    await again.drained();
    return { delivery, templates: made.practice.state().templates.length };
  }

  it('the control: it is not killed', async () => {
    expect(await templatesAfter(false)).toEqual({ delivery: 'unknown', templates: 1 });
  });

  it('it is killed between the two', async () => {
    expect(await templatesAfter(true)).toEqual({ delivery: 'unknown', templates: 1 });
  });
});

/**
 * A first save may have arrived, and Foyer asks. The person links the theme to the template that may be there, by the ID
 * that Activity shows, and takes that back (Ctrl Z): "what may have arrived is to be decided again". Then they choose
 * “Publish again”: it is repeated under its own ID, over what arrived, and there is one template. Foyer counts the link that
 * was taken back as a word that the template stays as it is.
 */
describe('a doubt is sent again after a link was taken back', () => {
  async function templatesAfter(link: 'none' | 'toAnother' | 'toThatOne') {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    const [there] = made.practice.state().templates;
    if (link !== 'none') {
      const templateId = link === 'toThatOne' ? (there?.id ?? '') : 'another';
      const step = await made.outbox.handlers.link({ ...made.place, templateId });
      expect(await made.outbox.handlers.undoLink({ step: step ?? 0 })).toBe('done');
      await made.settled();
    }
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await made.drained();
    return made.practice.state().templates.map(({ id }) => id === there?.id);
  }

  it.each([
    ['the control: it was not linked', 'none'],
    ['the control: it was linked to another one, and that was taken back', 'toAnother'],
    ['it was linked to that one, and that was taken back', 'toThatOne'],
  ] as const)('sent again, there is one template: %s', async (_name, link) => {
    expect(await templatesAfter(link)).toEqual([true]);
  });
});

/**
 * The service gave an id that the theme's own file could not keep at once. A person unlinks the theme, and takes that
 * back: now its file has the id. Then another computer on the library links the theme to another template: the next
 * save goes to that one, as the file says.
 */
describe('another computer links the theme after it was linked again here', () => {
  it.each([
    ['the control: the file could keep it', false],
    ['the file could not keep it at once', true],
  ])('goes to the template that the file has: %s', async (_name, isRefused) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    const key = publicationKey(made.connection);
    if (isRefused) {
      vi.spyOn(made.library, 'setPublication').mockRejectedValueOnce(
        new StorageError('full', 'theme.json'),
      );
    }
    await made.publish();
    await made.settled();
    expect((await made.items()).map(({ why }) => why)).toEqual(isRefused ? ['unnoted'] : []);
    const step = await made.unlink();
    expect(await made.outbox.handlers.undoLink({ step: step ?? -1 })).toBe('done');
    await made.drained();
    // As another computer's link comes with the file.
    await made.library.setPublication(made.place.themeId, key, {
      templateId: 'of-the-other-computer',
      at: '2026-02-02T03:04:05.000Z',
    });
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
    await made.publish();
    await made.drained();
    const paths = made.practice.received().map(({ path }) => path.split('/').at(-1));
    expect(paths.at(-1)).toBe('of-the-other-computer');
  });
});
