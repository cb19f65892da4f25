/**
 * A person accepts what the service made of a theme, sees it in the studio, presses Publish and goes on typing, while the
 * disk is still at what they accepted. “A theme is sent as it was when you last published it” (docs/guide.md).
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import {
  publishAsItIs,
  publishedWithoutCss,
  shownWith,
  type,
} from './testing/theme-being-replaced';

const typed = '/* not for anybody yet */';

it.each([
  ['the control: it was accepted before', true],
  ['it is still being accepted', false],
])('sends nothing that is typed after Publish: %s', async (_name, isAcceptedBefore) => {
  const made = await outboxFixture();
  const { library, practice, outbox, place } = made;
  const { themeId: id } = place;
  await publishedWithoutCss(made);

  // The studio shows it as soon as main has it in memory; its file, and the note of it, are still to be written.
  const shown = shownWith(made, undefined);
  const accepting = outbox.handlers.takeAnswer(place);
  await shown;
  if (isAcceptedBefore) await accepting;
  const publishing = publishAsItIs(made);
  await type(made, { field: 'customCss', value: typed });
  expect((await publishing).problems).toEqual([]);
  await accepting;
  await made.settled();

  expect((await library.current(id)).theme.customCss).toBe(typed);
  expect(practice.received()).toHaveLength(2);
  expect(practice.received().at(-1)?.body).not.toContain(typed);
});
