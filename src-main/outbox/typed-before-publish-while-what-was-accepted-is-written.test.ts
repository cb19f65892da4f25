/**
 * A person takes over what the service answered, or keeps the version of a conflict, sees it in the theme, types something
 * more and publishes, while a slow disk still writes down what was put there. What they typed BEFORE Publish is in the
 * theme and on the screen, and so it is what they publish.
 */
import { expect, it, vi } from 'vitest';
import { held } from '../library/testing/fake-disk';
import { outboxFixture } from './testing/fixture-outbox';
import {
  publishAsItIs,
  publishedWithoutCss,
  shownWith,
  type,
  withConflictCopy,
} from './testing/theme-being-replaced';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});

const typed = '.typed-once-it-was-there{}';

type Made = Awaited<ReturnType<typeof outboxFixture>>;

/** Types and publishes, with what was put there written down before that or after it. */
async function typeAndPublish(made: Made, putting: unknown, letGo: () => void) {
  const { library, practice, place } = made;
  await type(made, { field: 'customCss', value: typed });
  const publishing = publishAsItIs(made);
  letGo();
  expect((await publishing).problems).toEqual([]);
  await putting;
  await made.settled();
  expect((await library.current(place.themeId)).theme.customCss).toBe(typed);
  expect(practice.received().at(-1)?.body).toContain(typed);
}

const when = [
  ['the control: it was written before', true],
  ['it is still being written', false],
] as const;

it.each(when)('an answer: %s', async (_name, isBefore) => {
  const made = await outboxFixture();
  const { library, practice, outbox, place } = made;
  await library.handlers.open({ id: place.themeId });
  await publishedWithoutCss(made);

  const isShown = shownWith(made, undefined);
  const disk = isBefore
    ? undefined
    : held('rename', (path) => path.startsWith(library.folder() ?? '?'));
  const accepting = outbox.handlers.takeAnswer(place);
  await isShown;
  if (isBefore) await accepting;
  await typeAndPublish(made, accepting, () => disk?.letGo());
  expect(practice.received()).toHaveLength(2);
});

it.each(when)('a version of a conflict: %s', async (_name, isBefore) => {
  const made = await outboxFixture();
  const { library } = made;
  const { copyId } = await withConflictCopy(made, '.theirs{}');

  const isShown = shownWith(made, '.theirs{}');
  const disk = isBefore
    ? undefined
    : held('rename', (path) => path.startsWith(library.folder() ?? '?'));
  const deciding = library.handlers.resolveConflict({ id: copyId, keep: 'this' });
  await isShown;
  if (isBefore) await deciding;
  await typeAndPublish(made, deciding, () => disk?.letGo());
});
