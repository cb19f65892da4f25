import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { holdNextReading, holdState } from './testing/held-reading';
import { nextRun } from './testing/next-run';

/**
 * "If you choose another library folder, what waits from the one before waits until you choose that one again …, and so
 * does what is still to be recorded there: a copy of a library has the same themes, but not what you publish from the
 * other." A theme waits, or has arrived and is to be recorded; a person chooses a copy of the library, and links its theme
 * to another template, or unlinks it there. The theme of their own library is another matter.
 */
describe('a theme waits for its own library, and that of the copy is linked', () => {
  async function afterAWordInTheCopy(
    first: 'waits' | 'is to be recorded',
    word: 'none' | 'link' | 'unlink',
  ) {
    const made = await outboxFixture();
    const { clock, library, outbox, practice, place } = made;
    const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
    const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
    const linkIn = async (folder: string) => {
      const text = await readFile(join(folder, '0000.json'), 'utf8');
      const { publications } = JSON.parse(text) as ThemeDocument;
      return publications[publicationKey(made.connection)]?.templateId;
    };
    practice.setBehaviour('all', { ids: 'own' });
    await mkdir(copy);
    for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
    if (first === 'waits') {
      await outbox.handlers.setPaused({ isPaused: true });
      await made.publish();
      await use(copy);
    } else {
      const release = practice.holdAnswers();
      await made.publish();
      await arrived(practice);
      await use(copy);
      release();
      await made.settled();
    }
    if (word === 'link') await outbox.handlers.link({ ...place, templateId: 'theirs' });
    if (word === 'unlink') await made.unlink(place);
    await use(own);
    await outbox.handlers.setPaused({ isPaused: false });
    for (let minute = 0; minute < 5; minute += 1) {
      clock.pass(60_000);
      await made.settled();
    }
    const [template] = practice.state().templates;
    const link = await linkIn(own);
    return {
      isThere: template !== undefined,
      isRecorded: link !== undefined && link === template?.id,
    };
  }

  it.each([
    ['waits', 'none'],
    ['waits', 'link'],
    ['waits', 'unlink'],
    ['is to be recorded', 'none'],
    ['is to be recorded', 'link'],
    ['is to be recorded', 'unlink'],
  ] as const)('it %s; the word in the copy: %s', async (first, word) => {
    expect(await afterAWordInTheCopy(first, word)).toEqual({ isThere: true, isRecorded: true });
  });
});

/**
 * Foyer starts from a slow disk. A theme is linked to a template, or unlinked from it, while the outbox is still being
 * read, and then a copy of the library is chosen: the word was about the library that was open when it was said, as that of publishing
 * is. The copy's theme is as it was.
 */
describe('a theme is linked at the start, and then a copy is chosen', () => {
  async function linksAfter(word: 'link' | 'unlink', isEarly: boolean) {
    const first = await outboxFixture();
    await first.publish();
    await first.drained();
    await first.library.flush();
    await first.outbox.close(0);
    const [own, copy] = [join(first.root, 'themes'), join(first.root, 'second')];
    await mkdir(copy);
    for (const file of await readdir(own)) {
      if (file.endsWith('.json')) await copyFile(join(own, file), join(copy, file));
    }
    const linkIn = async (folder: string) => {
      const text = await readFile(join(folder, '0000.json'), 'utf8');
      const { publications } = JSON.parse(text) as ThemeDocument;
      return publications[publicationKey(first.connection)]?.templateId;
    };
    const before = await linkIn(own);
    const { goOn, reading } = holdState();
    const made = await nextRun(first);
    const { library, outbox, place } = made;
    await library.handlers.list(undefined);
    expect(reading).toHaveBeenCalled();
    if (!isEarly) goOn();
    const said = Promise.resolve(
      word === 'link'
        ? outbox.handlers.link({ ...place, templateId: 'theirs' })
        : made.unlink(place),
    ).then(
      () => 'done',
      () => 'refused',
    );
    if (!isEarly) await said;
    await library.handlers.useFolder({ folder: copy, move: false });
    goOn();
    await said;
    await made.settled();
    await library.flush();
    return (await linkIn(copy)) === before;
  }

  it.each(['link', 'unlink'] as const)(
    'the control: the outbox was read before (%s)',
    async (word) => {
      expect(await linksAfter(word, false)).toBe(true);
    },
  );

  it.each(['link', 'unlink'] as const)('the outbox is still being read (%s)', async (word) => {
    expect(await linksAfter(word, true)).toBe(true);
  });
});

