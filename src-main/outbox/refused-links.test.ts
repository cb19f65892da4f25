import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { StorageError } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/**
 * A theme that waits to be published is linked to another template, or unlinked, while a virus scanner holds its file in
 * the outbox. When the window hears that it failed, it says “… couldn’t be linked to …”: then it is not.
 */
describe('a link is made, or said not to be, while the item’s file is held', () => {
  async function saidAndDone(word: 'link' | 'unlink', isHeld: boolean) {
    const { illDisk } = await import('../storage/trial-ill-disk');
    const made = await outboxFixture();
    await made.publish();
    await made.drained();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    const linked = async () =>
      (await made.document()).publications[publicationKey(made.connection)]?.templateId;
    const before = await linked();
    const { outbox, place } = made;
    const folder = join(made.root, 'profile', 'outbox');
    const disk = isHeld ? illDisk((path) => path.startsWith(folder), 'EBUSY', 'open') : undefined;
    const done =
      word === 'link'
        ? outbox.handlers.link({ ...place, templateId: 'theirs' })
        : made.unlink(place);
    const isSaidToBeDone = await Promise.resolve(done).then(
      () => true,
      () => false,
    );
    disk?.heal();
    await made.library.flush();
    return { isSaidToBeDone, isDone: (await linked()) !== before };
  }

  it.each(['link', 'unlink'] as const)('the control: nothing holds it (%s)', async (word) => {
    expect(await saidAndDone(word, false)).toEqual({ isSaidToBeDone: true, isDone: true });
  });

  it.each(['link', 'unlink'] as const)('a scanner holds it (%s)', async (word) => {
    const { isSaidToBeDone, isDone } = await saidAndDone(word, true);
    expect(isDone).toBe(isSaidToBeDone);
  });
});

/**
 * The library lies on a disk of its own (a stick, a network drive), which is full. A newer version of a theme waits to be
 * published. A person links the theme to another template, or unlinks it; the disk refuses that, and they are told that
 * it couldn't be done. What waits then goes where the theme was linked before, and not where it was never linked to.
 */
describe('what waits goes where it was meant to after a refused link', () => {
  async function savedAfter(word: 'link' | 'unlink' | 'none') {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    const { library, outbox, place, practice } = made;
    practice.setBehaviour('all', { ids: 'own' });
    await made.publish();
    await made.drained();
    const own = practice.state().templates.map(({ id }) => id);
    await library.handlers.rename({ id: place.themeId, name: 'Newer' });
    await library.flush();
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    const themes = join(made.root, 'themes');
    const well = realDisk.open;
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    // What is there can be read; nothing new can be written.
    const disk = vi
      .spyOn(realDisk, 'open')
      .mockImplementation((path, flags, ...mode) =>
        path.startsWith(themes) && flags.startsWith('w')
          ? Promise.reject(full)
          : well(path, flags, ...mode),
      );
    const said =
      word === 'none'
        ? 'nothing'
        : await Promise.resolve(
            word === 'link'
              ? outbox.handlers.link({ ...place, templateId: 'theirs' })
              : made.unlink(place),
          ).then(
            () => 'done',
            () => 'refused',
          );
    disk.mockRestore();
    const before = practice.received().length;
    await outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    const sentTo = practice
      .received()
      .slice(before)
      .map(({ path }) => path.split('/').at(-1));
    return {
      said,
      sentTo: sentTo.map((id) => (own.includes(id ?? '') ? 'its own' : id)),
      templates: practice.state().templates.length,
    };
  }

  const asBefore = { sentTo: ['its own'], templates: 1 };

  it('the control: nobody says anything of its link', async () => {
    expect(await savedAfter('none')).toEqual({ said: 'nothing', ...asBefore });
  });

  it.each(['link', 'unlink'] as const)('the full disk refuses the word (%s)', async (word) => {
    expect(await savedAfter(word)).toEqual({ said: 'refused', ...asBefore });
  });
});

/**
 * A newer version of a theme waits to be published, and the disk has it. The disk is full by now. A person links the
 * theme to another template, or unlinks it, which the full disk refuses: they are told, and all is as before. Then they
 * quit Foyer, free some space, and start it again: the version still waits.
 */
