import { describe, expect, it } from 'vitest';
import { createPracticeService, type PracticeBehaviour } from '../practice/practice';
import { ConnectionStates } from './connection-states';
import { FakeClock } from './testing/fake-clock';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { freePort } from './testing/free-port';
import { nextRun } from './testing/next-run';

/** How often something is tried that does not go. */
describe('how often something is tried that does not go', () => {
  /** Lets so many minutes pass, always to the moment of the next try; says how many tries there were. */
  async function triesIn(made: OutboxFixture, minutes: number): Promise<number> {
    const before = made.practice.received().length;
    const end = made.clock.date().getTime() + minutes * 60_000;
    for (;;) {
      await made.settled();
      const [item] = await made.items();
      const wait = item?.nextTryAt
        ? Date.parse(item.nextTryAt) - made.clock.date().getTime() + 1
        : minutes * 60_000;
      if (made.clock.date().getTime() + wait > end) break;
      made.clock.pass(Math.max(1, wait));
    }
    return made.practice.received().length - before;
  }

  const answers: readonly [name: string, behaviour: PracticeBehaviour][] = [
    ['a 429 without Retry-After', { status: 429 }],
    ['a 429 with Retry-After: 0', { status: 429, retryAfter: '0' }],
    [
      'a 429 with a Retry-After in the past',
      { status: 429, retryAfter: new Date(0).toUTCString() },
    ],
    ['a sign-in page’s 302', { redirect: { status: 302, to: 'https://portal.example/' } }],
    ['a 503', { status: 503 }],
    ['a 503 with Retry-After: 0', { status: 503, retryAfter: '0' }],
    ['a 408', { status: 408 }],
    ['a cut connection', { cut: 'afterReading' }],
  ];

  describe('the wait grows with each try that does not go', () => {
    it.each(answers)('%s', async (_name, behaviour) => {
      const made = await outboxFixture();
      await made.publish();
      await made.settled();
      made.connection.keepsClientIds = 'yes';
      await made.library.handlers.rename({ id: made.place.themeId, name: 'Next' });
      made.practice.setBehaviour('saveThemeTemplate', behaviour);
      await made.publish();
      const tries = await triesIn(made, 10);
      expect(tries).toBeGreaterThan(3);
      expect(tries).toBeLessThan(20);
    });

    it('whatever is answered, and however many themes wait', async () => {
      const made = await outboxFixture({ themes: 6 });
      made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '0' });
      await made.publish(...made.ids);
      expect(await triesIn(made, 10)).toBeLessThan(20);
    });

    it('shows when the next try is, though the service asked for none', async () => {
      const made = await outboxFixture();
      made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '0' });
      await made.publish();
      await made.settled();
      expect(made.practice.received()).toHaveLength(1);
      const [item] = await made.items();
      expect(Date.parse(item?.nextTryAt ?? '')).toBeGreaterThanOrEqual(
        made.clock.date().getTime() + 1_000,
      );
    });
  });

  describe('a wait that the service asked for', () => {
    it('is not ended by publishing another theme', async () => {
      const made = await outboxFixture({ themes: 2 });
      const [one = '', two = ''] = made.ids;
      made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '600', times: 1 });
      await made.publish(one);
      await made.settled();
      await made.outbox.handlers.cancel({});
      await made.publish(two);
      await made.settled();
      expect(await made.items()).toMatchObject([{ why: 'asked' }]);
      expect(made.practice.received()).toHaveLength(1);
    });

    it('holds for all of the connection also when a first save is in doubt', async () => {
      const made = await outboxFixture({ themes: 2 });
      made.practice.setBehaviour('saveThemeTemplate', { status: 503, retryAfter: '600', times: 1 });
      await made.publish(...made.ids);
      await made.settled();
      expect(made.practice.received()).toHaveLength(1);
      const why = (await made.items()).map((item) => item.why);
      expect(why.sort()).toEqual(['asked', 'decision']);
    });

    it('is not shortened by what another request is answered', async () => {
      const made = await outboxFixture({ themes: 4 });
      await made.publish(...made.ids);
      await made.drained();
      for (const id of made.ids) await made.library.handlers.rename({ id, name: `New ${id}` });
      const before = made.practice.received().length;
      // Four leave together; the first is told ten minutes, and after it the others five seconds.
      made.practice.setBehaviour('all', { status: 429, retryAfter: '5', delayMs: 200 });
      made.practice.setBehaviour('saveThemeTemplate', { retryAfter: '600', delayMs: 50, times: 1 });
      await made.publish(...made.ids);
      await made.settled();
      expect(made.practice.received().length - before).toBe(4);
      made.clock.pass(590_000);
      await made.settled();
      expect(made.practice.received().length - before).toBe(4);
    });
  });
});

