/**
 * A theme was unlinked from its template. The sync program brings the version of another computer beside it, which was
 * edited there meanwhile and is linked to that template still: its card says so, and its owner publishes it, which
 * updates the template. Then they choose that version. What was published last is the theme's template: published once more
 * it is updated, and no second template is made. "If you delete one of two versions of a theme that changed in two places,
 * its link to a template goes to the other."
 */
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newTheme, type ThemeDocument } from '@shared/theme/theme';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: they delete the theme', 'deletes the theme'],
  ['they choose the version that they published', 'chooses'],
  ['they delete the version that they published', 'deletes the copy'],
  ['they delete it while it is on its way', 'deletes the copy on its way'],
] as const)('updates the template that was published last: %s', async (_name, how) => {
  const made = await outboxFixture();
  const { root, library, practice, outbox, place } = made;
  const { themeId } = place;
  const themes = join(root, 'themes');
  const publishAs = async (id: string, name: string): Promise<void> => {
    await library.handlers.rename({ id, name });
    await made.publish(id);
    await made.drained();
    await made.settled();
  };
  await publishAs(themeId, 'First');
  await library.flush();
  const [file = ''] = await readdir(themes);
  // As it is on the other computer, where it is edited.
  await copyFile(join(themes, file), join(root, 'there.json'));
  await outbox.handlers.unlink(place);
  await library.flush();
  const there = JSON.parse(await readFile(join(root, 'there.json'), 'utf8')) as ThemeDocument;
  const theme = { ...newTheme(), customCss: '/* theirs */' };
  await writeFile(join(themes, '0000 (conflicted copy).json'), JSON.stringify({ ...there, theme }));
  await library.rescan();
  const { themes: both } = await library.handlers.list(undefined);
  const copy = both.find(({ id }) => id !== themeId)?.id ?? '';
  expect(both.find(({ id }) => id === copy)?.places[0]?.relation).toBe('changed');

  if (how === 'deletes the copy on its way') {
    await library.handlers.rename({ id: copy, name: 'Second' });
    const release = practice.holdAnswers();
    const before = practice.received().length;
    await made.publish(copy);
    await arrived(practice, before + 1);
    await library.handlers.remove({ ids: [copy] });
    release();
    await made.drained();
    await made.settled();
  } else await publishAs(copy, 'Second');
  expect(practice.state().templates.map(({ name }) => name)).toEqual(['Second']);

  if (how === 'chooses') await library.handlers.resolveConflict({ id: copy, keep: 'this' });
  else if (how !== 'deletes the copy on its way')
    await library.handlers.remove({ ids: [how === 'deletes the theme' ? themeId : copy] });
  const [stays] = (await library.handlers.list(undefined)).themes;
  await publishAs(stays?.id ?? '', 'Third');
  expect(practice.state().templates.map(({ name }) => name)).toEqual(['Third']);
});
