import { readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';
import { nextRun } from './testing/next-run';

/** What a person cancels must not go out after a power cut, because the disk still had it. */
describe.runIf(process.platform !== 'win32')('a cancelled publication', () => {
  it('is off the disk for good when cancelling has ended', async () => {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    const folder = join(made.root, 'profile', 'outbox');
    expect(readdirSync(folder)).toHaveLength(1);
    /** What lay in the folder each time that the disk was told to keep what lies there. */
    const kept: string[][] = [];
    const real = realDisk.open;
    const spy = vi.spyOn(realDisk, 'open').mockImplementation(async (path, flags, mode) => {
      const handle = await real(path, flags, mode);
      if (path !== folder) return handle;
      const sync = async () => {
        await handle.sync();
        kept.push(readdirSync(folder));
      };
      return new Proxy(handle, {
        get: (target, key) => {
          if (key === 'sync') return sync;
          const value: unknown = Reflect.get(target, key);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    });
    onTestFinished(() => {
      spy.mockRestore();
    });
    await made.outbox.handlers.cancel({ only: made.place });
    expect(kept.at(-1)).toEqual([]);
  });
});

/**
 * Themes are published from the library, which says in the end how many were queued, and everything is
 * cancelled while a slow disk still gives them.
 */
describe('all is cancelled while the themes are read', () => {
  /** How many the library is told were queued, and how many were sent. */
  async function published(
    how: 'cancelled' | 'left',
    isReadable = true,
  ): Promise<{ queued: number; sent: number }> {
    const made = await outboxFixture({ themes: 3 });
    const saved = made.library.saved.bind(made.library);
    let goOn: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    const reading = vi.spyOn(made.library, 'saved').mockImplementation(async (id) => {
      await slow;
      if (!isReadable) throw new ProblemError({ code: 'notFound', what: 'theme' });
      return saved(id);
    });
    const publishing = made.outbox.handlers.publish({
      themeIds: [...made.ids],
      connectionIds: [made.connection.id],
    });
    await vi.waitFor(() => expect(reading).toHaveBeenCalledTimes(3));
    if (how === 'cancelled') await made.outbox.handlers.cancel({});
    goOn();
    const { queued, problems } = await publishing;
    expect(problems).toEqual([]);
    await made.drained();
    return { queued, sent: made.practice.received().length };
  }

  it('the control: those that nobody cancels are queued, and sent', async () => {
    expect(await published('left')).toEqual({ queued: 3, sent: 3 });
  });

  it('those that were cancelled are not said to be queued', async () => {
    expect(await published('cancelled')).toEqual({ queued: 0, sent: 0 });
  });

  it('nor is anything said of those that could not be read in the end', async () => {
    expect(await published('cancelled', false)).toEqual({ queued: 0, sent: 0 });
  });
});

/** A save that is cancelled under way leaves a doubt about the version that may be there now. */
describe('a first save that is cancelled under way', () => {
  it('is asked about by the name and version that left last', async () => {
    const made = await outboxFixture();
    const rename = (name: string) => made.library.handlers.rename({ id: made.place.themeId, name });
    await made.publish();
    await made.drained();
    Object.assign(made.connection, { keepsClientIds: 'unknown' });
    await rename('Second');
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    // By now a repetition does no harm, and it leaves without being written down.
    Object.assign(made.connection, { keepsClientIds: 'yes' });
    await rename('Third');
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice, 3);
    await made.outbox.handlers.cancel({ only: made.place });
    release();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'decision', name: 'Third', unsureTries: 2 }]);
    await made.outbox.handlers.decide({ ...made.place, decision: 'published' });
    expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
  });
});

/**
 * A theme waits to be published, and is published once more as it is now. While that is read from a slow
 * disk, a person takes the theme out of the queue.
 */
describe('a theme that waits is cancelled while its newer version is read', () => {
  it.each([
    ['the control: with all', {}],
    ['alone', 'only'],
  ])('does not leave once it is cancelled: %s', async (_name, how) => {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
    expect(await made.items()).toMatchObject([{ why: 'paused' }]);

    const { goOn, reading } = holdNextReading(made.library);
    const publishing = made.publish();
    await vi.waitFor(() => expect(reading).toHaveBeenCalled());
    await made.outbox.handlers.cancel(how === 'only' ? { only: made.place } : {});
    goOn();
    await publishing;
    expect(await made.items()).toEqual([]);
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(made.practice.received()).toEqual([]);
  });
});

/**
 * The studio offers Cancel from the moment Publish is pressed. Until then the theme's last edits may still
 * be on their way to a slow disk, and nothing of the publication is in the outbox yet.
 */
