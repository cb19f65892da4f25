/**
 * A theme is published twice, and each time the service drops something. Between the two a person has copied the library's
 * folder; then they choose the copy. "A copy of a library has the same themes, but not what you publish from the other":
 * the second answer is none about the copy's theme, and accepting it there takes over nothing of the first.
 */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function shownAfter(chosen: 'their own' | 'the copy') {
  const made = await outboxFixture();
  const { library, outbox, practice, place } = made;
  const { themeId: id } = place;
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  practice.setBehaviour('saveThemeTemplate', { drop: ['theme.customCss'], times: 1 });
  await made.publish();
  await made.settled();
  await library.flush();
  await mkdir(copy);
  for (const file of await readdir(own)) {
    if (file.endsWith('.json')) await copyFile(join(own, file), join(copy, file));
  }
  await library.handlers.rename({ id, name: 'Newer' });
  practice.setBehaviour('saveThemeTemplate', { drop: ['theme.customCss'], times: 1 });
  await made.publish();
  await made.settled();
  if (chosen === 'the copy') await library.handlers.useFolder({ folder: copy, move: false });
  const { name } = await library.current(id);
  const shown = await outbox.handlers.answers({ themeId: id });
  return { name, shown: shown.length };
}

it('the control: their own is open', async () => {
  expect(await shownAfter('their own')).toEqual({ name: 'Newer', shown: 1 });
});

it('the copy is open', async () => {
  expect(await shownAfter('the copy')).toEqual({ name: 'Harbour', shown: 0 });
});
