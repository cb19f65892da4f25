/** How often something is tried that does not go. */
import { describe, expect, it } from 'vitest';
import type { PracticeBehaviour } from '../practice/practice';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

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
  ['a 429 with a Retry-After in the past', { status: 429, retryAfter: new Date(0).toUTCString() }],
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
