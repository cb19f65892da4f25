/**
 * A person accepts what the service made of a theme, takes that back with Ctrl Z and what they had typed before with
 * another, and types something else, while a slow disk still keeps what the answer replaces. “`Ctrl Z` then takes back
 * what you accepted, not what you typed since” (CHANGELOG).
 */
import { expect, it, vi } from 'vitest';
import { held } from '../library/testing/fake-disk';
import { outboxFixture } from './testing/fixture-outbox';
import { publishedWithoutCss, type } from './testing/theme-being-replaced';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});

/** Each of a person's words comes by itself. */
const next = () => new Promise((resolve) => setImmediate(resolve));

it.each([
  ['the control: what it replaces was kept before', true],
  ['what it replaces is still being kept', false],
])('leaves what is typed since: %s', async (_name, isBefore) => {
  const made = await outboxFixture();
  const { library, outbox, place } = made;
  const { themeId: id } = place;
  await publishedWithoutCss(made);
  await type(made, { field: 'customCss', value: '.regretted{}' });
  await library.saveEdits();

  const disk = isBefore ? undefined : held('writeTo', (path) => path.includes('history'));
  const accepting = outbox.handlers.takeAnswer(place);
  if (isBefore) await accepting;
  else await disk?.isReached;
  const undoing = [library.handlers.undo({ id })];
  await next();
  undoing.push(library.handlers.undo({ id }));
  await next();
  await type(made, { field: 'roundness', value: 'large' });
  await next();
  disk?.letGo();
  await Promise.all([accepting, ...undoing]);

  const { theme } = await library.current(id);
  expect([theme.customCss, theme.roundness]).toEqual(['.a{}', 'large']);
});
