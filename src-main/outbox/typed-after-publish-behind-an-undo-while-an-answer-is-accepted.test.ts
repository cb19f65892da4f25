/**
 * A person accepts what the service made of a theme, thinks better of it with Ctrl Z, presses Publish and goes on typing,
 * while a slow disk still keeps what the answer replaces. “An answer of the service you took over … without what you type
 * while these are still being saved; `Ctrl Z` then takes back what you accepted” (CHANGELOG): what is sent is the theme as
 * it was before they accepted anything.
 */
import { expect, it, vi } from 'vitest';
import { held } from '../library/testing/fake-disk';
import { outboxFixture } from './testing/fixture-outbox';
import { publishAsItIs, publishedWithoutCss, type } from './testing/theme-being-replaced';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});

const typed = '/* not for anybody yet */';

/** Each of a person's words comes by itself. */
const next = () => new Promise((resolve) => setImmediate(resolve));

it.each([
  ['the control: what it replaces was kept before', true],
  ['what it replaces is still being kept', false],
])('sends nothing that is typed after Publish: %s', async (_name, isBefore) => {
  const made = await outboxFixture();
  const { library, practice, outbox, place } = made;
  const { themeId: id } = place;
  await library.handlers.open({ id });
  await publishedWithoutCss(made);

  const disk = isBefore ? undefined : held('writeTo', (path) => path.includes('history'));
  const accepting = outbox.handlers.takeAnswer(place);
  if (isBefore) await accepting;
  await next();
  const undoing = library.handlers.undo({ id });
  await next();
  const publishing = publishAsItIs(made);
  await next();
  await type(made, { field: 'customCss', value: typed });
  await next();
  disk?.letGo();
  await Promise.all([accepting, undoing]);
  expect((await publishing).problems).toEqual([]);
  await made.settled();

  expect((await library.current(id)).theme.customCss).toBe(typed);
  expect(practice.received()).toHaveLength(2);
  const sent = practice.received().at(-1)?.body;
  expect(sent).not.toContain(typed);
  expect(sent).toContain('.a{}');
});