/** A wait that a service asked for is that service's, wherever the connection leads meanwhile. */

describe('a wait that a service asked for', () => {
  /** A person edits the address, as the connections' room does. */
  function lead(made: OutboxFixture, baseAddress: string): void {
    made.connections[0] = { ...made.connection, baseAddress };
    made.outbox.tokenReplaced(made.connection.id);
    made.outbox.connectionsChanged();
  }

  const nowhere = 'http://127.0.0.1:9/api/v1';

  /** One whose service has asked to wait for an hour. */
  async function waiting(): Promise<{ made: OutboxFixture; address: string }> {
    const made = await outboxFixture();
    const address = made.connection.baseAddress;
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '3600', times: 1 });
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'asked' }]);
    return { made, address };
  }

  /** It holds now, and ends when its time is over. */
  async function expectToHold(made: OutboxFixture): Promise<void> {
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'asked' }]);
    expect(made.practice.received()).toHaveLength(1);
    made.clock.pass(3_600_001);
    await made.drained();
    expect(made.practice.received()).toHaveLength(2);
  }

  it('holds though the connection led elsewhere for a moment', async () => {
    const { made, address } = await waiting();
    lead(made, nowhere);
    lead(made, address);
    await expectToHold(made);
  });

  it('holds though Foyer was started anew while the connection led elsewhere', async () => {
    const { made, address } = await waiting();
    lead(made, nowhere);
    await made.settled();
    await made.outbox.close(0);
    const again = await nextRun(made);
    lead(again, address);
    await again.settled();
    expect(await again.items()).toMatchObject([{ why: 'asked' }]);
    expect(made.practice.received()).toHaveLength(1);
  });

  it('holds though another service asked for one meanwhile, and does not hold for that one', async () => {
    const { made, address } = await waiting();
    const other = createPracticeService({ token: made.token });
    const { baseAddress } = await other.start();
    other.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '60', times: 1 });
    lead(made, baseAddress);
    await made.publish();
    await made.settled();
    expect(other.received()).toHaveLength(1);
    await other.stop();
    lead(made, address);
    await made.publish();
    await expectToHold(made);
  });

  it('holds though its answer comes while the connection leads elsewhere', async () => {
    const made = await outboxFixture();
    const address = made.connection.baseAddress;
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '3600', times: 1 });
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    lead(made, nowhere);
    release();
    await made.settled();
    lead(made, address);
    await expectToHold(made);
  });

  it('holds no longer once it is over, wherever the connection leads then', async () => {
    const { made, address } = await waiting();
    lead(made, nowhere);
    made.clock.pass(3_600_001);
    lead(made, address);
    await made.drained();
    expect(made.practice.received()).toHaveLength(2);
  });

  it('holds for another connection to the same service', async () => {
    const { made } = await waiting();
    made.connections.push({ ...made.connection, id: 'c2', label: 'Southwind', workspaceId: 'w2' });
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c2'] });
    await made.settled();
    expect((await made.items()).map(({ why }) => why)).toEqual(['asked', 'asked']);
    expect(made.practice.received()).toHaveLength(1);
    made.clock.pass(3_600_001);
    await made.drained();
    expect(made.practice.received()).toHaveLength(3);
  });

  it('holds for a connection that is pointed there later', async () => {
    const { made, address } = await waiting();
    const second = { ...made.connection, id: 'c2', label: 'Southwind', workspaceId: 'w2' };
    made.connections.push({ ...second, baseAddress: nowhere });
    made.connections[1] = { ...second, baseAddress: address };
    made.outbox.tokenReplaced('c2');
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c2'] });
    await made.settled();
    expect((await made.items()).map(({ why }) => why)).toEqual(['asked', 'asked']);
    expect(made.practice.received()).toHaveLength(1);
  });

  it('holds over a restart for whichever connection leads there', async () => {
    const { made } = await waiting();
    await made.outbox.handlers.cancel({});
    const entered = { ...made.connection, id: 'c2', label: 'Entered anew' };
    made.connections.splice(0, 1);
    made.outbox.connectionRemoved('c1');
    await made.settled();
    await made.outbox.close(0);
    const again = await outboxFixture({ root: made.root, connections: [entered] });
    again.token = made.token;
    await again.publish();
    await again.settled();
    expect(await again.items()).toMatchObject([{ why: 'asked' }]);
    expect(made.practice.received()).toHaveLength(1);
  });

  it('is passed over at a person’s word through one connection, and ends for both by a save', async () => {
    const { made } = await waiting();
    made.connections.push({ ...made.connection, id: 'c2', label: 'Southwind', workspaceId: 'w2' });
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c2'] });
    const [themeId = ''] = made.ids;
    await made.outbox.handlers.retry({ only: { themeId, connectionId: 'c1' } });
    await made.drained();
    expect(made.practice.received()).toHaveLength(3);
    expect(await made.items()).toEqual([]);
  });
});

