import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OutboxSnapshot } from '@shared/publishing';
import { createConnections } from '../connections/connections';
import { noTokens } from '../connections/testing/no-tokens';
import { ConnectionStates } from './connection-states';
import { createOutbox } from './outbox';
import type { OutboxOptions } from './outbox-types';
import { StateFile } from './state-file';
import { FakeClock } from './testing/fake-clock';
import {
  arrived,
  type FixtureConnection,
  outboxFixture,
  type OutboxFixture,
} from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/** What is decided while the disk does not give the outbox's state. */

describe('while the disk does not give the outbox’s state', () => {
  /** Foyer ran before, and its document says that nothing is paused and nobody asked for a wait. */
  async function ranBefore(): Promise<OutboxFixture> {
    const made = await outboxFixture({ themes: 2 });
    Object.assign(made.connection, { keepsClientIds: 'yes' });
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.outbox.close(0);
    return made;
  }

  /** A disk that does not give the outbox's state until it heals. */
  async function withoutState() {
    const { illDisk } = await import('../storage/trial-ill-disk');
    return illDisk((path) => path.endsWith('outbox.json'), 'EIO', 'open');
  }

  async function restarted(made: OutboxFixture): Promise<OutboxFixture> {
    const again = await nextRun(made);
    return again;
  }

  it.each(['after some seconds', 'not before Foyer ends'])(
    'a pause that is said to hold holds after a restart, the disk being well %s',
    async (when) => {
      const first = await ranBefore();
      const disk = await withoutState();
      const second = await restarted(first);
      await second.outbox.handlers.setPaused({ isPaused: false });
      await second.outbox.handlers.setPaused({ isPaused: true });
      await second.publish();
      disk.heal();
      if (when === 'after some seconds') second.clock.pass(60_000);
      await second.settled();
      await second.outbox.close(1_000);
      const third = await restarted(first);
      await third.drained();
      expect(first.practice.received()).toHaveLength(0);
      expect(await third.outbox.handlers.list(undefined)).toMatchObject({ isPaused: true });
    },
  );

  it('a wait that the service asks for holds after a restart', async () => {
    const first = await ranBefore();
    const disk = await withoutState();
    const second = await restarted(first);
    await second.outbox.handlers.setPaused({ isPaused: false });
    first.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '3600' });
    await second.publish();
    await second.settled();
    expect(await second.items()).toMatchObject([{ why: 'asked' }]);
    disk.heal();
    second.clock.pass(60_000);
    await second.settled();
    await second.outbox.close(1_000);
    const third = await restarted(first);
    await third.settled();
    expect(await third.items()).toMatchObject([{ why: 'asked' }]);
    expect(first.practice.received()).toHaveLength(1);
  });
});

/** Several ask for what outlived the restart at a time: it is read once, and what is known of it stays known. */
describe('the state is read once for all who ask', () => {
  it('is not taken for a pause where a second reading would fail', async () => {
    const profileFolder = await mkdtemp(join(tmpdir(), 'foyer-outbox-'));
    onTestFinished(() => rm(profileFolder, { recursive: true, force: true }));
    const path = join(profileFolder, 'outbox.json');
    await writeFile(path, '{"format":1,"isPaused":false,"refused":[],"asked":{}}');
    const { realDisk } = await import('../storage/disk');
    const { openToRead } = realDisk;
    let reads = 0;
    const reading = vi.spyOn(realDisk, 'openToRead').mockImplementation((given) => {
      if (given !== path || ++reads === 1) return openToRead(given);
      return Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
    });
    onTestFinished(() => reading.mockRestore());
    const states = new ConnectionStates({
      profileFolder,
      connections: { find: () => undefined, all: () => [] },
      clock: new FakeClock(),
      random: () => 1,
      log: { error: () => undefined },
    });
    await Promise.all([states.load(), states.load()]);
    expect(states.isPaused).toBe(false);
  });
});

/**
 * What held before the restart is in `outbox.json`, which can't be read for now. What was lifted meanwhile is not set
 * again when it is read.
 */
