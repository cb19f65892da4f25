/** The computer sleeps while saves wait and while they are under way. */
import { describe, expect, it } from 'vitest';
import { attempt } from '../testing/fault-tally';
import { asAPerson } from './testing/fake-person';
import { freePort } from './testing/free-port';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { watched } from './testing/witness';

const minute = 60_000;
const lengths: readonly [text: string, milliseconds: number][] = [
  ['a minute', minute],
  ['an hour', 60 * minute],
  ['three days', 3 * 24 * 60 * minute],
];
const sleeps = lengths.flatMap(([length, ms]) => [
  { length, ms, goesOn: true, clock: 'goes on' },
  { length, ms, goesOn: false, clock: 'stands still' },
]);

/** Which themes were sent, in their order. */
const sent = (made: OutboxFixture): string[] =>
  made.practice.received().map(({ body }) => (JSON.parse(body) as { name: string }).name);

const namesOf = async (made: OutboxFixture): Promise<string[]> => {
  const names = await Promise.all(made.ids.map(async (id) => (await made.document(id)).name));
  return names;
};

/** Asked for one after another: in this order they are wanted. */
async function publishEach(made: OutboxFixture): Promise<void> {
  for (const id of made.ids) await made.publish(id);
}

/** The service has each theme once, and nothing is left to say. */
async function expectOnce(made: OutboxFixture): Promise<void> {
  const names = made.practice.state().templates.map(({ name }) => name);
  expect(names.sort()).toEqual((await namesOf(made)).sort());
  expect(await made.items()).toEqual([]);
}

describe('a sleep', () => {
  it.each(sleeps)(
    'of $length, the steady clock $clock, while saves wait for the network: each goes once, in its order',
    async ({ ms, goesOn }) => {
      await attempt('sentTwice', { ms, goesOn }, async () => {
        const made = await outboxFixture({ themes: 5, port: await freePort() });
        const witness = await watched(made);
        made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
        await made.practice.stop();
        await publishEach(made);
        await made.settled();
        made.clock.sleep(ms, goesOn);
        await made.settled();
        // The network is there a moment after the computer is.
        made.outbox.wake();
        await made.settled();
        await made.practice.start();
        made.outbox.wake();
        await made.drained();
        expect(sent(made)).toEqual(await namesOf(made));
        await expectOnce(made);
        expect(witness.lies).toEqual([]);
      });
    },
  );

  it.each(sleeps)(
    'of $length, the steady clock $clock, in a wait that a service asked for: nothing goes before its end',
    async ({ ms, goesOn }) => {
      await attempt('untrue', { ms, goesOn }, async () => {
        const made = await outboxFixture({ themes: 3 });
        const asked = 10 * minute;
        const retryAfter = String(asked / 1_000);
        made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter, times: 1 });
        await publishEach(made);
        await made.settled();
        made.clock.pass(minute);
        made.clock.sleep(ms, goesOn);
        made.outbox.wake();
        await made.settled();
        const isOver = goesOn && minute + ms >= asked;
        expect(made.practice.received().length > 1).toBe(isOver);
        if (!isOver) {
          const left = asked - minute - (goesOn ? ms : 0);
          // What is shown is when it will go.
          const [item] = await made.items();
          expect(item).toMatchObject({ why: 'asked' });
          const shown = Date.parse(item?.nextTryAt ?? '') - made.clock.date().getTime();
          expect(Math.abs(shown - left)).toBeLessThan(1_000);
          made.clock.pass(left - 1);
          await made.settled();
          expect(made.practice.received()).toHaveLength(1);
          made.clock.pass(2);
        }
        await made.drained();
        const [first = '', ...others] = await namesOf(made);
        expect(sent(made)).toEqual([first, first, ...others]);
        await expectOnce(made);
      });
    },
  );

  it.each(sleeps)(
    'of $length, the steady clock $clock, in the middle of a save that is cut off: it goes no second time by itself',
    async ({ ms, goesOn }) => {
      await attempt('sentTwice', { ms, goesOn }, async () => {
        const made = await outboxFixture({ themes: 3, port: await freePort() });
        const witness = await watched(made);
        made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
        const release = made.practice.holdAnswers();
        await publishEach(made);
        await arrived(made.practice);
        const before = sent(made);
        made.clock.sleep(ms, goesOn);
        made.outbox.wake();
        await made.practice.stop();
        release();
        await made.practice.start();
        made.outbox.wake();
        await made.drained();
        for (const name of before)
          expect(sent(made).filter((each) => each === name)).toHaveLength(1);
        const asked = (await made.items()).filter(({ why }) => why === 'decision');
        expect(asked.map(({ name }) => name).sort()).toEqual(before.sort());
        await asAPerson(made);
        await expectOnce(made);
        expect(witness.lies).toEqual([]);
      });
    },
  );

  it.each(sleeps)(
    'of $length, the steady clock $clock, in the middle of a save that is answered after it: it goes once',
    async ({ ms, goesOn }) => {
      await attempt('sentTwice', { ms, goesOn }, async () => {
        const made = await outboxFixture({ themes: 3 });
        const witness = await watched(made);
        made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
        const release = made.practice.holdAnswers();
        await publishEach(made);
        await arrived(made.practice);
        made.clock.sleep(ms, goesOn);
        made.outbox.wake();
        // A newer version is wanted before the answer to the older one came.
        const [id = ''] = made.ids;
        await made.library.handlers.rename({ id, name: 'After the sleep' });
        await made.publish(id);
        release();
        await made.drained();
        expect(sent(made).filter((name) => name === 'After the sleep')).toHaveLength(1);
        expect(made.practice.received()).toHaveLength(4);
        await made.library.saved(id);
        await expectOnce(made);
        expect(witness.lies).toEqual([]);
      });
    },
  );
});