/** What a wait is called that began with an answer: nobody says then that there is no way there. */
describe('a wait that began with an answer', () => {
  const answers: [string, PracticeBehaviour][] = [
    ['a redirect', { redirect: { status: 307, to: 'https://elsewhere.example/v1' } }],
    ['a failure whose wait is over sooner than Foyer’s own', { status: 503, retryAfter: '1' }],
  ];

  it.each(answers)('%s: it answered, and all that wait for it say so', async (_name, behaviour) => {
    const made = await outboxFixture({ themes: 2, port: await freePort() });
    await made.publish(...made.ids);
    await made.drained();
    made.connections[0] = Object.assign(made.connection, { keepsClientIds: 'yes' as const });
    made.practice.setBehaviour('saveThemeTemplate', behaviour);
    for (const id of made.ids) await made.library.handlers.rename({ id, name: `Newer ${id}` });
    await made.publish(...made.ids);
    await made.settled();
    // Each further failure lets it wait for longer.
    for (let failures = 0; failures < 4; failures += 1) {
      const [first] = await made.items();
      made.clock.pass(Date.parse(first?.nextTryAt ?? '') - made.clock.date().getTime() + 1);
      await made.settled();
    }
    made.clock.pass(1_001);
    await made.settled();
    expect((await made.items()).map(({ why }) => why)).toEqual(['answered', 'answered']);
    expect(await made.shown()).toMatchObject({ delivery: 'waiting' });

    // Another network may lead to the service itself: it is tried at once, and says what came of that.
    await made.practice.stop();
    made.outbox.wake();
    await made.settled();
    expect((await made.items()).map(({ why }) => why)).toEqual(['unreachable', 'unreachable']);
  });

  /** The waits of one service that is never asked. */
  const alone = () =>
    new ConnectionStates({
      profileFolder: 'never written',
      connections: { find: () => undefined, all: () => [] },
      clock: new FakeClock(),
      random: () => 1,
      log: { error: () => undefined },
    });

  it('a wait that a busy service wants is not ended by what came of another request meanwhile', async () => {
    const states = alone();
    const [one, other] = [0, 1].map(() => states.ticket('c1', 'http://127.0.0.1:9/api/v1'));
    if (!one || !other) throw new Error('there are two');
    await states.wait(one, { seconds: undefined, reason: 'asked' });
    await states.wait(other, { seconds: undefined, reason: 'unreachable' });
    expect(states.waitReason('c1')).toBe('asked');
    states.wake();
    expect(states.waitOf('c1')).toBeGreaterThan(0);
  });

  it('a wait that a busy service wants is not made longer by a way to it that is gone', async () => {
    const states = alone();
    const failed = () => states.ticket('c1', 'http://127.0.0.1:9/api/v1');
    for (let tries = 0; tries < 3; tries += 1)
      await states.wait(failed(), { seconds: undefined, reason: 'asked' });
    const wanted = states.waitOf('c1');
    for (let tries = 0; tries < 4; tries += 1)
      await states.wait(failed(), { seconds: undefined, reason: 'unreachable' });
    expect(states.waitOf('c1')).toBeGreaterThan(wanted);
    expect(states.waitReason('c1')).toBe('unreachable');
    states.wake();
    expect(states.waitOf('c1')).toBe(wanted);
    expect(states.waitReason('c1')).toBe('asked');
  });

  it('a try that failed after the network came back, and left before, brings on the first wait again', async () => {
    const states = alone();
    const failed = () => states.ticket('c1', 'http://127.0.0.1:9/api/v1');
    for (let failures = 0; failures < 8; failures += 1) {
      await states.wait(failed(), { seconds: undefined, reason: 'unreachable' });
      states.wake();
    }
    const underWay = failed();
    states.wake();
    await states.wait(underWay, { seconds: undefined, reason: 'unreachable' });
    expect(states.waitOf('c1')).toBeLessThanOrEqual(2_000);
  });
});

