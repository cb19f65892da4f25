/**
 * A person accepts what the service made of a theme, sees it in the studio, thinks better of it with Ctrl Z and goes on
 * typing, while the disk is still at what they accepted. What they take back is what they accepted, and not what they typed
 * after that.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { publishedWithoutCss, shownWith, type } from './testing/theme-being-replaced';

it.each([
  ['the control: it was accepted before', true],
  ['it is still being accepted', false],
])('takes back what was accepted: %s', async (_name, isAcceptedBefore) => {
  const made = await outboxFixture();
  const { library, outbox, place } = made;
  const { themeId: id } = place;
  await publishedWithoutCss(made);

  const shown = shownWith(made, undefined);
  const accepting = outbox.handlers.takeAnswer(place);
  await shown;
  if (isAcceptedBefore) await accepting;
  const undoing = library.handlers.undo({ id });
  await type(made, { field: 'roundness', value: 'large' });
  await Promise.all([undoing, accepting]);

  const { theme } = await library.current(id);
  expect([theme.customCss, theme.roundness]).toEqual(['.a{}', 'large']);
});
