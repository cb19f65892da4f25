/** A library, a copy of it and another one, of which a person opens one after the other. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ThemeDocument } from '@shared/theme/theme';
import { outboxFixture, type OutboxFixture } from './fixture-outbox';

/** What a test does with them. */
export interface CopiedLibrary extends OutboxFixture {
  /** The library's own folder. */
  readonly own: string;
  /** One of that name beside it. */
  folder(name: string): string;
  /** Opens the library in a folder. */
  use(folder: string): Promise<void>;
  /** Opens one that has nothing to do with it. */
  useAnother(): Promise<void>;
  /** Ten minutes pass, after which the disk has everything. */
  minutes(): Promise<void>;
  /** To how many templates its theme is linked in a folder. */
  linksIn(folder: string): Promise<number>;
}

/** To how many templates the first theme of a folder is linked there. */
export async function linksIn(folder: string): Promise<number> {
  const text = await readFile(join(folder, '0000.json'), 'utf8');
  return Object.keys((JSON.parse(text) as ThemeDocument).publications).length;
}

/** The first library is open, and on the disk. */
export async function copiedLibrary(): Promise<CopiedLibrary> {
  const made = await outboxFixture();
  const { clock, library, root } = made;
  const folder = (name: string): string => join(root, name);
  const use = async (at: string): Promise<void> => {
    await library.handlers.useFolder({ folder: at, move: false });
    await library.handlers.list(undefined);
  };
  await library.handlers.list(undefined);
  await library.flush();
  return Object.assign(made, {
    own: folder('themes'),
    folder,
    use,
    useAnother: async () => {
      await mkdir(folder('other'), { recursive: true });
      await use(folder('other'));
    },
    minutes: async () => {
      for (let minute = 0; minute < 10; minute += 1) {
        clock.pass(60_000);
        await made.settled();
      }
      await library.flush();
    },
    linksIn,
  });
}
