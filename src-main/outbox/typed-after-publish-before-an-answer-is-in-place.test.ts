/**
 * A person accepts what the service made of a theme, presses Publish and goes on typing, before the disk has kept what the
 * answer replaces. The answer that was accepted before publishing is sent; what is typed after it isn’t.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { publishAsItIs, publishedWithoutCss, type } from './testing/theme-being-replaced';

const typed = '#abcdef';

it.each([
  ['the control: nothing is accepted', 'nothing'],
  ['the control: it was accepted before', 'before'],
  ['it is still being accepted', 'still'],
] as const)('sends nothing that is typed after Publish: %s', async (_name, when) => {
  const made = await outboxFixture();
  const { library, practice, outbox, place } = made;
  const { themeId: id } = place;
  await publishedWithoutCss(made);
  await library.handlers.open({ id });
  // Otherwise the same would be there already.
  await type(made, { field: 'chat.inputs.color', value: '#123456' });

  const accepting = when === 'nothing' ? undefined : outbox.handlers.takeAnswer(place);
  if (when === 'before') await accepting;
  const publishing = publishAsItIs(made);
  await type(made, { field: 'chat.buttons.color', value: typed });
  expect((await publishing).problems).toEqual([]);
  await accepting;
  await made.settled();

  expect(JSON.stringify((await library.current(id)).theme)).toContain(typed);
  expect(practice.received()).toHaveLength(2);
  expect(practice.received().at(-1)?.body).toContain('#123456');
  expect(practice.received().at(-1)?.body).not.toContain(typed);
});
