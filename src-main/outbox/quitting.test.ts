import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { StateFile } from './state-file';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { freePort } from './testing/free-port';
import { holdNextReading, holdState } from './testing/held-reading';
import { nextRun } from './testing/next-run';

/** Foyer quits: nothing leaves after that, and what never left is not said to be in doubt. */
describe('Foyer is quit, or killed, while themes wait', () => {
  describe('Foyer quits while it is still starting', () => {
    it('sends nothing, though what opens the outbox comes after its end', async () => {
      const made = await outboxFixture({ port: await freePort() });
      await made.practice.stop();
      await made.publish();
      await made.settled();
      await made.outbox.close(0);
      await made.practice.start();
      made.outbox.wake();
      made.outbox.open();
      await made.settled();
      expect(made.practice.received()).toHaveLength(0);
    });
  });

  describe('Foyer quits while first saves stand in line', () => {
    it('is sure at the next start that those never left, however long the first one takes', async () => {
      const made = await outboxFixture({ themes: 3 });
      Object.assign(made.connection, { keepsClientIds: 'no' });
      made.practice.setBehaviour('all', { ids: 'own' });
      const release = made.practice.holdAnswers();
      await made.publish(...made.ids);
      await arrived(made.practice);
      while (made.onces.length < 3) await new Promise((next) => setImmediate(next));
      const closing = made.outbox.close(1_000);
      // The two in line are put back, while the one that has left is waited for.
      await expect
        .poll(async () => (await made.items()).map(({ why }) => why).sort())
        .toEqual(['sending', 'turn', 'turn']);
      made.clock.pass(1_000);
      await closing;
      release();
      const again = await nextRun(made);
      await again.drained();
      const [left] = made.practice.received();
      const { name } = JSON.parse(left?.body ?? '') as { name: string };
      expect((await again.items()).filter((item) => item.name !== name)).toEqual([]);
      expect(made.practice.received()).toHaveLength(3);
    });
  });

  describe('Foyer quits while a locked keychain keeps the token back', () => {
    it('is sure at the next start that a first save never left', async () => {
      const made = await outboxFixture();
      Object.assign(made.connection, { keepsClientIds: 'no' });
      const keychain = lockKeychain(made);
      await made.publish();
      await expect.poll(() => keychain.asked).toBe(1);
      const closing = made.outbox.close(3_000);
      made.clock.pass(3_000);
      await closing;
      const { root, connections } = made;
      const again = await outboxFixture({ root, connections, before: lockKeychain });
      expect(await again.items()).toMatchObject([{ why: 'turn' }]);
      // Unlocked while Foyer ends, it lets nothing go, and leaves no doubt.
      keychain.unlock(made.token);
      await made.settled();
      expect(made.practice.received()).toHaveLength(0);
      const third = await outboxFixture({ root, connections, before: lockKeychain });
      expect(await third.items()).toMatchObject([{ why: 'turn' }]);
    });
  });

  describe('Foyer is killed while first saves stand in line', () => {
    it('is in doubt at the next start about the one that has left, and about no other', async () => {
      const made = await outboxFixture({ themes: 3 });
      Object.assign(made.connection, { keepsClientIds: 'no' });
      made.practice.setBehaviour('all', { ids: 'own' });
      const release = made.practice.holdAnswers();
      await made.publish(...made.ids);
      await arrived(made.practice);
      while (made.onces.length < 3) await new Promise((next) => setImmediate(next));
      // What the disk has at this moment, in a profile of its own.
      await cp(join(made.root, 'profile'), join(made.root, 'killed'), { recursive: true });
      const again = await outboxFixture({
        root: made.root,
        profile: 'killed',
        connections: made.connections,
        before: lockKeychain,
      });
      expect((await again.items()).map(({ why }) => why).sort()).toEqual([
        'decision',
        'turn',
        'turn',
      ]);
      release();
      await made.settled();
    });
  });

  /** A keychain that answers when it is unlocked, or the test is over, and not before. */
  function lockKeychain(made: OutboxFixture) {
    let unlock: (token: string | undefined) => void = () => undefined;
    const token = new Promise<string | undefined>((given) => (unlock = given));
    const keychain = { asked: 0, unlock };
    onTestFinished(() => {
      unlock(undefined);
    });
    made.tokenFor = () => {
      keychain.asked += 1;
      return token;
    };
    return keychain;
  }
});

