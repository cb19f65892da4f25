/**
 * A theme is published for the first time at a service that gives ids of its own, and the line is cut: it may have
 * arrived. A person chooses a copy of the library and publishes the theme from there, which waits for their word about
 * the first save. They choose their own library again, look at the service, and say that it is there. "If you choose
 * another library folder, what waits from the one before waits until you choose that one again … and so does what is
 * still to be recorded there": the doubt is of a save from their own library, and is recorded in that one.
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

async function marked(inTheCopy: 'looked' | 'published', where: 'own' | 'copy') {
  const made = await outboxFixture();
  const { library, outbox, place, practice } = made;
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  const templateId = practice.state().templates[0]?.id ?? '';
  await use(copy);
  if (inTheCopy === 'published') await made.publish();
  if (where === 'own') await use(own);
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  const said = await Promise.resolve(
    outbox.handlers.decide({ ...place, decision: 'published', templateId }),
  ).then(
    () => 'done',
    () => 'refused',
  );
  await made.settled();
  return { said, links: { own: await linksIn(own), copy: await linksIn(copy) } };
}

const done = { said: 'done', links: { own: 1, copy: 0 } };
const refused = { said: 'refused', links: { own: 0, copy: 0 } };

it('the control: nothing was published in the copy, and their own is open', async () => {
  expect(await marked('looked', 'own')).toEqual(done);
});

it('the control: nothing was published in the copy, which is open', async () => {
  expect(await marked('looked', 'copy')).toEqual(refused);
});

it('it was published in the copy, and their own is open', async () => {
  expect(await marked('published', 'own')).toEqual(done);
});

it('it was published in the copy, which is open', async () => {
  expect(await marked('published', 'copy')).toEqual(refused);
});
