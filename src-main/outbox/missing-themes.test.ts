import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { StorageError } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';

/**
 * A theme waits to be published, and its file is damaged by a sync program. The library says that it can't read that file,
 * and where the file is. Of what waits Foyer says the same, as it does where it tried it since: not that the theme isn't
 * in this library, and that one should restore it from the bin, choose another library, or cancel.
 */
describe('a waiting theme’s file is damaged: it isn’t said to be missing', () => {
  it.each([
    ['the control: it was tried while it was so', true],
    ['it waits', false],
  ])('what is said of a theme whose file is damaged: %s', async (_name, isTriedAgain) => {
    const made = await outboxFixture();
    const { library, outbox } = made;
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    const path = join(made.root, 'themes', '0000.json');
    await writeFile(path, (await readFile(path, 'utf8')).replace('"name"', '<<<<<<< mine\n"name"'));
    await library.rescan();
    expect(await library.handlers.list(undefined)).toMatchObject({
      themes: [],
      unreadable: [{ file: '0000.json', problem: { code: 'fileDamaged' } }],
    });

    await outbox.handlers.setPaused({ isPaused: false });
    await made.settled();
    if (isTriedAgain) await outbox.handlers.retry({ only: made.place });
    await made.settled();
    expect(await made.items()).toMatchObject([
      { why: 'problem', problem: { code: 'fileDamaged' } },
    ]);
  });
});

/**
 * A theme waits to be published. Others take its file away and put it back, where the disk doesn't give it yet: Foyer does
 * not say that the theme isn't in this library, which it doesn't know.
 */
describe('a waiting theme’s file can’t be read: it isn’t said to be missing', () => {
  it.each([
    ['the control: its file is gone', false, 'themeMissing'],
    ['its file is not read yet', true, 'paused'],
  ])('what is said of it: %s', async (_name, isBack, why) => {
    const { illDisk } = await import('../storage/trial-ill-disk');
    const made = await outboxFixture();
    const { library, outbox } = made;
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await made.settled();
    const path = join(made.root, 'themes', '0000.json');
    const text = await readFile(path, 'utf8');
    await rm(path);
    await library.rescan();
    if (isBack) {
      illDisk((one) => one.endsWith('0000.json'), 'EIO', 'open');
      await writeFile(path, text);
      await library.rescan();
    }
    expect(await made.items()).toMatchObject([{ why }]);
  });
});

/**
 * A theme has arrived, and can't be noted as its disk is full. It is found neither in the library nor in the bin then: it
 * isn't asked for again and again, but noted as it comes back.
 */
describe('what has arrived, and whose theme is gone', () => {
  it('is asked for once, and noted as it comes back', async () => {
    const made = await outboxFixture();
    const { library } = made;
    const noting = vi
      .spyOn(library, 'setPublication')
      .mockRejectedValue(new StorageError('full', 'theme.json'));
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
    const path = join(made.root, 'themes', '0000.json');
    const text = await readFile(path, 'utf8');
    await rm(path);
    await library.rescan();
    noting.mockRejectedValue(new ProblemError({ code: 'notFound', what: 'theme' }));
    const looking = vi.spyOn(library, 'noted');
    looking.mockRejectedValue(new ProblemError({ code: 'notFound', what: 'theme' }));
    for (let hour = 0; hour < 5; hour += 1) {
      made.clock.pass(3_600_000);
      await made.settled();
    }
    expect(looking).toHaveBeenCalledTimes(1);
    looking.mockRestore();
    noting.mockRestore();
    await writeFile(path, text);
    await library.rescan();
    await made.settled();
    expect(Object.keys((await made.document()).publications)).toHaveLength(1);
    expect(await made.items()).toEqual([]);
  });
});

/**
 * A theme has arrived, and its disk is full as it is to be noted. Others take its file away, which is found neither in
 * the library nor in the bin then, and put it back, where the disk doesn't give it yet: the theme isn't known to be gone, so
 * the outbox says again that it is still to be noted.
 */
describe('what has arrived, and whose theme’s file can’t be read', () => {
  it('is shown as still to be noted', async () => {
    const { illDisk } = await import('../storage/trial-ill-disk');
    const made = await outboxFixture();
    const { library } = made;
    const noting = vi
      .spyOn(library, 'setPublication')
      .mockRejectedValue(new StorageError('full', 'theme.json'));
    await made.publish();
    await made.settled();
    const path = join(made.root, 'themes', '0000.json');
    const text = await readFile(path, 'utf8');
    await rm(path);
    await library.rescan();
    noting.mockRejectedValue(new ProblemError({ code: 'notFound', what: 'theme' }));
    made.clock.pass(600_000);
    await made.settled();
    expect(await made.items()).toEqual([]);
    illDisk((one) => one.endsWith('0000.json'), 'EIO', 'open');
    await writeFile(path, text);
    await library.rescan();
    expect(await library.handlers.list(undefined)).toMatchObject({
      unreadable: [{ problem: { code: 'storageNotRead' } }],
    });
    expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
  });
});

/**
 * A theme has arrived, and its file, or the folder it lies in, can't be read as that is to be noted. As the theme is read
 * again it is noted at once, and not after the wait that has grown meanwhile.
 */
describe('what has arrived is noted as soon as the theme is read again', () => {
  const path = '/themes/0000.json';
  const inTheWay: readonly Problem[] = [
    { code: 'fileDamaged', path, detail: '' },
    { code: 'fileInCloud', path },
    { code: 'libraryFolderMissing', path: '/themes' },
    { code: 'libraryFolderForbidden', path: '/themes' },
    { code: 'storageNoPermission', path },
  ];

  it.each(inTheWay)('after $code', async (problem) => {
    const made = await outboxFixture();
    const noting = vi
      .spyOn(made.library, 'setPublication')
      .mockRejectedValue(new ProblemError(problem));
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'unnoted', problem }]);
    noting.mockRestore();
    made.outbox.themesChanged(made.ids);
    await made.settled();
    expect(await made.items()).toEqual([]);
  });
});