/** A wait that a service asked for is over once a save went through in spite of it; over a restart, too. */
describe('a wait that was passed over and ended by a save', () => {
  it('is not begun anew by a restart', async () => {
    const made = await outboxFixture({ themes: 2 });
    const [one = '', two = ''] = made.ids;
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '3600', times: 1 });
    await made.publish(one);
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'asked' }]);
    // A person has it tried all the same, and the service takes it.
    await made.outbox.handlers.retry({ only: { themeId: one, connectionId: 'c1' } });
    await made.settled();
    expect(await made.items()).toEqual([]);
    await made.outbox.close(0);
    const again = await nextRun(made);
    again.clock.set(made.clock.date().getTime() - again.clock.date().getTime());
    await again.publish(two);
    await again.settled();
    expect(await again.items()).toEqual([]);
    expect(made.practice.state().templates).toHaveLength(2);
  });
});

/**
 * "The wait is the longest of what the service asked for, the back-off, and the wait that runs … and no try follows another
 * within a second" (0009). A service says that there are too many requests (429). Shortly before the next try a person
 * presses *Try now*: it is tried in spite of the wait, and the service says so once more. What is left of the wait that
 * began with the try before is no wait for what it said just now.
 */
describe('a theme is tried in spite of a wait, and the service answers the same', () => {
  /** Refused `tries` times by itself, and once more at a person's word, just before it would go again. */
  async function triedBefore(tries: number) {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status: 429 });
    await made.publish();
    await made.settled();
    const left = async () => {
      const [item] = await made.items();
      return Date.parse(item?.nextTryAt ?? '') - made.clock.date().getTime();
    };
    for (let each = 1; each < tries; each += 1) {
      made.clock.pass((await left()) + 1);
      await made.settled();
    }
    const last = await left();
    expect(made.practice.received()).toHaveLength(tries);
    made.clock.pass(last - 100);
    await made.settled();
    expect(made.practice.received()).toHaveLength(tries);
    await made.outbox.handlers.retry({ only: made.place });
    await arrived(made.practice, tries + 1);
    await made.settled();
    return { ...made, left };
  }

  it.each([1, 6])('is not tried again a moment later, after %i tries', async (tries) => {
    const { practice, clock, settled, left } = await triedBefore(tries);
    expect.soft(await left()).toBeGreaterThanOrEqual(1_000);
    clock.pass(500);
    await settled();
    expect(practice.received()).toHaveLength(tries + 1);
  });
});
