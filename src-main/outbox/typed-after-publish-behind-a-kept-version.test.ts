/**
 * A person puts a version back, keeps another one under a name while the disk is at it, publishes and goes on typing: keeping
 * a version changes nothing of the theme, and “what you type after publishing isn’t sent” (CHANGELOG).
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { publishAsItIs, shownWith, type } from './testing/theme-being-replaced';

const typed = '/* not for anybody yet */';

it.each([
  ['the control: nothing is kept', 'none'],
  ['a version is kept', 'keepVersion'],
  ['tags are given', 'setTags'],
  ['it is duplicated', 'duplicate'],
] as const)('sends nothing that is typed after Publish: %s', async (_name, what) => {
  const made = await outboxFixture();
  const { library, practice, place } = made;
  const { themeId: id } = place;
  const edit = (value: string) => type(made, { field: 'customCss', value });
  await edit('.approved{}');
  const { version } = await library.handlers.keepVersion({ id, name: 'Approved' });
  await edit('.experiment{}');
  const shown = shownWith(made, '.approved{}');
  const restoring = library.handlers.restoreVersion({ id, version });
  await shown;
  const between =
    what === 'keepVersion'
      ? library.handlers.keepVersion({ id, name: 'Second' })
      : what === 'setTags'
        ? library.handlers.setTags({ id, tags: ['a'] })
        : what === 'duplicate'
          ? library.handlers.duplicate({ ids: [id] })
          : undefined;
  const publishing = publishAsItIs(made);
  await edit(typed);
  expect((await publishing).problems).toEqual([]);
  await Promise.all([restoring, between]);
  await made.settled();
  expect(practice.received()).toHaveLength(1);
  expect(practice.received().at(-1)?.body).not.toContain(typed);
});
