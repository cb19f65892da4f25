/** What a wait is called that began with an answer: nobody says then that there is no way there. */
import { expect, it } from 'vitest';
import { ConnectionStates } from './connection-states';
import { FakeClock } from './testing/fake-clock';
import type { PracticeBehaviour } from '../practice/practice';
import { freePort } from './testing/free-port';
import { outboxFixture } from './testing/fixture-outbox';

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
