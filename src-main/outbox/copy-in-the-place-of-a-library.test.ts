import { rmdirSync } from 'node:fs';
import { cp, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copiedLibrary, linksIn } from './testing/copied-library';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/**
 * While another library is open a person renames the first one's folder and puts a copy under its old name. They open
 * the copy, and then the renamed one. What they publish in either waits, and the other one is open as it may go: a copy is
 * another library, so it waits until its own is open.
 */
describe('a copy was put in the library’s place while another one was open', () => {
  const places = [
    ['the control: the copy is elsewhere', 'copy'],
    ['the copy is in its old place', 'themes'],
  ] as const;
  const all = places.flatMap(([where, copyName]) =>
    (['the copy', 'the renamed one'] as const).map((asked) => [asked, where, copyName] as const),
  );

  it.each(all)('published in %s, it is recorded there: %s', async (asked, _where, copyName) => {
    const made = await copiedLibrary();
    const { folder, linksIn, minutes, outbox, own, publish, use, useAnother } = made;
    const [renamed, copy] = [folder('renamed'), folder(copyName)];
    const links = async () => ({ own: await linksIn(renamed), copy: await linksIn(copy) });
    const isOfCopy = asked === 'the copy';
    await useAnother();
    await rename(own, renamed);
    await cp(renamed, copy, { recursive: true });
    await use(copy);
    if (!isOfCopy) await use(renamed);
    await outbox.handlers.setPaused({ isPaused: true });
    await publish();
    await use(isOfCopy ? renamed : copy);
    await outbox.handlers.setPaused({ isPaused: false });
    await minutes();
    expect(await links()).toEqual({ own: 0, copy: 0 });
    await use(isOfCopy ? copy : renamed);
    await minutes();
    expect(await links()).toEqual(isOfCopy ? { own: 0, copy: 1 } : { own: 1, copy: 0 });
  });
});

/**
 * A theme waits as a person quits Foyer. They rename the library's folder and make a copy of it, or restore a backup,
 * and open the copy at the next start: it has the same themes, and not what waits. That goes once its own library is
 * chosen under its new name.
 */
describe('a copy is opened after its library was renamed while Foyer was closed', () => {
  it('what waits stays out of the copy, and goes from its own library', async () => {
    const made = await outboxFixture();
    const [before, after, copy] = ['themes', 'renamed', 'copy'].map((name) =>
      join(made.root, name),
    ) as [string, string, string];
    await made.library.handlers.list(undefined);
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await made.settled();
    await made.library.flush();
    await made.outbox.close(0);
    made.library.close();
    await rename(before, after);
    await cp(after, copy, { recursive: true });
    // The fixture makes the folder, which is not there.
    const run = await nextRun(made, { before: () => rmdirSync(before) });
    await expect(run.library.handlers.list(undefined)).rejects.toThrow();
    const goneFrom = async (folder: string) => {
      await run.library.handlers.useFolder({ folder, move: false });
      await run.library.handlers.list(undefined);
      await run.outbox.handlers.setPaused({ isPaused: false });
      for (let minute = 0; minute < 30; minute += 1) {
        run.clock.pass(60_000);
        await run.settled();
      }
      await run.library.flush();
      return { arrived: made.practice.received().length, own: await linksIn(after) };
    };
    expect(await goneFrom(copy)).toEqual({ arrived: 0, own: 0 });
    expect(await goneFrom(after)).toEqual({ arrived: 1, own: 1 });
    expect(await linksIn(copy)).toBe(0);
  });
});

/**
 * A person puts a backup of the library in its place, the library's own folder under another name, and looks at it in
 * Foyer. They decide against it and give both folders back the names that they had. What they publish from the library
 * then waits, and they open the backup: a copy is another library, so it waits until its own is open.
 */
