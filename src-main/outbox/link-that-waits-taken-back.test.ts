/**
 * "The other’s link stays in its file, and applies again if the first one loses it." "Ctrl Z undoes the last twenty actions
 * in the library … so are linking a theme to a template and unlinking it." A theme's link waits in its file, because another
 * theme was linked to the template later. Its owner links it to a wrong template and takes that back. Then the other one
 * is unlinked: the template is the theme's again, as it is without those two steps.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

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
  await outbox.handlers.unlink({ ...place, themeId: other });
  expect(await library.withTemplate(key, templateId)).toBe(themeId);
});
