/**
 * A person takes over what the service answered, or keeps the version of a conflict, sees it in the theme, types something
 * more and publishes, while a slow disk still writes down what was put there. What they typed BEFORE Publish is in the
 * theme and on the screen, and so it is what they publish.
 */
import type { ThemeEdit } from '@shared/theme/fields';
import { expect, it, vi } from 'vitest';
import { held } from '../library/testing/fake-disk';
import { putTheme, themeDocument } from '../library/testing/fixture-library';
import { outboxFixture } from './testing/fixture-outbox';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});

const typed = '.typed-once-it-was-there{}';

type Made = Awaited<ReturnType<typeof outboxFixture>>;

const edited = (made: Made, value: string) => {
  const edits: ThemeEdit[] = [{ field: 'customCss', value }];
  return made.library.handlers.edit({ id: made.place.themeId, edits });
};

/** Resolves as the theme's CSS is another one, as the window is told of it. */
const shown = (made: Made, isIt: (css: string | undefined) => boolean) =>
  new Promise<void>((resolve) => {
    const end = made.library.onThemeChange(({ id, theme }) => {
      if (id !== made.place.themeId || !isIt(theme.customCss)) return;
      end();
      resolve();
    });
  });

/** Types and publishes, with what was put there written down before that or after it. */
async function typeAndPublish(made: Made, putting: unknown, letGo: () => void) {
  const { library, practice, outbox, place } = made;
  await edited(made, typed);
  const publishing = outbox.handlers.publish({
    ...{ themeIds: [place.themeId], connectionIds: [place.connectionId] },
  });
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
  await edited(made, '.left-out-by-the-service{}');
  practice.setBehaviour('saveThemeTemplate', { drop: ['theme.customCss'], times: 1 });
  await made.publish(place.themeId);
  await made.settled();

  const isShown = shown(made, (css) => css?.includes('left-out') !== true);
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
  const { library, place } = made;
  const { id, name } = await library.whole(place.themeId);
  await library.handlers.open({ id });
  const copy = themeDocument({ name: `${name} (copy)`, conflictOf: { id, name } });
  copy.theme.customCss = '.theirs{}';
  await putTheme({ themes: library.folder() } as never, 'copy.json', copy);
  await library.rescan();

  const isShown = shown(made, (css) => css === '.theirs{}');
  const disk = isBefore
    ? undefined
    : held('rename', (path) => path.startsWith(library.folder() ?? '?'));
  const deciding = library.handlers.resolveConflict({ id: copy.id, keep: 'this' });
  await isShown;
  if (isBefore) await deciding;
  await typeAndPublish(made, deciding, () => disk?.letGo());
});
