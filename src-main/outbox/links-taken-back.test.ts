/**
 * A person takes back that a theme was linked to a template, or unlinked from one: everything is as it was before,
 * where nothing came of the link since.
 */
import { publicationKey } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

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
  const step = stepOf(await handlers.unlink(place));
  expect(await made.link()).toBeUndefined();
  expect(await handlers.undoLink(step)).toBe('done');
  expect(await made.link()).toEqual(made.first);
  expect(await made.shown()).toMatchObject({ relation: 'changed', delivery: 'idle' });
  expect(await made.versions()).toEqual(before);
  // Once.
  expect(await handlers.undoLink(step)).toBe('changed');
});

it('steps are taken back one after the other', async () => {
  const { handlers, place, link, first } = await published();
  const steps = [
    await handlers.unlink(place),
    await handlers.link({ ...place, templateId: 'tpl_7' }),
    await handlers.link({ ...place, templateId: 'tpl_8' }),
    await handlers.unlink(place),
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
  const step = stepOf(await made.handlers.unlink(made.place));
  await happens(made);
  const { publications } = await made.document();
  expect(await made.handlers.undoLink(step)).toBe('changed');
  expect((await made.document()).publications).toEqual(publications);
});

it('a template that another theme has by now stays with it', async () => {
  const { handlers, place, first, ids, link } = await published(2);
  const step = stepOf(await handlers.unlink(place));
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
  const step = stepOf(await handlers.unlink(place));
  const isQueued = made.publish();
  expect(await handlers.undoLink(step)).toBe('changed');
  await isQueued;
  await made.drained();
  // What was asked for is saved as it was meant: as another template.
  expect((await link())?.templateId).not.toBe(made.first.templateId);
});