describe('a theme is cancelled as soon as Publish is pressed', () => {
  /** A theme that is being published, whose file the library's disk takes when `end` is called. */
  async function queueing(): Promise<{ made: OutboxFixture; end: () => Promise<void> }> {
    const made = await outboxFixture();
    const { goOn, reading } = holdNextReading(made.library);
    const publishing = made.publish();
    await vi.waitFor(() => expect(reading).toHaveBeenCalled());
    return {
      made,
      async end() {
        goOn();
        await publishing;
        await made.drained();
      },
    };
  }

  it('the control: what nobody cancels is published', async () => {
    const { made, end } = await queueing();
    await end();
    expect(made.practice.received()).toHaveLength(1);
  });

  it.each([
    ['the control: “Cancel all”', 'all'],
    ['“Cancel” in the studio', 'only'],
  ])('is taken out: %s', async (_name, how) => {
    const { made, end } = await queueing();
    await made.outbox.handlers.cancel(how === 'only' ? { only: made.place } : {});
    await end();
    expect(made.practice.received()).toEqual([]);
    // That is all that it was said of.
    await made.publish();
    await made.drained();
    expect(made.practice.received()).toHaveLength(1);
  });

  it('is published where another connection to the same place was cancelled', async () => {
    const { made, end } = await queueing();
    made.connections.push({ ...made.connection, id: 'c2' });
    const only = { ...made.place, connectionId: 'c2' };
    await expect(made.outbox.handlers.cancel({ only })).rejects.toThrow();
    await end();
    expect(made.practice.received()).toHaveLength(1);
  });
});

/**
 * A theme waits to be published since an earlier run, and the disk does not give its file for now. A person cancels
 * everything, and is told that something could not be read. Then they quit, before it can be.
 */
describe('all is cancelled while an item can’t be read', () => {
  async function afterAll(isUnreadable: boolean) {
    const { illDisk } = await import('../storage/trial-ill-disk');
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await made.outbox.close(0);
    const folder = join(made.root, 'profile', 'outbox');
    const [name = ''] = await readdir(folder);
    const disk = isUnreadable
      ? illDisk((path) => path.endsWith(name), 'EIO', 'open')
      : { heal: () => undefined };
    const second = await nextRun(made);
    await second.settled();
    const cancelled = Promise.resolve(second.outbox.handlers.cancel({}));
    const said = await cancelled.then(
      () => 'cancelled',
      (error: unknown) => (error as ProblemError).problem.code,
    );
    await second.outbox.handlers.setPaused({ isPaused: false });
    await second.outbox.close(0);
    disk.heal();
    const third = await nextRun(made);
    await third.drained();
    return { said, sent: made.practice.received().length };
  }

  it('the control: its file can be read', async () => {
    expect(await afterAll(false)).toEqual({ said: 'cancelled', sent: 0 });
  });

  it('its file can be read only at the next start', async () => {
    expect(await afterAll(true)).toEqual({ said: 'storageNotRead', sent: 1 });
  });
});

/** What is taken out of the queue is said to be out at once, on the theme's card as well. */
describe('a theme that is taken out of the queue', () => {
  it.each(['only this one', 'all'])('no longer waits on its card (%s)', async (how) => {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    const told = () => {
      made.clock.pass(30);
      return made.snapshots.at(-1)?.deliveries;
    };
    await made.publish();
    expect(told()).toEqual([{ ...made.place, delivery: 'paused' }]);
    await made.outbox.handlers.cancel(how === 'all' ? {} : { only: made.place });
    expect(await made.items()).toEqual([]);
    // What the window hears, and what it would get if it asked.
    expect(told()).toEqual([]);
    expect(await made.shown()).toMatchObject({ delivery: 'idle' });
  });
});

/**
 * A theme is published, and while a slow disk takes that, all is cancelled, or its connection is removed, and what was
 * asked for through it with that.
 */
describe('a theme is taken out while the disk takes its request', () => {
  async function published(how: 'removed' | 'cancelled' | 'left') {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    const well = realDisk.open;
    let goOn = (): void => undefined;
    const slow = new Promise<void>((done) => (goOn = done));
    let isAsked = false;
    const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (path, ...rest) => {
      if (path.startsWith(join(made.root, 'profile', 'outbox'))) {
        isAsked = true;
        await slow;
      }
      return well(path, ...rest);
    });
    const publishing = made.outbox.handlers.publish({
      themeIds: [...made.ids],
      connectionIds: ['c1'],
    });
    while (!isAsked) await new Promise((next) => setImmediate(next));
    const cancelling = how === 'cancelled' ? made.outbox.handlers.cancel({}) : undefined;
    if (how === 'removed') {
      expect(await made.outbox.handlers.removal({ connectionId: 'c1' })).toMatchObject({
        cancelled: 1,
      });
      made.connections.shift();
      made.outbox.connectionsChanged();
      made.outbox.connectionRemoved('c1');
    }
    goOn();
    await cancelling;
    const { queued, cancelled } = await publishing;
    disk.mockRestore();
    await made.drained();
    return { queued, cancelled: cancelled.length, sent: made.practice.received().length };
  }

  it.each([
    ['the control: nobody takes it out', 'left', { queued: 1, cancelled: 0, sent: 1 }],
    ['all is cancelled', 'cancelled', { queued: 0, cancelled: 1, sent: 0 }],
    ['its connection is removed', 'removed', { queued: 0, cancelled: 1, sent: 0 }],
  ] as const)('is not said to be queued once it is taken out: %s', async (_name, how, said) => {
    expect(await published(how)).toEqual(said);
  });
});
