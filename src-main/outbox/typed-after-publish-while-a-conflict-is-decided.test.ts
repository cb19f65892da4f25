/**
 * A person keeps the other version of a theme, which the studio shows at once, presses Publish and goes on typing, while the
 * disk is still at the decision: “what you type after publishing isn’t sent” (CHANGELOG).
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { publishAsItIs, shownWith, type, withConflictCopy } from './testing/theme-being-replaced';

const typed = '/* not for anybody yet */';

it.each([
  ['the control: it was decided before', true],
  ['it is still being decided', false],
])('sends nothing that is typed after Publish: %s', async (_name, isDecidedBefore) => {
  const made = await outboxFixture();
  const { library, practice } = made;
  const { copyId } = await withConflictCopy(made, '.theirs{}');

  const shown = shownWith(made, '.theirs{}');
  const deciding = library.handlers.resolveConflict({ id: copyId, keep: 'this' });
  await shown;
  if (isDecidedBefore) await deciding;
  const publishing = publishAsItIs(made);
  await type(made, { field: 'customCss', value: typed });
  expect((await publishing).problems).toEqual([]);
  await deciding;
  await made.settled();

  expect(practice.received()).toHaveLength(1);
  expect(practice.received().at(-1)?.body).toContain('.theirs{}');
});
