import { copyFile, cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { copiedLibrary, linksIn } from './testing/copied-library';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/**
 * A theme is published, and before the service answers, a person chooses another library: a copy of the folder, whose
 * themes have the same ids. What was published is the theme of the library before, and is noted there.
 */
describe('a save is answered once another library is chosen', () => {
  /** It is answered once another folder is the library's. */
  async function answeredIn(how: 'copied' | 'moved') {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    const [first, second] = [join(made.root, 'themes'), join(made.root, 'second')];
    const use = (folder: string, move = false) => made.library.handlers.useFolder({ folder, move });
    await mkdir(second);
    if (how === 'copied') {
      for (const file of await readdir(first))
        await copyFile(join(first, file), join(second, file));
    }
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice, 1);
    await use(second, how === 'moved');
    release();
    await made.settled();
    return { made, first, second, use };
  }

  it('the control: that of a library that was moved is noted where it is now', async () => {
    const { made, second } = await answeredIn('moved');
    expect(await linksIn(second)).toBe(1);
    expect(await made.items()).toEqual([]);
  });

  it('that of a library with a copy is noted once it is chosen again', async () => {
    const { made, first, second, use } = await answeredIn('copied');
    expect(await linksIn(second)).toBe(0);
    const problem = { code: 'libraryReplaced' };
    expect(await made.items()).toMatchObject([{ why: 'unnoted', problem }]);
    await use(first);
    await made.drained();
    expect([await linksIn(first), await linksIn(second)]).toEqual([1, 0]);
    expect(await made.items()).toEqual([]);
    expect(made.practice.state().templates).toHaveLength(1);
  });
});

/**
 * A theme is published twice in a row, and before the service answers the first, a person chooses a copy of the library.
 * "If a publication is answered after you chose a copy of the library, it isn't recorded in the copy, but in the library
 * it came from once you open that again": else that library calls a theme a draft which is there, and publishing it
 * makes another template.
 */
describe('the first of two saves is answered once a copy is chosen', () => {
  /** What is known once the library is chosen again, and how many templates one more publication leaves. */
  async function chosenAgain(newer: 'none' | 'asked for before') {
    const made = await outboxFixture();
    const { library, outbox, practice, place } = made;
    practice.setBehaviour('all', { ids: 'own' });
    const [first, second] = [join(made.root, 'themes'), join(made.root, 'second')];
    const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
    await mkdir(second);
    for (const file of await readdir(first)) await copyFile(join(first, file), join(second, file));
    const publishNewer = async () => {
      await library.handlers.rename({ id: place.themeId, name: 'Newer' });
      await made.publish();
    };
    const release = practice.holdAnswers();
    await made.publish();
    await arrived(practice, 1);
    if (newer === 'asked for before') await publishNewer();
    await use(second);
    release();
    await made.settled();
    // What is not recorded is tried again and again while the copy is open.
    const minutes = async () => {
      for (let minute = 0; minute < 5; minute += 1) {
        made.clock.pass(60_000);
        await made.settled();
      }
    };
    await minutes();
    await use(first);
    await minutes();
    // As a person would who is told that it was never published.
    await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1'] });
    await made.drained();
    return { links: await linksIn(first), templates: practice.state().templates.length };
  }

  it.each([
    ['the control: nothing newer was published', 'none'],
    ['a newer version was published right after', 'asked for before'],
  ] as const)('is recorded where it came from: %s', async (_name, newer) => {
    expect(await chosenAgain(newer)).toEqual({ links: 1, templates: 1 });
  });
});

/**
 * A theme is published and waits (the service is busy, say, or it is paused); a person chooses a copy of the library.
 * As with any other library, it waits until its own is chosen again.
 * "If a publication is answered after you chose a copy of the library, it isn't recorded in the copy, but in the library
 * it came from once you open that again."
 */
