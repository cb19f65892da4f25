/** Every fault of the service, for the theme operation: it ends with the newest version, exactly once. */
import { describe, expect, it } from 'vitest';
import type { OutboxReason } from '@shared/publishing';
import type { OutcomeKind } from '@shared/service/outcome';
import type { Delivery } from '@shared/theme/status';
import type { PracticeBehaviour } from '../practice/practice';
import { attempt } from '../testing/fault-tally';
import { asAPerson } from './testing/fake-person';
import { freePort } from './testing/free-port';
import { outboxFixture, type OutboxFixture, firstIdAt } from './testing/fixture-outbox';
import { watched } from './testing/witness';

/** What the window is told of the end of a try. */
type Told = OutcomeKind;

const faults: readonly [name: string, behaviour: PracticeBehaviour, told: Told][] = [
  ['closes before it reads', { cut: 'beforeReading' }, 'unsure'],
  ['closes after it read', { cut: 'afterReading' }, 'unsure'],
  ['closes after it acted', { cut: 'afterActing' }, 'unsure'],
  ['closes after the headers', { cut: 'afterHeaders' }, 'unsure'],
  ['closes in the body', { cut: 'midBody' }, 'unsure'],
  ...[400, 403, 404, 408, 409, 413, 425, 429].map((status): [string, PracticeBehaviour, Told] => [
    String(status),
    { status },
    'rejected',
  ]),
  ['401', { status: 401 }, 'tokenRefused'],
  ...[500, 502, 503, 504].map((status): [string, PracticeBehaviour, Told] => [
    String(status),
    { status },
    'serviceFailed',
  ]),
  ['500 after it acted', { status: 500, acts: true }, 'serviceFailed'],
  ['201', { status: 201, acts: true }, 'unsure'],
  ['a page', { form: 'html' }, 'acceptedUnreadable'],
  ['a page after it acted', { form: 'html', acts: true }, 'acceptedUnreadable'],
  ['nothing', { form: 'empty', acts: true }, 'acceptedUnreadable'],
  ['cut JSON', { form: 'malformedJson', acts: true }, 'acceptedUnreadable'],
  ['a list', { form: 'list', acts: true }, 'acceptedUnreadable'],
  ['100 MB', { form: 'huge', acts: true }, 'unsure'],
  // Nothing in it tells the id: of a first save that is not enough.
  ['wrong types', { form: 'wrongTypes', acts: true }, 'acceptedUnreadable'],
  ['a body a byte at a time', { byteEveryMs: 40 }, 'unsure'],
  ...([301, 302, 307] as const).map((status): [string, PracticeBehaviour, Told] => [
    String(status),
    { redirect: { status, to: 'http://127.0.0.1:9/api/v1/x' } },
    'redirected',
  ]),
];

/** What the outbox has to say of a try that ended so, and the card with it. */
function wordsFor(
  name: string,
  told: Told,
  isFirst: boolean,
): { why: OutboxReason; card: Delivery } {
  switch (told) {
    case 'rejected':
      if (name === '429') return { why: 'asked', card: 'waiting' };
      // Of a request that took too long, some services have read all.
      if (name === '408' && isFirst) return { why: 'decision', card: 'unknown' };
      return name === '408' || name === '425'
        ? { why: 'retry', card: 'waiting' }
        : { why: 'refused', card: 'refused' };
    case 'tokenRefused':
      return { why: 'tokenRefused', card: 'blocked' };
    case 'redirected':
      if (name === '301') return { why: 'refused', card: 'refused' };
      // “See other” is also what is said once it was done.
      return name === '302' && isFirst
        ? { why: 'decision', card: 'unknown' }
        : { why: 'answered', card: 'waiting' };
    case 'serviceFailed':
    case 'acceptedUnreadable':
    case 'unsure':
      // It may be there: only where that won’t create a duplicate is it tried again unasked.
      return isFirst ? { why: 'decision', card: 'unknown' } : { why: 'retry', card: 'waiting' };
    case 'accepted':
    case 'notSent':
    case 'proxyRefused':
      throw new Error(`no fault of a service: ${told}`);
  }
}