describe('what was lifted before the state is read', () => {
  type Behaviour = Parameters<OutboxFixture['practice']['setBehaviour']>[1];

  /** The service answered so before the restart; now `outbox.json` can't be read until `read`. */
  async function afterAnswer(behaviour: Behaviour) {
    const first = await outboxFixture({ themes: 3 });
    Object.assign(first.connection, { keepsClientIds: 'yes' });
    const [one = '', two = '', three = ''] = first.ids;
    first.practice.setBehaviour('saveThemeTemplate', behaviour);
    await first.publish(one);
    await first.settled();
    await first.outbox.handlers.cancel({});
    await first.settled();
    await first.outbox.close(0);
    const { illDisk } = await import('../storage/trial-ill-disk');
    const disk = illDisk((path) => path.endsWith('outbox.json'), 'EIO', 'open');
    const second = await nextRun(first);
    second.clock.set(first.clock.date().getTime() - second.clock.date().getTime());
    await second.outbox.handlers.setPaused({ isPaused: false });
    const read = async () => {
      disk.heal();
      // Whatever a person says of pausing asks the disk for the document once more.
      await second.outbox.handlers.setPaused({ isPaused: false });
      await second.settled();
    };
    return { first, second, two, three, read };
  }

  it('a hold that a person lifted by publishing anew', async () => {
    const { first, second, two, read } = await afterAnswer({ status: 401, times: 1 });
    first.practice.setBehaviour('saveThemeTemplate', { status: 503, times: 1 });
    await second.publish(two);
    await second.settled();
    expect(await second.items()).toMatchObject([{ why: 'retry' }]);
    await read();
    expect(await second.items()).toMatchObject([{ why: 'retry' }]);
    await second.drained();
    expect(await second.items()).toEqual([]);
  });

  it('a wait, once the service took a save', async () => {
    const { first, second, two, three, read } = await afterAnswer({
      ...{ status: 429, retryAfter: '3600', times: 1 },
    });
    await second.publish(two);
    await second.settled();
    expect(first.practice.state().templates).toHaveLength(1);
    await read();
    await second.publish(three);
    await second.settled();
    expect(await second.items()).toEqual([]);
    const path = join(first.root, 'profile', 'outbox.json');
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ asked: {} });
  });
});

/**
 * A token was refused before the restart, and `outbox.json`, which says so, can't be read for now. A save is on its way
 * with that very token when the document can be read; then the service accepts it. A token "that was accepted since"
 * is not said to be refused, and holds nothing.
 */
describe('a token is accepted as the state is read', () => {
  it.each([
    ['the control: it is accepted before the document is read', false],
    ['it is accepted after the document is read', true],
  ])('the next one goes: %s', async (_name, isReadFirst) => {
    const first = await outboxFixture({ themes: 3 });
    const [one = '', two = '', three = ''] = first.ids;
    first.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    await first.publish(one);
    await first.drained();
    expect(await first.items()).toMatchObject([{ why: 'tokenRefused' }]);
    await first.outbox.handlers.cancel({});
    await first.settled();
    await first.outbox.close(0);
    const { illDisk } = await import('../storage/trial-ill-disk');
    const disk = illDisk((path) => path.endsWith('outbox.json'), 'EIO', 'open');
    const second = await nextRun(first);
    await second.outbox.handlers.setPaused({ isPaused: false });
    const before = first.practice.received().length;
    const release = first.practice.holdAnswers();
    // Of first saves the second waits for the answer to the first.
    await second.publish(two, three);
    await arrived(first.practice, before + 1);
    const isRead = async () => {
      disk.heal();
      // Whatever a person says of pausing asks the disk for the document once more.
      await second.outbox.handlers.setPaused({ isPaused: false });
    };
    if (isReadFirst) await isRead();
    release();
    if (!isReadFirst) {
      await second.settled();
      await isRead();
    }
    await second.drained();
    expect(first.practice.received().length).toBeGreaterThan(before);
    expect.soft((await second.items()).map(({ why }) => why)).toEqual([]);
    expect(first.practice.state().templates).toHaveLength(2);
  });
});

/**
 * A token was refused before the restart, and `outbox.json`, which says so, can't be read for now. Meanwhile the
 * service accepts a save with that very token: it has its rights by now. Read late, the document says nothing of a
 * token that was accepted since.
 */
describe('a token was accepted before the state is read', () => {
  it('is not said to be refused after it was accepted', async () => {
    const first = await outboxFixture({ themes: 3 });
    Object.assign(first.connection, { keepsClientIds: 'yes' });
    const [one = '', two = '', three = ''] = first.ids;
    first.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    await first.publish(one);
    await first.drained();
    expect(await first.items()).toMatchObject([{ why: 'tokenRefused' }]);
    await first.outbox.handlers.cancel({});
    await first.settled();
    await first.outbox.close(0);
    const { illDisk } = await import('../storage/trial-ill-disk');
    const disk = illDisk((path) => path.endsWith('outbox.json'), 'EIO', 'open');
    const second = await nextRun(first);
    await second.outbox.handlers.setPaused({ isPaused: false });
    await second.publish(two);
    await second.settled();
    expect(first.practice.state().templates).toHaveLength(1);
    // The next one waits for a moment, for another reason.
    first.practice.setBehaviour('saveThemeTemplate', { status: 503, retryAfter: '30', times: 1 });
    await second.publish(three);
    await second.settled();
    expect(await second.items()).toMatchObject([{ why: 'asked' }]);
    disk.heal();
    second.clock.pass(10_000);
    await second.settled();
    await expect
      .poll(async () => {
        second.clock.pass(6_000);
        await second.settled();
        return (await second.items()).map(({ why }) => why);
      })
      .not.toContain('asked');
    await second.drained();
    expect(await second.items()).toEqual([]);
  });
});