describe('a theme that was asked for before a copy was chosen', () => {
  async function answeredInTheCopy(left: 'before' | 'busy' | 'paused') {
    const made = await outboxFixture();
    const { clock, library, outbox, practice, place } = made;
    practice.setBehaviour('all', { ids: 'own' });
    const [first, second] = [join(made.root, 'themes'), join(made.root, 'second')];
    const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
    await mkdir(second);
    for (const file of await readdir(first)) await copyFile(join(first, file), join(second, file));
    const release = left === 'before' ? practice.holdAnswers() : () => undefined;
    if (left === 'paused') await outbox.handlers.setPaused({ isPaused: true });
    if (left === 'busy') {
      practice.setBehaviour('saveThemeTemplate', { ids: 'own', status: 429, times: 1 });
    }
    await made.publish();
    if (left === 'before') await arrived(practice, 1);
    else await made.settled();
    if (left === 'busy') expect(await made.items()).toMatchObject([{ why: 'asked' }]);
    await use(second);
    if (left === 'paused') await outbox.handlers.setPaused({ isPaused: false });
    release();
    for (let minute = 0; minute < 5; minute += 1) {
      clock.pass(60_000);
      await made.settled();
    }
    const inTheCopy = await linksIn(second);
    await use(first);
    await made.drained();
    const whereItCameFrom = await linksIn(first);
    await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1'] });
    await made.drained();
    return { inTheCopy, whereItCameFrom, templates: practice.state().templates.length };
  }

  it.each([
    ['the control: it had left before', 'before'],
    ['it left once publishing was resumed', 'paused'],
    ['it left once the service was no longer busy', 'busy'],
  ] as const)('is recorded where it came from: %s', async (_name, left) => {
    expect(await answeredInTheCopy(left)).toEqual({
      inTheCopy: 0,
      whereItCameFrom: 1,
      templates: 1,
    });
  });
});

/**
 * A theme has arrived, and the library's disk refuses to be told. Foyer is quit. At the next start the library is still
 * there by name, and refuses as before; a person chooses a copy of it. "What an earlier run left is of the library that is
 * there at the start": it is recorded in that one once it is chosen again, and not in the copy.
 */
describe('what could not be noted, and a restart with a copy', () => {
  async function recorded(isCopyChosen: boolean, isRestarted: boolean) {
    const made = await outboxFixture();
    const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
    await mkdir(copy);
    for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
    made.practice.setBehaviour('all', { ids: 'own' });
    const refusing = vi.spyOn(made.library, 'setPublication').mockRejectedValue(new Error('EIO'));
    await made.publish();
    await made.settled();
    let run = made;
    let stillRefusing = refusing;
    if (isRestarted) {
      await made.outbox.close(0);
      refusing.mockRestore();
      run = await nextRun(made, {
        before: ({ library }) => {
          stillRefusing = vi.spyOn(library, 'setPublication').mockRejectedValue(new Error('EIO'));
        },
      });
      await run.settled();
    }
    expect(await run.items()).toMatchObject([{ why: 'unnoted' }]);
    const use = (folder: string) => run.library.handlers.useFolder({ folder, move: false });
    if (isCopyChosen) await use(copy);
    stillRefusing.mockRestore();
    const pass = async () => {
      for (let minute = 0; minute < 5; minute += 1) {
        run.clock.pass(60_000);
        await run.settled();
      }
      await run.library.flush();
    };
    await pass();
    if (isCopyChosen) await use(own);
    await pass();
    return { own: await linksIn(own), copy: await linksIn(copy) };
  }

  it.each([
    [false, true],
    [true, false],
    [true, true],
  ])('the copy is chosen: %s; Foyer was quit: %s', async (isCopyChosen, isRestarted) => {
    expect(await recorded(isCopyChosen, isRestarted)).toEqual({ own: 1, copy: 0 });
  });
});

/**
 * A theme is published twice, and each time the service drops something. Between the two a person has copied the library's
 * folder; then they choose the copy. "A copy of a library has the same themes, but not what you publish from the other":
 * the second answer is none about the copy's theme, and accepting it there takes over nothing of the first.
 */
