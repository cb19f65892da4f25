/**
 * Nobody knows whether a save arrived. Its person mends the theme and publishes it once more; then they look,
 * and say of the earlier one what is so: that it isn't there, or where it is. What they published since then
 * is another matter, which they took back nowhere.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it is there', 'published'],
  ['the control: it is sent again', 'sendAgain'],
  ['it isn’t there', 'drop'],
] as const)('the newer version is published: %s', async (_name, decision) => {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'no' });
  const cut = decision === 'drop' ? 'afterReading' : 'afterActing';
  made.practice.setBehaviour('saveThemeTemplate', { cut, times: 1 });
  await made.publish();
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'decision', name: 'Harbour' }]);
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Mended' });
  await made.publish();
  await made.drained();
  const templateId = made.practice.state().templates[0]?.id;
  await made.outbox.handlers.decide({
    ...{ ...made.place, decision },
    ...(decision === 'published' && templateId !== undefined && { templateId }),
  });
  await made.drained();
  const names = made.practice
    .received()
    .map(({ body }) => (JSON.parse(body) as { name: string }).name);
  expect(names).toEqual(['Harbour', 'Mended']);
});
