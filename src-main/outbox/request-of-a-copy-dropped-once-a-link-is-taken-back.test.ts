/**
 * A first save from a person's own library may have arrived; they link the theme to another template instead. From a copy
 * of the library they publish the theme while publishing is paused. In their own library they take the link back, and say
 * where the first one is. What waits in the copy is of the copy, and still goes.
 */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function inTheCopyAfter(isTakenBack: boolean) {
  const made = await outboxFixture();
  const { clock, library, outbox, place, practice } = made;
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  const first = practice.state().templates[0]?.id ?? '';
  const step = await outbox.handlers.link({ ...place, templateId: 'theirs' });
  practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  await use(copy);
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  expect(await made.items()).toMatchObject([{ why: 'paused' }]);
  await use(own);
  if (isTakenBack && step !== null) {
    const undone = await outbox.handlers.undoLink({ step });
    if (undone === 'done') {
      await outbox.handlers.decide({ ...place, decision: 'published', templateId: first });
    }
  }
  await use(copy);
  await outbox.handlers.setPaused({ isPaused: false });
  for (let minute = 0; minute < 10; minute += 1) {
    clock.pass(60_000);
    await made.settled();
  }
  return {
    left: (await made.items()).map(({ why }) => why),
    templates: practice.state().templates.length,
  };
}

it.each([
  ['the control: the link stays', false],
  ['the link is taken back', true],
])('what was published from the copy goes: %s', async (_name, isTakenBack) => {
  expect(await inTheCopyAfter(isTakenBack)).toEqual({ left: [], templates: 2 });
});