/**
 * `outbox.json` can't be read for now. A person resumes the outbox all the same, and pauses it again: that "holds at
 * once", however slowly the disk refuses the document once more.
 */
describe('a pause while the state can’t be read', () => {
  it.each([
    ['the control: the disk is quick', false],
    ['the disk is slow', true],
  ])('nothing leaves after it: %s', async (_name, isSlow) => {
    const read = vi.spyOn(StateFile.prototype, 'read').mockResolvedValue('unknown');
    try {
      const made = await outboxFixture();
      expect((await made.outbox.handlers.list(undefined)).isPaused).toBe(true);
      await made.outbox.handlers.setPaused({ isPaused: false });
      expect((await made.outbox.handlers.list(undefined)).isPaused).toBe(false);
      let goOn = (): void => undefined;
      if (isSlow) {
        const slow = new Promise<'unknown'>((resolve) => {
          goOn = () => {
            resolve('unknown');
          };
        });
        read.mockImplementationOnce(() => slow);
      }
      const pausing = Promise.resolve(made.outbox.handlers.setPaused({ isPaused: true }));
      if (isSlow) await expect.poll(() => read.mock.calls.length).toBeGreaterThan(2);
      else await pausing;
      await made.publish();
      await made.settled();
      expect.soft(made.practice.received()).toHaveLength(0);
      goOn();
      await pausing;
    } finally {
      read.mockRestore();
    }
  });
});

/**
 * A theme waits in the outbox, and the next start can’t read the connections: a newer Foyer wrote their file, or a
 * virus scanner holds it. What the outbox tells the status bar and the tray, which say “Outbox empty” and “Nothing
 * waiting” of no entries without a problem.
 */
describe('the connections can’t be read', () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

  type Lookups = Pick<
    OutboxOptions<FixtureConnection>,
    'connections' | 'connectionsProblem' | 'connectionById' | 'wasRemoved'
  >;

  /** What the next start tells of a theme that waits, or of nothing. */
  async function toldAtTheStart(
    areConnectionsRead: boolean,
    waits = true,
  ): Promise<{ listed: OutboxSnapshot; told: OutboxSnapshot | undefined }> {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    if (waits) await made.publish();
    expect(await made.items()).toMatchObject(waits ? [{ why: 'paused' }] : []);
    await made.outbox.close(0);
    const profileFolder = join(made.root, 'profile');
    const file = join(profileFolder, 'connections.json');
    await writeFile(file, JSON.stringify({ format: 1_000 }));
    const unread = createConnections({
      file,
      tokens: { ...noTokens, token: () => Promise.resolve('sesame') },
      check: () => Promise.reject(new Error('nothing is asked here')),
      startPractice: () => Promise.reject(new Error('nobody practises here')),
      practiceLabel: () => 'Practice',
      onChange: () => undefined,
      log: { warn: () => undefined },
    });
    const read: Lookups = {
      connections: () => made.connections,
      connectionById: (id) => made.connections.find((each) => each.id === id),
      wasRemoved: () => false,
    };
    // As `composition/rooms.ts` hands them over.
    const notRead: Lookups = {
      connections: () => unread.known(),
      connectionsProblem: () => unread.snapshot().problem,
      connectionById: (id) => unread.knownById(id),
      wasRemoved: (id) => unread.wasRemoved(id),
    };
    let told: OutboxSnapshot | undefined;
    const outbox = createOutbox({
      ...(areConnectionsRead ? read : notRead),
      ...{ library: made.library, profileFolder, clock: made.clock, random: () => 0.5, log },
      send: () => expect.fail('it was sent'),
      learnIds: () => undefined,
      onChange: (snapshot) => (told = snapshot),
    });
    onTestFinished(() => outbox.close(0));
    // As `openStoredRooms` has it: both are read together, and either may be first.
    await outbox.start();
    made.clock.pass(1_000);
    await unread.start();
    onTestFinished(() => unread.close());
    expect(unread.known()).toBeUndefined();
    outbox.open();
    await outbox.settled();
    made.clock.pass(1_000);
    return { listed: await outbox.handlers.list(undefined), told };
  }

  it('the control: where the connections are read, that a theme waits', async () => {
    const { listed } = await toldAtTheStart(true);
    expect(listed.items).toMatchObject([{ why: 'paused', name: 'Harbour' }]);
    expect(listed.problem).toBeUndefined();
  });

  it('where they can’t be read, why it isn’t known what waits', async () => {
    const { listed, told } = await toldAtTheStart(false);
    const problem = { code: 'storageNewer', files: [expect.stringContaining('connections.json')] };
    expect(listed).toMatchObject({ items: [], problem });
    // The tray's menu, which asks for nothing.
    expect(told).toMatchObject({ items: [], problem });
  });

  it('where they can’t be read and nothing waits, that it is empty', async () => {
    const { listed } = await toldAtTheStart(false, false);
    expect(listed.items).toEqual([]);
    expect(listed.problem).toBeUndefined();
  });
});