/**
 * Themes are published, and Foyer is quit while they are being written down: each was announced, and the
 * window says how many are being published.
 */
describe('Foyer is quit while themes are being queued', () => {
  const farewellMs = 3_000;

  /** So many themes are about to be published, with nothing sent before Foyer is quit. */
  async function paused(themes: number): Promise<OutboxFixture> {
    const made = await outboxFixture({ themes });
    await made.outbox.handlers.setPaused({ isPaused: true });
    return made;
  }

  /** How many a Foyer finds that starts now, when this one's process is gone. */
  async function foundAfter(made: OutboxFixture): Promise<number> {
    const { root, connections } = made;
    // What the disk has at this moment: of this process, nothing comes after it.
    await cp(join(root, 'profile'), join(root, 'after'), { recursive: true });
    const again = await outboxFixture({ root, profile: 'after', connections });
    return (await again.items()).length;
  }

  const saidToBePublished = async (made: OutboxFixture): Promise<number> =>
    (await made.outbox.handlers.list(undefined)).progress.all;

  it('the control: what was written down is there after a restart', async () => {
    const made = await paused(60);
    await made.publish(...made.ids);
    await made.outbox.close(farewellMs);
    expect(await foundAfter(made)).toBe(60);
  });

  it('all that was said to be published is there after a restart, though Foyer was quit at once', async () => {
    const made = await paused(60);
    const publishing = made.publish(...made.ids);
    await vi.waitFor(async () => expect(await made.items()).not.toEqual([]));
    expect(await saidToBePublished(made)).toBe(60);
    await made.outbox.close(farewellMs);
    expect(await foundAfter(made)).toBe(60);
    await publishing;
  });

  it.each([
    ['as long as one after the other is written down', true],
    ['and not for a disk that takes nothing more', false],
  ])('is held up by a slow disk %s', async (_name, goesOn) => {
    const made = await paused(2);
    const [one, other] = [holdNextReading(made.library), holdNextReading(made.library)];
    const [first, second] = made.ids.map((id) => made.publish(id));
    await vi.waitFor(() => expect(other.reading).toHaveBeenCalledTimes(2));
    expect(await saidToBePublished(made)).toBe(2);
    const closing = made.outbox.close(farewellMs);
    one.goOn();
    await first;
    made.clock.pass(farewellMs);
    if (goesOn) other.goOn();
    else made.clock.pass(farewellMs);
    await closing;
    expect(await foundAfter(made)).toBe(goesOn ? 2 : 1);
    other.goOn();
    await second;
  });

  it('themes that nobody can read for a reason that nobody foresaw keep no other from being queued', async () => {
    const made = await paused(20);
    const saved = made.library.saved.bind(made.library);
    const unread = made.ids.slice(0, 10);
    vi.spyOn(made.library, 'saved').mockImplementation((id) =>
      unread.includes(id) ? Promise.reject(new TypeError('of a mistake')) : saved(id),
    );
    await expect(made.publish(...made.ids)).rejects.toThrow('of a mistake');
    expect(await made.items()).toHaveLength(10);
    expect(await saidToBePublished(made)).toBe(10);
  });
});

/**
 * Foyer starts from a slow disk. A person publishes, or pauses, at once, and quits: "What a person asked for is written
 * down first, unless the disk takes nothing of it for so long", and is found at the next start.
 */
