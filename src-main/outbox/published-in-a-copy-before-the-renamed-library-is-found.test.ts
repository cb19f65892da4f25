/**
 * While another library is open a person renames the first one's folder and puts a copy under its old name. They open
 * the copy, publish a theme there, which waits, and open the renamed library: what waits was asked for in the copy.
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
  ['the control: the copy is elsewhere', 'copy'],
  ['the copy is in its old place', 'themes'],
])('it is recorded in the copy: %s', async (_name, copyName) => {
  const made = await outboxFixture();
  const { clock, library, outbox } = made;
  const [before, renamed, copy] = ['themes', 'renamed', copyName].map((name) =>
    join(made.root, name),
  ) as [string, string, string];
  const other = join(made.root, 'other');
  const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
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
  await use(other);
  await rename(before, renamed);
  await cp(renamed, copy, { recursive: true });
  await use(copy);
  await library.handlers.list(undefined);
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await use(renamed);
  await library.handlers.list(undefined);
  await outbox.handlers.setPaused({ isPaused: false });
  await minutes();
  expect({ own: await linksIn(renamed), copy: await linksIn(copy) }).toEqual({ own: 0, copy: 0 });
  await use(copy);
  await minutes();
  expect({ own: await linksIn(renamed), copy: await linksIn(copy) }).toEqual({ own: 0, copy: 1 });
});
