import { rmSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { copiedLibrary, linksIn } from './testing/copied-library';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { itemPath, nextRun } from './testing/next-run';

/**
 * A newer version waits. A person links the theme to another template, by which what waits is dropped; Foyer is killed
 * between the two writes: the theme's file has the link, the outbox has the hold. At the next start the library is out of
 * reach, and a copy of it is chosen, whose theme was never linked so. Once their own library is chosen again, nothing is
 * sent to that template: "what an earlier run left is of the library that is there at the start".
 */
describe('Foyer was killed as a theme was linked, and starts in a copy', () => {
  async function sentAfter(isCopyChosen: boolean, isCopyLinked = false) {
    const made = await outboxFixture();
    const { library, outbox, place, practice } = made;
    const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
    practice.setBehaviour('all', { ids: 'own' });
    await made.publish();
    await made.drained();
    await library.handlers.rename({ id: place.themeId, name: 'Newer' });
    await library.flush();
    await mkdir(copy);
    for (const file of await readdir(own)) {
      if (file.endsWith('.json')) await copyFile(join(own, file), join(copy, file));
    }
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    const set = library.setPublication.bind(library);
    let atTheKill: { path: string; bytes: Buffer } | undefined;
    vi.spyOn(library, 'setPublication').mockImplementationOnce(async (...how) => {
      await set(...how);
      const path = await itemPath(made);
      atTheKill = { path, bytes: await readFile(path) };
    });
    await outbox.handlers.link({ ...place, templateId: 'theirs' });
    await made.settled();
    await library.flush();
    await outbox.close(0);
    if (!atTheKill) throw new Error('there is no hold');
    await writeFile(atTheKill.path, atTheKill.bytes);
    let isOut = true;
    const again = await nextRun(made, {
      before: ({ library: next }) => {
        const noted = next.noted.bind(next);
        vi.spyOn(next, 'noted').mockImplementation(async (id) => {
          if (isOut) throw new Error('EIO');
          return noted(id);
        });
      },
    });
    await again.settled();
    const use = (folder: string) => again.library.handlers.useFolder({ folder, move: false });
    isOut = false;
    if (isCopyChosen) {
      await use(copy);
      await again.library.handlers.list(undefined);
      await again.settled();
      if (isCopyLinked) await again.outbox.handlers.link({ ...place, templateId: 'another' });
      await use(own);
      await again.library.handlers.list(undefined);
      await again.settled();
    }
    await again.outbox.handlers.setPaused({ isPaused: false });
    for (let minute = 0; minute < 5; minute += 1) {
      again.clock.pass(60_000);
      await again.settled();
    }
    return [...practice.received().slice(1), ...again.practice.received()].map(({ path: to }) =>
      to.split('/').at(-1),
    );
  }

  it.each([false, true])('the copy is chosen: %s', async (isCopyChosen) => {
    expect(await sentAfter(isCopyChosen)).toEqual([]);
  });

  it('the copy is chosen, and its theme is linked', async () => {
    expect(await sentAfter(true, true)).toEqual([]);
  });
});

/**
 * A theme has arrived, and is still to be recorded in its own library. In a copy of that a person links the theme to
 * another template, and Foyer is killed as the link is made. At the next start their own library is open: what has
 * arrived is recorded there, and what is published there goes.
 */
describe('Foyer was killed as a theme of the copy was linked', () => {
  it.each([false, true])(
    'what has arrived is recorded in its own: linked: %s',
    async (isLinked) => {
      const made = await copiedLibrary();
      const { library, outbox, place, practice } = made;
      const copy = made.folder('copied');
      await cp(made.own, copy, { recursive: true });
      const release = practice.holdAnswers();
      await made.publish();
      await arrived(practice);
      await made.use(copy);
      release();
      await made.settled();
      expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
      if (isLinked) {
        let atTheKill: { path: string; bytes: Buffer } | undefined;
        const set = library.setPublication.bind(library);
        vi.spyOn(library, 'setPublication').mockImplementationOnce(async (...how) => {
          await set(...how);
          const path = await itemPath(made);
          atTheKill = { path, bytes: await readFile(path) };
        });
        await outbox.handlers.link({ ...place, templateId: 'theirs' });
        await outbox.close(0);
        if (!atTheKill) throw new Error('there is no item');
        await writeFile(atTheKill.path, atTheKill.bytes);
      } else {
        await outbox.close(0);
      }
      await library.flush();
      // Its own library is open.
      const again = await nextRun(made);
      await again.library.handlers.list(undefined);
      for (let minute = 0; minute < 10; minute += 1) {
        again.clock.pass(60_000);
        await again.settled();
      }
      expect(await again.items()).toEqual([]);
      await again.publish();
      await again.drained();
      expect(await again.items()).toEqual([]);
      await again.library.flush();
      expect(await linksIn(made.own)).toBe(1);
    },
  );
});

/**
 * A newer version of a theme waits. A person links the theme to another template; the library lies on a network drive that
 * doesn't answer any more, and they quit Foyer. The drive is gone for good: they choose the copy that they have of the
 * library, and cancel in the outbox what waits from the other one. "Until a theme's publication from the one is settled,
 * Foyer doesn't take one of the same theme from the other; if that library is gone for good, cancel the entry." What they
 * publish from the copy then arrives.
 */
describe('a library is gone for good as its theme was linked', () => {
  async function publishedFromTheCopy(isLinking: boolean) {
    const made = await copiedLibrary();
    const { clock, library, outbox, place, practice } = made;
    await made.publish();
    await made.drained();
    await library.flush();
    const copy = made.folder('copied');
    await cp(made.own, copy, { recursive: true });
    await library.handlers.rename({ id: place.themeId, name: 'Newer' });
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await library.flush();
    let giveUp = (): void => undefined;
    const givenUp = new Promise<void>((done) => (giveUp = done));
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((done) => (asked = done));
    const hung = vi.spyOn(library, 'setPublication').mockImplementation(async () => {
      asked();
      await givenUp;
      throw new Error('EIO');
    });
    if (isLinking) {
      const linked = outbox.handlers.link({ ...place, templateId: 'theirs' });
      Promise.resolve(linked).catch(() => undefined);
      await isAsked;
    }
    const closed = outbox.close(5_000);
    for (let second = 0; second < 10; second += 1) {
      await new Promise((next) => setImmediate(next));
      clock.pass(1_000);
    }
    await closed;
    hung.mockRestore();
    library.close();
    await rm(made.own, { recursive: true });
    const again = await nextRun(made, {
      // The fixture makes the folder, which is not there.
      before: ({ root }) => rmSync(join(root, 'themes'), { recursive: true }),
    });
    await again.library.handlers.useFolder({ folder: copy, move: false });
    await again.library.handlers.list(undefined);
    const before = practice.received().length;
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.settled();
    expect(await again.items()).toMatchObject([{ why: 'otherLibrary' }]);
    await again.outbox.handlers.cancel({ only: place });
    await again.settled();
    expect(await again.items()).toEqual([]);
    const { problems } = await again.outbox.handlers.publish({
      themeIds: [place.themeId],
      connectionIds: ['c1'],
    });
    for (let minute = 0; minute < 60; minute += 1) {
      again.clock.pass(60_000);
      await again.settled();
    }
    const left = (await again.items()).map(({ why }) => why);
    // The test ends, and with it the drive.
    giveUp();
    return { problems, left, sent: practice.received().length - before };
  }

  it.each([
    ['the control: it was not being linked', false],
    ['it was being linked', true],
  ])('what is published from a copy arrives: %s', async (_name, isLinking) => {
    expect(await publishedFromTheCopy(isLinking)).toEqual({ problems: [], left: [], sent: 1 });
  });
});