describe('Foyer is quit while it starts from a slow disk', () => {
  /** The next run, after one that was quit as a person said something. */
  async function nextRun(
    isReading: boolean,
    say: (made: OutboxFixture) => Promise<unknown>,
    before: (made: OutboxFixture) => void = () => undefined,
  ): Promise<OutboxFixture> {
    const { goOn, reading } = holdState();
    const made = await outboxFixture();
    // A locked keychain: nothing leaves before the end.
    made.tokenFor = () => new Promise<undefined>(() => undefined);
    if (!isReading) {
      goOn();
      await made.settled();
    }
    expect(reading).toHaveBeenCalledTimes(1);
    const saying = say(made);
    await new Promise((next) => setImmediate(next));
    // Within the time that it may take; the clock stands still.
    const closing = made.outbox.close(60_000);
    goOn();
    await closing;
    const { root, connections } = made;
    // What the disk has at this moment: of this process, nothing comes after it.
    await cp(join(root, 'profile'), join(root, 'after'), { recursive: true });
    const again = await outboxFixture({ root, profile: 'after', connections, before });
    await saying;
    return again;
  }

  const pause = ({ outbox }: OutboxFixture) => outbox.handlers.setPaused({ isPaused: true });

  it.each([
    ['the control: the outbox was read when Foyer is quit', false],
    ['the outbox is still being read when Foyer is quit', true],
  ])('is there after a restart: %s', async (_name, isReading) => {
    const again = await nextRun(
      isReading,
      (made) => made.publish(),
      (made) => void pause(made),
    );
    expect(await again.items()).toHaveLength(1);
  });

  it('a pause is there after a restart, too', async () => {
    const again = await nextRun(true, async (made) => {
      await pause(made);
    });
    expect(await again.outbox.handlers.list(undefined)).toMatchObject({ isPaused: true });
  });

  it('does not hold the end of Foyer for longer than its limit', async () => {
    let goOn = (): void => undefined;
    const read = vi
      .spyOn(StateFile.prototype, 'read')
      .mockImplementationOnce(() => new Promise((resolve) => (goOn = () => resolve('missing'))));
    onTestFinished(() => {
      read.mockRestore();
    });
    const made = await outboxFixture();
    const publishing = made.publish();
    const closing = made.outbox.close(1_000);
    made.clock.pass(1_000);
    await closing;
    goOn();
    await publishing;
  });
});

/**
 * A later save has left for a slow service when a person pauses the outbox and quits: its answer is not
 * waited for longer than three seconds. At the next start they cancel what waits, and take the theme back to
 * what was published before. By then the service may have, and has, the later version.
 */
describe('Foyer is quit while a save is under way, which is cancelled at the next start', () => {
  async function cancelledAfterQuit(keepsClientIds: 'yes' | 'unknown'): Promise<OutboxFixture> {
    const made = await outboxFixture();
    await made.publish();
    await made.drained();
    Object.assign(made.connection, { keepsClientIds });
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Second' });
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice, 2);
    await made.outbox.handlers.setPaused({ isPaused: true });
    const closing = made.outbox.close(3_000);
    made.clock.pass(3_000);
    await closing;
    await made.library.flush();
    const again = await nextRun(made);
    expect(await again.items()).toHaveLength(1);
    await again.outbox.handlers.cancel({ only: again.place });
    await again.library.handlers.rename({ id: again.place.themeId, name: 'Harbour' });
    release();
    return again;
  }

  it('the control: where nobody knows whether the service keeps ids, a doubt is left', async () => {
    const again = await cancelledAfterQuit('unknown');
    expect(await again.items()).toMatchObject([{ why: 'decision', name: 'Second' }]);
    expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
  });

  it('where the service keeps ids, the version before is not said to be what the service has', async () => {
    const again = await cancelledAfterQuit('yes');
    // “Published: the service has exactly this version.”
    expect(await again.shown()).not.toMatchObject({ relation: 'same', delivery: 'idle' });
  });
});