for (const ids of ['client', 'own'] as const) {
  describe(`a service that ${ids === 'own' ? 'gives ids of its own' : 'keeps ids'}`, () => {
    it.each(faults)('%s, at a first save', async (_name, fault) => {
      const made = await outboxFixture({ themes: 3, timeLimitMs: 700 });
      const witness = await watched(made);
      made.practice.setBehaviour('all', { ids });
      made.practice.setBehaviour('saveThemeTemplate', { ids, ...fault, times: 1 });
      await made.publish(...made.ids);
      await asAPerson(made);
      await expectOnce(made);
      expect(witness.lies).toEqual([]);
    });

    it.each(faults)('%s, and what is said of it at once', async (name, fault, told) => {
      for (const isFirst of [true, false]) {
        const made = await outboxFixture({ timeLimitMs: 700 });
        const witness = await watched(made);
        made.practice.setBehaviour('all', { ids });
        if (!isFirst) {
          await made.publish();
          await made.drained();
          await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
          // That the id is known already is all that it needs to tell.
          if (name === 'wrong types') continue;
        }
        made.practice.setBehaviour('saveThemeTemplate', { ids, ...fault, times: 1 });
        const before = made.practice.received().length;
        await made.publish();
        await made.settled();
        expect(made.practice.received()).toHaveLength(before + 1);
        const { why, card } = wordsFor(name, told, isFirst);
        expect(made.answers.at(-1)).toMatchObject({
          ...made.place,
          result: { outcome: { kind: told }, rewrites: [], canTakeAnswer: false },
        });
        expect(await made.items()).toMatchObject([
          { why, outcome: { kind: told }, isFirst: why === 'decision' },
        ]);
        expect(await made.shown()).toMatchObject({
          relation: isFirst ? 'never' : 'changed',
          delivery: card,
        });
        made.clock.pass(30);
        expect(made.snapshots.at(-1)?.items).toMatchObject([{ why }]);
        expect(witness.lies).toEqual([]);
      }
    });

    it.each(faults)('%s, at a later save, again and again', async (_name, fault) => {
      const made = await outboxFixture({ themes: 2, timeLimitMs: 700 });
      const witness = await watched(made);
      made.practice.setBehaviour('all', { ids });
      await made.publish(...made.ids);
      await made.drained();
      for (const id of made.ids) await made.library.handlers.rename({ id, name: `New ${id}` });
      made.practice.setBehaviour('saveThemeTemplate', { ids, ...fault, times: 3 });
      await made.publish(...made.ids);
      await asAPerson(made);
      await expectOnce(made);
      expect(witness.lies).toEqual([]);
    });
  });
}

/** The service has each theme as it is, once; and nothing is left to say. */
async function expectOnce(made: OutboxFixture): Promise<void> {
  expect(await made.outbox.handlers.list(undefined)).toMatchObject({ items: [], deliveries: [] });
  const { themes } = await made.library.handlers.list(undefined);
  const { templates } = made.practice.state();
  expect(templates.map(({ name }) => name).sort()).toEqual(themes.map(({ name }) => name).sort());
  for (const { places } of themes) {
    expect(places).toMatchObject([{ relation: 'same' }]);
  }
  const kept = await Promise.all(
    made.ids.map(async (id) => Object.values((await made.document(id)).publications)[0]),
  );
  expect(kept.map((publication) => publication?.templateId).sort()).toEqual(
    templates.map(({ id }) => id).sort(),
  );
}

