/**
 * What is published of a theme waits, or may have arrived, and a person chooses a copy of the library, whose theme is the
 * same, and publishes it from there. It would take the place of the first one, or hide what is in doubt of it: they are
 * told to settle that first, and nothing is queued. Once it is settled in its own library, the copy's is published.
 */
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { arrived, outboxFixture } from './testing/fixture-outbox';

const linksIn = async (folder: string): Promise<number> => {
  const file = join(folder, '0000.json');
  const { publications } = JSON.parse(await readFile(file, 'utf8')) as ThemeDocument;
  return Object.keys(publications).length;
};

it.each(['settled', 'paused', 'under way', 'in doubt'] as const)('its own is %s', async (first) => {
  const made = await outboxFixture();
  const { clock, library, outbox, place, practice } = made;
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
  const minutes = async () => {
    for (let minute = 0; minute < 10; minute += 1) {
      clock.pass(60_000);
      await made.settled();
    }
  };
  const publish = () =>
    outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1'] });
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  let release = (): void => undefined;
  if (first === 'paused') await outbox.handlers.setPaused({ isPaused: true });
  if (first === 'under way') release = practice.holdAnswers();
  practice.setBehaviour('saveThemeTemplate', {
    ids: 'own',
    ...(first === 'in doubt' && { cut: 'afterActing', times: 1 }),
  });
  await publish();
  if (first === 'under way') await arrived(practice);
  else await made.settled();
  practice.setBehaviour('saveThemeTemplate', { ids: 'own' });

  await use(copy);
  const inTheCopy = await publish();
  const expected = { code: 'unsettledInOtherLibrary' };
  expect(inTheCopy.problems.map(({ problem }) => problem)).toEqual(
    first === 'settled' ? [] : [expected],
  );
  release();
  await outbox.handlers.setPaused({ isPaused: false });
  await minutes();
  await use(own);
  if (first === 'in doubt') {
    const [{ id } = { id: '' }] = practice.state().templates;
    const [shown] = await made.items();
    expect(shown?.why).toBe('decision');
    const target = { themeId: place.themeId, connectionId: 'c1' };
    await outbox.handlers.decide({ ...target, decision: 'published', templateId: id });
  }
  await minutes();
  expect(await linksIn(own)).toBe(1);

  await use(copy);
  if (first !== 'settled') await publish();
  await minutes();
  expect(await made.items()).toEqual([]);
  expect({ own: await linksIn(own), copy: await linksIn(copy) }).toEqual({ own: 1, copy: 1 });
  expect(practice.state().templates).toHaveLength(2);
});
