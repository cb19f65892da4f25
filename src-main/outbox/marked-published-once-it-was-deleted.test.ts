/**
 * A theme may have arrived at a service that gives IDs of its own; the outbox asks. The person has moved the theme to the
 * bin meanwhile, looks at the service, and says that it is there: that is noted with the theme in the bin, as what the
 * service answers late is. Restored, it has its template, and publishing it again makes no second one.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function marked(isDeleted: boolean) {
  const made = await outboxFixture();
  const { library, outbox, place, practice } = made;
  practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  const templateId = practice.state().templates[0]?.id ?? '';
  const ids = isDeleted ? [place.themeId] : [];
  const { entries } = await library.handlers.remove({ ids });
  await made.settled();
  // It is asked about still.
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  const word = await Promise.resolve(
    outbox.handlers.decide({ ...place, decision: 'published', templateId }),
  ).then(
    () => 'taken',
    (error: unknown) => String(error),
  );
  await made.settled();
  const left = (await made.items()).map(({ why }) => why);
  if (left.length > 0) await outbox.handlers.decide({ ...place, decision: 'drop' });
  await library.handlers.restore({ entries });
  await library.handlers.list(undefined);
  await made.publish();
  await made.drained();
  return { word, left, templates: practice.state().templates.length };
}

it.each([
  ['control: it is in the library', false],
  ['it is in the bin', true],
])('%s', async (_name, isDeleted) => {
  expect(await marked(isDeleted)).toEqual({ word: 'taken', left: [], templates: 1 });
});
