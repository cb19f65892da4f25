/**
 * A first save from a person's own library may have arrived; they link the theme to another template instead. From a copy
 * of the library they publish the theme, and the line is cut again: that may have arrived, too. In their own library they
 * take the link back, and say where the first one is. What may have arrived from the copy is still asked about there.
 */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function inTheCopyAfter(isTakenBack: boolean) {
  const made = await outboxFixture();
  const { library, outbox, place, practice } = made;
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  const first = practice.state().templates[0]?.id ?? '';
  const step = await outbox.handlers.link({ ...place, templateId: 'theirs' });
  expect(step).not.toBeNull();
  await use(copy);
  practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  expect(practice.state().templates).toHaveLength(2);
  await use(own);
  if (isTakenBack && step !== null) {
    const undone = await outbox.handlers.undoLink({ step });
    if (undone === 'done') {
      await outbox.handlers.decide({ ...place, decision: 'published', templateId: first });
    }
  }
  await use(copy);
  const asked = (await made.items()).map(({ why }) => why);
  await made.publish();
  await made.settled();
  return { asked, templates: practice.state().templates.length };
}

const expected = { asked: ['decision'], templates: 2 };

it('the control: the link stays', async () => {
  expect(await inTheCopyAfter(false)).toEqual(expected);
});

it('the link is taken back', async () => {
  expect(await inTheCopyAfter(true)).toEqual(expected);
});
