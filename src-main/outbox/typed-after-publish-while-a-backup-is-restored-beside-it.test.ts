/**
 * A person restores a backup that keeps both where they differ, which shows no dialog while it goes on, publishes one of its
 * themes and goes on typing: it puts nothing in the place of that one, and “what you type after publishing isn’t sent” (CHANGELOG).
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { publishAsItIs, type } from './testing/theme-being-replaced';

const typed = '/* not for anybody yet */';

it.each([
  ['the control: it was restored before', true, true],
  ['another one is kept beside it', true, false],
  ['it is the same', false, false],
])('sends nothing that is typed after Publish: %s', async (_name, isOther, isRestoredBefore) => {
  const made = await outboxFixture();
  const { library, practice, place } = made;
  const { themeId: id } = place;
  const edit = (value: string) => type(made, { field: 'customCss', value });
  const backup = await library.withWaitingLinks(id);
  await library.handlers.open({ id });
  if (isOther) await edit('.shown{}');

  const restoring = library.putBack(backup, 'keepBoth');
  if (isRestoredBefore) await restoring;
  const publishing = publishAsItIs(made);
  await edit(typed);
  expect((await publishing).problems).toEqual([]);
  await restoring;
  await made.settled();
  expect((await library.current(id)).theme.customCss).toBe(typed);
  expect(practice.received()).toHaveLength(1);
  expect(practice.received().at(-1)?.body).not.toContain(typed);
});