describe('what waits still waits at the next start after a refused link', () => {
  async function waitingAfter(word: 'link' | 'unlink' | 'none') {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    await made.publish();
    await made.drained();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await made.library.flush();
    const well = realDisk.open;
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    // What is there can be read and removed; nothing new can be written.
    const disk = vi
      .spyOn(realDisk, 'open')
      .mockImplementation((path, flags, ...mode) =>
        path.startsWith(made.root) && flags.startsWith('w')
          ? Promise.reject(full)
          : well(path, flags, ...mode),
      );
    const { outbox, place } = made;
    const said =
      word === 'none'
        ? 'nothing'
        : await Promise.resolve(
            word === 'link'
              ? outbox.handlers.link({ ...place, templateId: 'theirs' })
              : made.unlink(place),
          ).then(
            () => 'done',
            () => 'refused',
          );
    const before = (await made.items()).map(({ name, why }) => ({ name, why }));
    await outbox.close(0);
    disk.mockRestore();
    await made.library.flush();
    const again = await nextRun(made);
    await again.settled();
    const after = (await again.items()).map(({ name, why }) => ({ name, why }));
    return { said, before, after };
  }

  const waiting = [{ name: 'Newer', why: 'paused' }];

  it('the control: nobody says anything of its link', async () => {
    expect(await waitingAfter('none')).toEqual({
      said: 'nothing',
      before: waiting,
      after: waiting,
    });
  });

  it.each(['link', 'unlink'] as const)('the full disk refuses the word (%s)', async (word) => {
    expect(await waitingAfter(word)).toEqual({ said: 'refused', before: waiting, after: waiting });
  });
});

/**
 * A theme waits, and a person links it, which the library's disk refuses: what waited waits again, unless they took it
 * out while the disk was being asked.
 */
describe('what waited waits again after a refused link', () => {
  async function afterARefusedLink(meanwhile: 'nothing' | 'cancelled' | 'removed') {
    const made = await outboxFixture();
    const { library, outbox, place } = made;
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    let refuse = (): void => undefined;
    const asked = new Promise<void>((done) => (refuse = done));
    const filing = vi.spyOn(library, 'setPublication').mockImplementation(async () => {
      await asked;
      throw new StorageError('full', 'theme');
    });
    const linking = Promise.resolve(outbox.handlers.link({ ...place, templateId: 'theirs' }));
    await vi.waitFor(() => expect(filing).toHaveBeenCalled());
    if (meanwhile === 'cancelled') await outbox.handlers.cancel({});
    if (meanwhile === 'removed') {
      made.connections.shift();
      outbox.connectionsChanged();
      outbox.connectionRemoved(place.connectionId);
    }
    refuse();
    await expect(linking).rejects.toThrow();
    filing.mockRestore();
    return made.outbox.isUnsettled(place.themeId);
  }

  it.each([
    ['the control: nothing happens meanwhile', 'nothing', true],
    ['everything is cancelled meanwhile', 'cancelled', false],
    ['its connection is removed meanwhile', 'removed', false],
  ] as const)('%s', async (_name, meanwhile, waits) => {
    expect(await afterARefusedLink(meanwhile)).toBe(waits);
  });
});

/**
 * A theme is published, and is still being read for it. A person links it to another template, which is refused in the
 * end: all is as before, and what is published is sent.
 */
