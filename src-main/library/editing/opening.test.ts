import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { failing, held } from '../testing/fake-disk';
import { libraryOfOne, savedWhenAsked } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});
/**
 * A theme is being opened, and the disk takes its time, when the library is moved, or a copy of it, with a theme of the
 * same id, takes its place. The theme there is being opened in turn, and a person types in it twice: both are kept.
 */
describe('a theme is being opened as the library changes', () => {
  it.each([
    ['the control: nothing was being opened', 'another library is taken', false],
    ['one was being opened', 'another library is taken', true],
    ['the control: nothing was being opened', 'the library is moved', false],
    ['one was being opened', 'the library is moved', true],
  ] as const)('%s (%s)', async (_name, how, isOpening) => {
    const isMove = how === 'the library is moved';
    const { library, folders, id } = await libraryOfOne(
      { name: 'Harbour' },
      { mayUse: () => true, pace: savedWhenAsked },
    );
    await library.start();
    const second = join(folders.root, 'second');
    await mkdir(second);
    const [here, there] = [join(folders.themes, 'a.json'), join(second, 'a.json')];
    if (!isMove) await copyFile(here, there);
    const slow = held('readFrom', (path) => path === here);
    const opening = isOpening
      ? Promise.resolve(library.handlers.open({ id })).catch((error: unknown) => error)
      : undefined;
    if (isOpening) await slow.isReached;
    else slow.letGo();
    await library.handlers.useFolder({ folder: second, move: isMove });
    // What was being opened looks there as well.
    const first = held('readFrom', (path) => path === there);
    slow.letGo();
    if (isOpening) await first.isReached;
    else first.letGo();
    const one = library.handlers.edit({
      id,
      edits: [{ field: 'chat.buttons.backgroundColor', value: '#00FF00' }] as never,
    });
    const next = held('readFrom', (path) => path === there);
    first.letGo();
    // In the library that was moved it waits for the other opening of the theme.
    if (isOpening && !isMove)
      expect(await opening).toMatchObject({ problem: { code: 'libraryReplaced' } });
    const two = library.handlers.edit({
      id,
      edits: [{ field: 'general.font', value: 'Inter' }] as never,
    });
    next.letGo();
    await Promise.all([one, two, opening]);
    expect(await library.flush()).toEqual([]);
    library.close();
    const text = await readFile(there, 'utf8');
    expect(text).toContain('Inter');
    expect(text).toContain('#00FF00');
  });
});

/**
 * A theme's file can't be read for a moment, as it is opened: a scanner holds it, the disk fails, or the system has too many
 * files open. The studio and the comparison say why. Nothing was to be saved, and that isn't said to have failed.
 */
describe('a theme’s file can’t be read as it is opened', () => {
  it.each(['EBUSY', 'EACCES', 'EIO', 'EMFILE'] as const)('%s', async (code) => {
    const { library, id } = await libraryOfOne();
    await library.start();
    const ill = failing(code, 'readFrom', (path) => path.endsWith('/a.json'));
    const error: unknown = await Promise.resolve(library.handlers.open({ id })).catch(
      (reason: unknown) => reason,
    );
    if (!(error instanceof ProblemError)) throw new Error('It was opened.');
    // The control: it is the reading that failed.
    ill.heal();
    expect(await library.handlers.open({ id })).toMatchObject({ name: 'Harbour' });
    const { what } = problemText(error.problem);
    expect(what).toContain('a.json');
    expect(what).not.toMatch(/save|write/u);
  });
});
