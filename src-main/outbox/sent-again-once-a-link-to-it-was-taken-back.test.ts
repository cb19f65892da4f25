/**
 * A first save may have arrived, and Foyer asks. The person links the theme to the template that may be there, by the ID
 * that Activity shows, and takes that back (Ctrl Z): "what may have arrived is to be decided again". Then they choose
 * “Publish again”: it is repeated under its own ID, over what arrived, and there is one template. Foyer counts the link that
 * was taken back as a word that the template stays as it is.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

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