describe('a theme is being read for a publication as its link is refused', () => {
  async function sentAfter(read: 'after the refusal' | 'before the refusal') {
    const made = await outboxFixture();
    const { library, outbox, place, practice } = made;
    await made.settled();
    const gate = () => {
      let open = (): void => undefined;
      const opened = new Promise<void>((done) => (open = done));
      return { open: () => open(), opened };
    };
    const [reading, linking] = [gate(), gate()];
    let [isRead, isAsked] = [false, false];
    const saved = library.saved.bind(library);
    const slow = vi.spyOn(library, 'saved').mockImplementation(async (id) => {
      isRead = true;
      await reading.opened;
      return saved(id);
    });
    const disk = vi.spyOn(library, 'setPublication').mockImplementation(async () => {
      isAsked = true;
      await linking.opened;
      throw new Error('EIO');
    });
    const publishing = outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1'] });
    while (!isRead) await new Promise((next) => setImmediate(next));
    const linked = Promise.resolve(outbox.handlers.link({ ...place, templateId: 'theirs' })).then(
      () => 'done',
      () => 'refused',
    );
    while (!isAsked) await new Promise((next) => setImmediate(next));
    if (read === 'before the refusal') {
      reading.open();
      await publishing;
    }
    linking.open();
    const said = await linked;
    disk.mockRestore();
    reading.open();
    const { queued, cancelled } = await publishing;
    slow.mockRestore();
    await made.drained();
    return { said, queued, cancelled: cancelled.length, sent: practice.received().length };
  }

  const expected = { said: 'refused', queued: 1, cancelled: 0, sent: 1 };

  it('the control: it is read once the link was refused', async () => {
    expect(await sentAfter('after the refusal')).toEqual(expected);
  });

  it('it is read while the link is being made', async () => {
    expect(await sentAfter('before the refusal')).toEqual(expected);
  });
});

/**
 * A theme waits to be published. A person links it to another template, which a slow disk takes its time for; meanwhile
 * they publish a newer version, and cancel it. Then the disk refuses the link. What was cancelled is not sent.
 */
describe('a newer version is cancelled while a link is refused', () => {
  async function sentAfter(cancelled: 'all' | 'this one') {
    const made = await outboxFixture();
    const { library, outbox, place, practice } = made;
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    let refuse = (): void => undefined;
    const refused = new Promise<void>((done) => (refuse = done));
    let isAsked = false;
    const disk = vi.spyOn(library, 'setPublication').mockImplementation(async () => {
      isAsked = true;
      await refused;
      throw new Error('EIO');
    });
    const linked = Promise.resolve(outbox.handlers.link({ ...place, templateId: 'theirs' })).then(
      () => 'done',
      () => 'refused',
    );
    while (!isAsked) await new Promise((next) => setImmediate(next));
    await library.handlers.rename({ id: place.themeId, name: 'Newer' });
    await made.publish();
    expect(await made.items()).toMatchObject([{ name: 'Newer' }]);
    await outbox.handlers.cancel(cancelled === 'all' ? {} : { only: place });
    expect(await made.items()).toEqual([]);
    refuse();
    const said = await linked;
    disk.mockRestore();
    await outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    return { said, sent: practice.received().length };
  }

  it('the control: all is cancelled', async () => {
    expect(await sentAfter('all')).toEqual({ said: 'refused', sent: 0 });
  });

  it('this one is cancelled', async () => {
    expect(await sentAfter('this one')).toEqual({ said: 'refused', sent: 0 });
  });
});

/**
 * The service refused a theme for good. A person links it to another template; the library lies on a slow disk. They
 * press "Try now" on the theme in the outbox, and then the disk refuses the link. Each word counts: it is tried again.
 */
describe('*Try now* while a link is refused', () => {
  async function triedAgain(when: 'before' | 'meanwhile') {
    const made = await outboxFixture();
    const { library, outbox, place, practice } = made;
    practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'refused' }]);
    await outbox.handlers.setPaused({ isPaused: true });
    let refuse = (): void => undefined;
    const asked = new Promise<void>((done) => (refuse = done));
    const filing = vi.spyOn(library, 'setPublication').mockImplementation(async () => {
      await asked;
      throw new StorageError('full', 'theme');
    });
    if (when === 'before') await outbox.handlers.retry({ only: place });
    const linking = Promise.resolve(outbox.handlers.link({ ...place, templateId: 'theirs' }));
    await vi.waitFor(() => expect(filing).toHaveBeenCalled());
    if (when === 'meanwhile') await outbox.handlers.retry({ only: place });
    refuse();
    await expect(linking).rejects.toThrow();
    filing.mockRestore();
    await outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    return { items: (await made.items()).map(({ why }) => why), sent: practice.received().length };
  }

  it.each(['before', 'meanwhile'] as const)('they press it %s', async (when) => {
    expect(await triedAgain(when)).toEqual({ items: [], sent: 2 });
  });
});