/**
 * A theme is published, and before it is read for it a person looks at a copy of the library, links its theme there, and
 * comes back: the word about the copy's theme says nothing of what was asked for in their own library.
 */
describe('a theme is read for its own library while that of the copy is linked', () => {
  async function queuedAfterALink(where: 'copy' | 'own') {
    const made = await outboxFixture();
    const { library, outbox, place } = made;
    const folders = { own: join(made.root, 'themes'), copy: join(made.root, 'second') };
    const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
    await mkdir(folders.copy);
    for (const file of await readdir(folders.own)) {
      await copyFile(join(folders.own, file), join(folders.copy, file));
    }
    await library.handlers.list(undefined);
    await outbox.handlers.setPaused({ isPaused: true });
    const saved = library.saved.bind(library);
    let read = (): void => undefined;
    const isToBeRead = new Promise<void>((done) => (read = done));
    const reading = vi.spyOn(library, 'saved').mockImplementation(async (id) => {
      await isToBeRead;
      return saved(id);
    });
    const publishing = outbox.handlers.publish({
      themeIds: [place.themeId],
      connectionIds: ['c1'],
    });
    await vi.waitFor(() => expect(reading).toHaveBeenCalled());
    if (where === 'copy') await use(folders.copy);
    await outbox.handlers.link({ ...place, templateId: 'theirs' });
    if (where === 'copy') await use(folders.own);
    read();
    const { queued } = await publishing;
    return { queued, waiting: (await made.items()).length };
  }

  it.each([
    ['copy', 1],
    ['own', 0],
  ] as const)('linked in the %s: queued %i', async (where, count) => {
    expect(await queuedAfterALink(where)).toEqual({ queued: count, waiting: count });
  });
});

/**
 * A theme waits. A person chooses a copy of the library, and links its theme to a template, or unlinks it there: what
 * waits is of their own library, and stays. Then the profile's disk is full for a moment, as they pause publishing or
 * resume it, and Foyer gives it again what it did not take: "what waits from the one before waits until you choose that
 * one again".
 */
describe('the profile’s disk is full after a link in the copy', () => {
  async function left(word: 'none' | 'link' | 'unlink', isFull: boolean) {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    const { clock, library, outbox, place } = made;
    const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
    const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
    await mkdir(copy);
    for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await use(copy);
    if (word === 'link') await outbox.handlers.link({ ...place, templateId: 'theirs' });
    if (word === 'unlink') await made.unlink(place);
    const waiting = (await made.items()).length;
    const well = realDisk.open;
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    const disk = vi
      .spyOn(realDisk, 'open')
      .mockImplementation((path, ...how) =>
        isFull && path.startsWith(join(made.root, 'profile'))
          ? Promise.reject(full)
          : well(path, ...how),
      );
    await Promise.resolve(outbox.handlers.setPaused({ isPaused: false })).catch(() => undefined);
    disk.mockRestore();
    for (let second = 0; second < 10; second += 1) {
      clock.pass(1_000);
      await made.settled();
    }
    const waitingLater = (await made.items()).length;
    await use(own);
    for (let minute = 0; minute < 5; minute += 1) {
      clock.pass(60_000);
      await made.settled();
    }
    return { waiting, waitingLater, arrived: made.practice.received().length };
  }

  it.each([
    ['the control: no word in the copy', 'none', true],
    ['the control: linked, and the disk has room', 'link', false],
    ['linked in the copy', 'link', true],
    ['unlinked in the copy', 'unlink', true],
  ] as const)('it waits for its own library, and arrives: %s', async (_name, word, isFull) => {
    expect(await left(word, isFull)).toEqual({ waiting: 1, waitingLater: 1, arrived: 1 });
  });
});

/**
 * A theme waits to be published from a copy of the library. In their own library a person publishes a newer version, whose
 * file is slow to be read, and then links the theme to another template: what they published before is cancelled by that,
 * as it is where nothing waits for the copy.
 */