describe('a copy lay in the library’s place for a while', () => {
  it.each([
    ['the control: looked at where it lies', false],
    ['looked at in the place of the library', true],
  ])('it is recorded in its own library: the backup was %s', async (_name, isInPlace) => {
    const made = await copiedLibrary();
    const { folder, linksIn, minutes, outbox, own, publish, use, useAnother } = made;
    const [aside, backup] = [folder('aside'), folder('backup')];
    await cp(own, backup, { recursive: true });
    await useAnother();
    if (isInPlace) {
      await rename(own, aside);
      await rename(backup, own);
    }
    await use(isInPlace ? own : backup);
    await useAnother();
    if (isInPlace) {
      await rename(own, backup);
      await rename(aside, own);
    }
    await use(own);
    await outbox.handlers.setPaused({ isPaused: true });
    await publish();
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
});

/**
 * What a person published from their library waits. They copy its folder and rename it, and open the copy: nothing of
 * the library goes from there. Then they have Foyer move the copy to where the library was (Settings; or rename it
 * themselves). It is the copy as before, and the library lies beside it: what waits goes from the library alone.
 */
describe('a copy is moved to the library’s place', () => {
  it.each([
    ['the control: it stays where it is', 'stays'],
    ['the control: they rename its folder themselves', 'by hand'],
    ['Foyer moves it', 'by Foyer'],
  ] as const)('what waits of the library is not recorded in its copy: %s', async (_name, how) => {
    const made = await copiedLibrary();
    const { folder, library, linksIn, minutes, outbox, own, practice, publish, use } = made;
    const [renamed, copy] = [folder('renamed'), folder('copy')];
    await outbox.handlers.setPaused({ isPaused: true });
    await publish();
    await made.settled();
    await cp(own, copy, { recursive: true });
    await use(copy);
    await rename(own, renamed);
    if (how === 'by hand') {
      await rename(copy, own);
      await use(own);
    } else if (how === 'by Foyer') {
      await mkdir(own);
      await library.handlers.useFolder({ folder: own, move: true });
      await library.handlers.list(undefined);
    }
    await outbox.handlers.setPaused({ isPaused: false });
    await minutes();
    const links = {
      library: await linksIn(renamed),
      copy: await linksIn(how === 'stays' ? copy : own),
    };
    expect({ arrived: practice.received().length, links }).toEqual({
      arrived: 0,
      links: { library: 0, copy: 0 },
    });
    await use(renamed);
    await minutes();
    expect([practice.received().length, await linksIn(renamed)]).toEqual([1, 1]);
  });
});

/**
 * While Foyer runs, a person renames the library's folder and puts a copy in its place. They publish from that while
 * publishing is paused, and start Foyer anew. Then they look into the original under its new name: what was asked for in
 * the copy waits for that, is sent from there alone, and is noted there.
 */
describe('a copy came in the library’s place while Foyer ran', () => {
  async function end({ library, outbox }: OutboxFixture): Promise<void> {
    await library.flush();
    await outbox.close(1_000);
    library.close();
  }

  it.each([
    ['the control: Foyer was started anew once the copy lay there', true],
    ['Foyer saw it come', false],
  ])('%s', async (_name, isStartedBefore) => {
    const first = await copiedLibrary();
    const { folder, own, root, connections, practice } = first;
    await first.outbox.handlers.setPaused({ isPaused: true });
    await cp(own, folder('copy'), { recursive: true });
    await rename(own, folder('original'));
    await rename(folder('copy'), own);
    await first.library.rescan();
    let asked: OutboxFixture = first;
    if (isStartedBefore) {
      await end(first);
      asked = await outboxFixture({ root, connections });
      await asked.library.handlers.list(undefined);
      // The mark of the copy is in the index from here on.
      await end(asked);
      asked = await outboxFixture({ root, connections });
      await asked.library.handlers.list(undefined);
    }
    await asked.publish();
    await asked.settled();
    await end(asked);

    const again = await outboxFixture({ root, connections });
    await again.library.handlers.list(undefined);
    await again.settled();
    await again.library.handlers.useFolder({ folder: folder('original'), move: false });
    await again.library.handlers.list(undefined);
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.drained();
    const whileOriginal = practice.received().length;
    await again.library.handlers.useFolder({ folder: own, move: false });
    await again.library.handlers.list(undefined);
    await again.drained();
    await again.library.flush();
    expect({
      whileOriginal,
      arrived: practice.received().length,
      links: [await first.linksIn(own), await first.linksIn(folder('original'))],
      left: (await again.items()).map(({ why }) => why),
    }).toEqual({ whileOriginal: 0, arrived: 1, links: [1, 0], left: [] });
  });
});
