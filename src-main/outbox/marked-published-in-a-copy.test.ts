/**
 * A theme is published for the first time at a service that gives ids of its own, and the line is cut: it may have
 * arrived. A person chooses a copy of the library, looks at the service, and says in the outbox that it is there.
 * "If you choose another library folder, what waits from the one before waits until you choose that one again … and so
 * does what is still to be recorded there": the library it came from knows of it, and publishes no second one.
 */
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';

const linksIn = async (folder: string): Promise<number> => {
  const file = join(folder, '0000.json');
  const { publications } = JSON.parse(await readFile(file, 'utf8')) as ThemeDocument;
  return Object.keys(publications).length;
};

async function marked(where: 'its own' | 'the copy') {
  const made = await outboxFixture();
  const { clock, library, outbox, place, practice } = made;
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  const templateId = practice.state().templates[0]?.id ?? '';
  if (where === 'the copy') await use(copy);
  // Where it is refused in the copy, it is said once its own library is open again.
  const mark = () => outbox.handlers.decide({ ...place, decision: 'published', templateId });
  const isMarked = await Promise.resolve(mark()).then(
    () => true,
    () => false,
  );
  await made.settled();
  const inTheCopy = await linksIn(copy);
  if (where === 'the copy') await use(own);
  if (!isMarked) await mark();
  for (let minute = 0; minute < 5; minute += 1) {
    clock.pass(60_000);
    await made.settled();
  }
  const inItsOwn = await linksIn(own);
  await made.publish();
  await made.drained();
  return { inTheCopy, inItsOwn, templates: practice.state().templates.length };
}

const expected = { inTheCopy: 0, inItsOwn: 1, templates: 1 };

it('the control: its own library is open', async () => {
  expect(await marked('its own')).toEqual(expected);
});

it('a copy is open', async () => {
  expect(await marked('the copy')).toEqual(expected);
});