describe('a theme is linked as it is read, while another waits for the copy', () => {
  async function sentFromOwn(isWaitingInTheCopy: boolean) {
    const made = await outboxFixture();
    const { clock, library, outbox, place, practice } = made;
    const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
    const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
    practice.setBehaviour('all', { ids: 'own' });
    await made.publish();
    await made.drained();
    await library.flush();
    await mkdir(copy);
    for (const file of await readdir(own)) {
      if (file.endsWith('.json')) await copyFile(join(own, file), join(copy, file));
    }
    await outbox.handlers.setPaused({ isPaused: true });
    await use(copy);
    if (isWaitingInTheCopy) {
      await library.handlers.rename({ id: place.themeId, name: 'Of the copy' });
      await library.flush();
      await made.publish();
    }
    await use(own);
    await library.handlers.rename({ id: place.themeId, name: 'Newer' });
    await library.flush();
    const { goOn } = holdNextReading(library);
    const publishing = outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1'] });
    for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next));
    const linked = await outbox.handlers.link({ ...place, templateId: 'theirs' });
    expect(linked).not.toBeNull();
    goOn();
    const { queued } = await publishing;
    const before = practice.received().length;
    await outbox.handlers.setPaused({ isPaused: false });
    for (let minute = 0; minute < 5; minute += 1) {
      clock.pass(60_000);
      await made.settled();
    }
    const sent = practice.received().slice(before);
    return { queued, sentTo: sent.map(({ path: to }) => to.split('/').at(-1)) };
  }

  it.each([false, true])('another waits for the copy: %s', async (isWaitingInTheCopy) => {
    expect(await sentFromOwn(isWaitingInTheCopy)).toEqual({ queued: 0, sentTo: [] });
  });
});

/**
 * A first save from a person's own library may have arrived; they link the theme to another template instead. From a copy
 * of the library they publish the theme, and the line is cut again: that may have arrived, too. In their own library they
 * take the link back, and say where the first one is. What may have arrived from the copy is still asked about there.
 */
describe('a link is taken back in its own library, with a doubt in the copy', () => {
  async function inTheCopyAfter(isTakenBack: boolean) {
    const made = await outboxFixture();
    const { library, outbox, place, practice } = made;
    const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
    const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
    await mkdir(copy);
    for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    const first = practice.state().templates[0]?.id ?? '';
    const step = await outbox.handlers.link({ ...place, templateId: 'theirs' });
    expect(step).not.toBeNull();
    await use(copy);
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    expect(practice.state().templates).toHaveLength(2);
    await use(own);
    if (isTakenBack && step !== null) {
      const undone = await outbox.handlers.undoLink({ step });
      if (undone === 'done') {
        await outbox.handlers.decide({ ...place, decision: 'published', templateId: first });
      }
    }
    await use(copy);
    const asked = (await made.items()).map(({ why }) => why);
    await made.publish();
    await made.settled();
    return { asked, templates: practice.state().templates.length };
  }

  const expected = { asked: ['decision'], templates: 2 };

  it('the control: the link stays', async () => {
    expect(await inTheCopyAfter(false)).toEqual(expected);
  });

  it('the link is taken back', async () => {
    expect(await inTheCopyAfter(true)).toEqual(expected);
  });
});

/**
 * A first save from a person's own library may have arrived; they link the theme to another template instead. From a copy
 * of the library they publish the theme while publishing is paused. In their own library they take the link back, and say
 * where the first one is. What waits in the copy is of the copy, and still goes.
 */
describe('a link is taken back in its own library, with a theme waiting in the copy', () => {
  async function inTheCopyAfter(isTakenBack: boolean) {
    const made = await outboxFixture();
    const { clock, library, outbox, place, practice } = made;
    const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
    const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
    await mkdir(copy);
    for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    const first = practice.state().templates[0]?.id ?? '';
    const step = await outbox.handlers.link({ ...place, templateId: 'theirs' });
    practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    await use(copy);
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    expect(await made.items()).toMatchObject([{ why: 'paused' }]);
    await use(own);
    if (isTakenBack && step !== null) {
      const undone = await outbox.handlers.undoLink({ step });
      if (undone === 'done') {
        await outbox.handlers.decide({ ...place, decision: 'published', templateId: first });
      }
    }
    await use(copy);
    await outbox.handlers.setPaused({ isPaused: false });
    for (let minute = 0; minute < 10; minute += 1) {
      clock.pass(60_000);
      await made.settled();
    }
    return {
      left: (await made.items()).map(({ why }) => why),
      templates: practice.state().templates.length,
    };
  }

  it.each([
    ['the control: the link stays', false],
    ['the link is taken back', true],
  ])('what was published from the copy goes: %s', async (_name, isTakenBack) => {
    expect(await inTheCopyAfter(isTakenBack)).toEqual({ left: [], templates: 2 });
  });
});
