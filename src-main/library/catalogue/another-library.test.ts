import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { held } from '../testing/fake-disk';
import {
  libraryOfOne,
  northwind,
  problem,
  putTheme,
  themeDocument,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

/**
 * A theme was sent for the first time, and another computer linked it to another template meanwhile: what was sent is
 * kept beside it, with its own template. Many themes are being tagged just then, and a person has chosen another library,
 * which waits for its turn: nothing of the first comes into that one.
 */
describe('what was sent is kept beside, as another library is chosen', () => {
  const key = publicationKey(northwind);

  /** The templates to which the themes of each library are linked then. */
  async function noted(isChosen: boolean) {
    const theirs = { templateId: 'theirs', at: '2026-01-02T03:04:05.000Z' };
    const { folders, library, id } = await libraryOfOne(
      { publications: { [key]: theirs } },
      { mayUse: () => true },
    );
    const { handlers } = library;
    const many = themeDocument({ name: 'Quay' });
    await putTheme(folders, 'c.json', many);
    const second = join(folders.root, 'second');
    await mkdir(second);
    await putTheme({ ...folders, themes: second }, 'b.json', themeDocument({ name: 'Of another' }));
    await library.start();
    const { name, theme } = (await handlers.open({ id })) as never as Record<string, never>;
    const assertSame = library.assertSame();
    const writing = held('writeTo', (path) => path.startsWith(folders.themes));
    const tagging = handlers.setTagsOfMany({ themes: [{ id: many.id, tags: ['client'] }] });
    await writing.isReached;
    let using: Promise<unknown> = Promise.resolve();
    if (isChosen) {
      const looking = held('stat', (path) => path === join(second, 'b.json'));
      using = Promise.resolve(handlers.useFolder({ folder: second, move: false }));
      await looking.isReached;
      looking.letGo();
      // It is looked at before it has its turn.
      for (let look = 0; look < 20; look += 1) await readdir(second);
    }
    const ours = { templateId: 'ours', at: '2026-01-03T03:04:05.000Z', sent: { name, theme } };
    const noting = library.setPublication(id, key, ours as never, [null], assertSame).then(
      () => 'noted',
      () => 'refused',
    );
    // It has its turn after those.
    for (let look = 0; look < 20; look += 1) await readdir(second);
    writing.letGo();
    await tagging;
    await using;
    await noting;
    const links = async (folder: string): Promise<string[]> => {
      const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
      const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
      return texts.flatMap((text) => /"templateId": "(\w+)"/u.exec(text)?.[1] ?? []).sort();
    };
    return { first: await links(folders.themes), second: await links(second) };
  }

  it('the control: no other library is chosen', async () => {
    expect(await noted(false)).toEqual({ first: ['ours', 'theirs'], second: [] });
  });

  it('another one is chosen before', async () => {
    expect((await noted(true)).second).toEqual([]);
  });
});

/**
 * Many themes are being tagged, which takes a while, and a person chooses another library: that waits for its turn. The
 * window still shows the first one, and they make a theme there, of a starter or anew. It is made in that library, or
 * refused, as a copy of a theme is.
 */
describe('a theme is made as another library is chosen', () => {
  async function chosenMeanwhile() {
    const { folders, library, id } = await libraryOfOne({}, { mayUse: () => true });
    const { handlers } = library;
    const second = join(folders.root, 'second');
    await mkdir(second);
    await putTheme({ ...folders, themes: second }, 'b.json', themeDocument({ name: 'Of another' }));
    await library.start();
    const writing = held('writeTo', (path) => path.startsWith(folders.themes));
    const tagging = handlers.setTagsOfMany({ themes: [{ id, tags: ['client'] }] });
    await writing.isReached;
    const looking = held('stat', (path) => path === join(second, 'b.json'));
    const using = Promise.resolve(handlers.useFolder({ folder: second, move: false }));
    await looking.isReached;
    looking.letGo();
    // It is looked at before it has its turn.
    for (let look = 0; look < 20; look += 1) await readdir(second);
    const end = async (): Promise<void> => {
      writing.letGo();
      await tagging;
      await using;
    };
    const there = async (): Promise<string[]> =>
      (await readdir(second)).filter((name) => name.endsWith('.json'));
    return { handlers, id, end, there };
  }

  it('the control: a copy is refused', async () => {
    const { handlers, id, end, there } = await chosenMeanwhile();
    const made = Promise.resolve(handlers.duplicate({ ids: [id] }));
    const refused = expect(made).rejects.toMatchObject(problem('libraryReplaced'));
    await end();
    await refused;
    expect(await there()).toEqual(['b.json']);
  });

  it('a new theme isn’t made in the other library', async () => {
    const { handlers, end, there } = await chosenMeanwhile();
    const made = Promise.resolve(handlers.create({ name: 'Of the first client' })).catch(
      () => null,
    );
    await end();
    await made;
    expect(await there()).toEqual(['b.json']);
  });
});
