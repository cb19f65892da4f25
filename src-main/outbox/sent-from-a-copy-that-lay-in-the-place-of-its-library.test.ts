/**
 * A person puts a backup of the library in its place, the library's own folder under another name, and looks at it in
 * Foyer. They decide against it and give both folders back the names that they had. What they publish from the library
 * then waits, and they open the backup: a copy is another library, so it waits until its own is open.
 */
import { cp, mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';

const linksIn = async (folder: string): Promise<number> => {
  const { publications } = JSON.parse(
    await readFile(join(folder, '0000.json'), 'utf8'),
  ) as ThemeDocument;
  return Object.keys(publications).length;
};

it.each([
  ['the control: looked at where it lies', false],
  ['looked at in the place of the library', true],
])('it is recorded in its own library: the backup was %s', async (_name, isInPlace) => {
  const made = await outboxFixture();
  const { clock, library, outbox } = made;
  const [own, aside, backup, other] = ['themes', 'aside', 'backup', 'other'].map((name) =>
    join(made.root, name),
  ) as [string, string, string, string];
  const use = async (folder: string) => {
    await library.handlers.useFolder({ folder, move: false });
    await library.handlers.list(undefined);
  };
  const minutes = async () => {
    for (let minute = 0; minute < 10; minute += 1) {
      clock.pass(60_000);
      await made.settled();
    }
    await library.flush();
  };
  await library.handlers.list(undefined);
  await library.flush();
  await mkdir(other);
  await cp(own, backup, { recursive: true });
  await use(other);
  if (isInPlace) {
    await rename(own, aside);
    await rename(backup, own);
  }
  await use(isInPlace ? own : backup);
  await use(other);
  if (isInPlace) {
    await rename(own, backup);
    await rename(aside, own);
  }
  await use(own);
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await use(backup);
  await outbox.handlers.setPaused({ isPaused: false });
  await minutes();
  const inBackup = made.practice.received().length;
  await use(own);
  await minutes();
  expect({ inBackup, own: await linksIn(own), backup: await linksIn(backup) }).toEqual({
    ...{ inBackup: 0, own: 1, backup: 0 },
  });
});