describe('Retry-After', () => {
  const day = 24 * 60 * 60;
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
  it.each([
    ['7', 7, 7],
    ['0', 0, 0],
    ['3600', 3_600, 3_600],
    ['99999999999999', day, day],
    [inAnHour, 3_000, 3_601],
    [new Date(0).toUTCString(), 0, 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', day, day],
    // None that makes sense: by backoff.
    ['soon', 0, 2],
  ])('%s', async (retryAfter, least, most) => {
    const made = await outboxFixture({ themes: 2 });
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter, times: 1 });
    await made.publish(...made.ids);
    await made.settled();
    const before = made.practice.received().length;
    if (least > 0) {
      // It holds for all that goes there, over a wake-up and a restart too.
      expect((await made.items()).map(({ why }) => why)).toEqual(['asked', 'asked']);
      made.outbox.wake();
      made.clock.pass(least * 1_000 - 1);
      await made.settled();
      expect(made.practice.received()).toHaveLength(before);
    }
    made.clock.pass(most * 1_000 + 1);
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(2);
  });

  it('holds over a restart', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status: 503, retryAfter: '600', times: 1 });
    made.connection.keepsClientIds = 'yes';
    await made.publish();
    await made.settled();
    const again = await outboxFixture({ root: made.root, connections: made.connections });
    await again.settled();
    expect(await again.items()).toMatchObject([{ why: 'asked' }]);
    expect(made.practice.received()).toHaveLength(1);
    await again.drained();
    expect(made.practice.received()).toHaveLength(2);
  });
});

describe('the computer’s clock', () => {
  const day = 24 * 60 * 60 * 1_000;
  it.each([day, -day, 3_652 * day, -3_652 * day])(
    'set by %d ms, changes no wait and no order',
    async (change) => {
      const made = await outboxFixture({ themes: 2 });
      const [one = '', two = ''] = made.ids;
      made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '60', times: 1 });
      await made.publish(one);
      await made.settled();
      made.clock.set(change);
      await made.publish(two);
      made.clock.pass(59_000);
      await made.settled();
      expect(made.practice.received()).toHaveLength(1);
      const again = await outboxFixture({ root: made.root, connections: made.connections });
      again.clock.set(change);
      await made.outbox.close(0);
      made.clock.pass(2_000);
      // Started again with a clock that is wrong by years, it waits no longer than it was asked to.
      again.clock.pass(60_001);
      await again.drained();
      expect(made.practice.state().templates).toHaveLength(2);
      const paths = made.practice.received().map(({ path }) => path.split('/').at(-1));
      const [first, second] = [one, two].map((id) => firstIdAt(id, made.connection));
      expect(paths).toEqual([first, first, second]);
    },
  );
});

describe('the network', () => {
  it.each(['client', 'own'] as const)(
    'goes and comes 50 times, and the outbox drains once, where ids are the %s’s',
    async (ids) => {
      await attempt(
        'sentTwice',
        { ids },
        async () => {
          const made = await outboxFixture({ themes: 40, port: await freePort() });
          const witness = await watched(made);
          const { practice } = made;
          practice.setBehaviour('saveThemeTemplate', { ids, delayMs: 1 });
          await made.publish(...made.ids);
          const left: number[] = [];
          for (let turn = 0; turn < 50; turn += 1) {
            // Everything under way is cut wherever it is, and nothing gets through.
            await practice.stop();
            made.outbox.wake();
            if (turn % 5 === 0) {
              await made.settled();
              const waiting = (await made.items()).filter(({ why }) => why !== 'decision');
              for (const { why } of waiting) expect(['unreachable', 'retry']).toContain(why);
            }
            await practice.start();
            made.outbox.wake();
            const { length } = practice.received();
            // Cut off in the middle of it, not before it began.
            while (practice.received().length === length) {
              if (!(await made.items()).some(({ why }) => why === 'sending')) break;
              await new Promise((resolve) => setImmediate(resolve));
            }
            left.push((await made.items()).length);
          }
          // The network went while there was something to send, again and again.
          expect(left.filter((count) => count > 0).length).toBeGreaterThan(5);
          await made.drained();
          const firsts = practice.received().filter(({ path }) => path.split('-').length === 5);
          if (ids === 'own') {
            // What was cut off is asked about: nothing was sent a second time.
            expect(new Set(firsts.map(({ path }) => path)).size).toBe(firsts.length);
            for (const { why } of await made.items()) expect(why).toBe('decision');
          }
          await asAPerson(made);
          await expectOnce(made);
          expect(practice.state().templates).toHaveLength(40);
          expect(witness.lies).toEqual([]);
        },
        50,
      );
    },
  );
});