describe('what the service made of a theme is no answer about the copy’s', () => {
  async function shownAfter(chosen: 'their own' | 'the copy') {
    const made = await outboxFixture();
    const { library, outbox, practice, place } = made;
    const { themeId: id } = place;
    const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
    practice.setBehaviour('saveThemeTemplate', { drop: ['theme.customCss'], times: 1 });
    await made.publish();
    await made.settled();
    await library.flush();
    await mkdir(copy);
    for (const file of await readdir(own)) {
      if (file.endsWith('.json')) await copyFile(join(own, file), join(copy, file));
    }
    await library.handlers.rename({ id, name: 'Newer' });
    practice.setBehaviour('saveThemeTemplate', { drop: ['theme.customCss'], times: 1 });
    await made.publish();
    await made.settled();
    if (chosen === 'the copy') await library.handlers.useFolder({ folder: copy, move: false });
    const { name } = await library.current(id);
    const shown = await outbox.handlers.answers({ themeId: id });
    return { name, shown: shown.length };
  }

  it('the control: their own is open', async () => {
    expect(await shownAfter('their own')).toEqual({ name: 'Newer', shown: 1 });
  });

  it('the copy is open', async () => {
    expect(await shownAfter('the copy')).toEqual({ name: 'Harbour', shown: 0 });
  });
});

/**
 * A theme is published, and before the service answers, a person chooses a copy of the library: what is accepted is still to
 * be recorded in the library that it came from. “Meanwhile the outbox says that it’s from another library, and the copy’s
 * card shows nothing of it” (docs/guide.md), as of what waits: the copy's theme is not said to be published.
 */
describe('what is still to be noted, and a copy is chosen', () => {
  async function chosenMeanwhile(isAnswered: boolean) {
    const made = await copiedLibrary();
    const copy = made.folder('second');
    await mkdir(copy);
    for (const file of await readdir(made.own))
      await copyFile(join(made.own, file), join(copy, file));
    if (!isAnswered) await made.outbox.handlers.setPaused({ isPaused: true });
    const release = made.practice.holdAnswers();
    await made.publish();
    if (isAnswered) await arrived(made.practice);
    await made.use(copy);
    release();
    await made.settled();
    return made;
  }

  const rows = [
    ['the control: it waits', false],
    ['it is still to be recorded', true],
  ] as const;

  it.each(rows)('the copy’s card shows nothing of it: %s', async (_name, isAnswered) => {
    const made = await chosenMeanwhile(isAnswered);
    expect(await made.shown()).toMatchObject({ relation: 'never', delivery: 'idle' });
  });

  it.each(rows)(
    'the outbox says that it is from another library: %s',
    async (_name, isAnswered) => {
      const made = await chosenMeanwhile(isAnswered);
      expect(await made.items()).toMatchObject([{ isOfOtherLibrary: true }]);
    },
  );
});

/** A library is gone for good, and of a theme of it nobody knows whether it arrived: what the outbox says takes it out, does. */
it('a doubt of a library that is gone is over once it is said not to be there', async () => {
  const made = await copiedLibrary();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  await made.useAnother();
  await rm(made.own, { recursive: true });
  expect(await made.items()).toMatchObject([{ why: 'decision', isOfOtherLibrary: true }]);
  await made.outbox.handlers.decide({ ...made.place, decision: 'drop' });
  expect(await made.items()).toEqual([]);
});

/**
 * A person publishes a theme, and chooses a copy of their library while it is on its way. What arrived is to be recorded in
 * the library from which it left, which may be gone: they cancel that, and are asked before, with what publishing the theme
 * from there again would do. Of a theme that was published from there before, the library knows its template all the same.
 */
it.each([
  ['the control: it was never published from there', false, 2],
  ['it was published from there before, and this was a change', true, 1],
])('what is told of publishing it again is so: %s', async (_name, isChange, templates) => {
  const made = await outboxFixture();
  const { practice, library, outbox, place, root } = made;
  practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  if (isChange) {
    await made.publish();
    await made.drained();
    await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  }
  await library.flush();
  const [own, copy] = [join(root, 'themes'), join(root, 'copy')];
  await cp(own, copy, { recursive: true });
  const release = practice.holdAnswers();
  const before = practice.received().length;
  await made.publish();
  await arrived(practice, before + 1);
  await library.handlers.useFolder({ folder: copy, move: false });
  release();
  await made.settled();
  const [item] = await made.items();
  expect(item).toMatchObject({ why: 'unnoted', isOfOtherLibrary: true });
  expect(item?.isFirst).toBe(!isChange);

  // What it then really does, from that library again.
  await outbox.handlers.cancel({ only: place });
  await library.handlers.useFolder({ folder: own, move: false });
  await made.publish();
  await made.drained();
  expect(practice.state().templates).toHaveLength(templates);
});
