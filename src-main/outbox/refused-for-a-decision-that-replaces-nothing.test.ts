/**
 * A theme changed in two places. A person keeps the version that they have, and publishes it, while a slow disk is still at
 * the decision; a colleague has taken the copy away a moment ago, so that there is nothing to decide. Nothing was to be put in
 * the place of the theme: it is there as they wanted it, and is published. Where the copy was to be put there, it isn’t, and
 * the theme isn’t said to be gone.
 */
import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { publishAsItIs, withConflictCopy } from './testing/theme-being-replaced';

/** A theme with a copy, which a colleague has taken away and nobody was told of yet. */
async function decided(keep: 'this' | 'other' | 'both', isBefore: boolean) {
  const made = await outboxFixture();
  const { library, practice } = made;
  const { copyId, file } = await withConflictCopy(made, '.theirs{}');
  rmSync(file);

  const refused = Promise.resolve(library.handlers.resolveConflict({ id: copyId, keep })).then(
    () => 'decided',
    () => 'refused',
  );
  if (isBefore) expect(await refused).toBe('refused');
  const { problems } = await publishAsItIs(made);
  expect(await refused).toBe('refused');
  await made.settled();
  return { problems: problems.map(({ problem }) => problem), sent: practice.received().length };
}

it.each([
  ['the control: the decision was refused before', 'other', true],
  ['the same of the copy', 'this', true],
  ['their own is kept', 'other', false],
  ['both are kept', 'both', false],
] as const)('is published though the decision is refused: %s', async (_name, keep, isBefore) => {
  expect(await decided(keep, isBefore)).toEqual({ problems: [], sent: 1 });
});

it('is not published where the copy was to be published in its place, and says so', async () => {
  expect(await decided('this', false)).toEqual({ problems: [{ code: 'notReplaced' }], sent: 0 });
});
