/** Every fault of the service, for the theme operation: it ends with the newest version, exactly once. */
import { describe, expect, it } from 'vitest';
import type { PracticeBehaviour } from '../practice/practice';
import { trial, type Trial } from './trial-outbox';

const faults: readonly [name: string, behaviour: PracticeBehaviour][] = [
  ['closes before it reads', { cut: 'beforeReading' }],
  ['closes after it read', { cut: 'afterReading' }],
  ['closes after it acted', { cut: 'afterActing' }],
  ['closes after the headers', { cut: 'afterHeaders' }],
  ['closes in the body', { cut: 'midBody' }],
  ...[400, 401, 403, 404, 408, 409, 413, 425, 429, 500, 502, 503, 504].map(
    (status): [string, PracticeBehaviour] => [String(status), { status }],
  ),
  ['500 after it acted', { status: 500, acts: true }],
  ['201', { status: 201, acts: true }],
  ['a page', { form: 'html' }],
  ['a page after it acted', { form: 'html', acts: true }],
  ['nothing', { form: 'empty', acts: true }],
  ['cut JSON', { form: 'malformedJson', acts: true }],
  ['a list', { form: 'list', acts: true }],
  ['100 MB', { form: 'huge', acts: true }],
  ['wrong types', { form: 'wrongTypes', acts: true }],
  ['a body a byte at a time', { byteEveryMs: 40 }],
  ['301', { redirect: { status: 301, to: 'http://127.0.0.1:9/api/v1/x' } }],
  ['302', { redirect: { status: 302, to: 'http://127.0.0.1:9/api/v1/x' } }],
  ['307', { redirect: { status: 307, to: 'http://127.0.0.1:9/api/v1/x' } }],
];

/** What a person does at each state that waits for one; they look at the service before they say. */
async function asAPerson(made: Trial): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await made.drained();
    const items = await made.items();
    if (items.length === 0) return;
    for (const item of items) {
      const place = { themeId: item.themeId, connectionId: item.connectionId };
      switch (item.why) {
        case 'decision': {
          const known = new Set(
            await Promise.all(
              made.ids.map(async (id) => {
                const { publications } = await made.document(id);
                return Object.values(publications)[0]?.templateId;
              }),
            ),
          );
          const found = made.practice
            .state()
            .templates.find(({ id, name }) => name === item.name && !known.has(id));
          await made.outbox.handlers.decide(
            found
              ? { ...place, decision: 'published', templateId: found.id }
              : { ...place, decision: 'sendAgain' },
          );
          break;
        }
        case 'tokenRefused':
          made.outbox.tokenReplaced(item.connectionId);
          break;
        case 'refused':
          await made.outbox.handlers.retry({ only: place });
          break;
        case 'asked':
        case 'paused':
        case 'problem':
        case 'retry':
        case 'sending':
        case 'themeMissing':
        case 'tokenMissing':
        case 'turn':
        case 'unreachable':
          throw new Error(`nothing to do for a person: ${item.why}`);
      }
    }
  }
}

for (const ids of ['client', 'own'] as const) {
  describe(`a service that ${ids === 'own' ? 'gives ids of its own' : 'keeps ids'}`, () => {
    it.each(faults)('%s, at a first save', async (_name, fault) => {
      const made = await trial({ themes: 3, timeLimitMs: 700 });
      made.practice.setBehaviour('all', { ids });
      made.practice.setBehaviour('saveThemeTemplate', { ids, ...fault, times: 1 });
      await made.publish(...made.ids);
      await asAPerson(made);
      await expectOnce(made);
    });

    it.each(faults)('%s, at a later save, again and again', async (_name, fault) => {
      const made = await trial({ themes: 2, timeLimitMs: 700 });
      made.practice.setBehaviour('all', { ids });
      await made.publish(...made.ids);
      await made.drained();
      for (const id of made.ids) await made.library.handlers.rename({ id, name: `New ${id}` });
      made.practice.setBehaviour('saveThemeTemplate', { ids, ...fault, times: 3 });
      await made.publish(...made.ids);
      await asAPerson(made);
      await expectOnce(made);
    });
  });
}

/** The service has each theme as it is, once; and nothing is left to say. */
async function expectOnce(made: Trial): Promise<void> {
  expect(await made.items()).toEqual([]);
  const { themes } = await made.library.handlers.list(undefined);
  const { templates } = made.practice.state();
  expect(templates.map(({ name }) => name).sort()).toEqual(themes.map(({ name }) => name).sort());
  for (const { places } of themes) {
    expect(places).toMatchObject([{ relation: 'same', delivery: 'idle' }]);
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
    const made = await trial({ themes: 2 });
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
    const made = await trial();
    made.practice.setBehaviour('saveThemeTemplate', { status: 503, retryAfter: '600', times: 1 });
    made.connection.keepsClientIds = 'yes';
    await made.publish();
    await made.settled();
    const again = await trial({ root: made.root, connections: made.connections });
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
      const made = await trial({ themes: 2 });
      const [one = '', two = ''] = made.ids;
      made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '60', times: 1 });
      await made.publish(one);
      await made.settled();
      made.clock.set(change);
      await made.publish(two);
      made.clock.pass(59_000);
      await made.settled();
      expect(made.practice.received()).toHaveLength(1);
      const again = await trial({ root: made.root, connections: made.connections });
      again.clock.set(change);
      await made.outbox.close(0);
      made.clock.pass(2_000);
      // Started again with a clock that is wrong by years, it waits no longer than it was asked to.
      again.clock.pass(60_001);
      await again.drained();
      expect(made.practice.state().templates).toHaveLength(2);
      const paths = made.practice.received().map(({ path }) => path.split('/').at(-1));
      expect(paths).toEqual([one, one, two]);
    },
  );
});

describe('the network', () => {
  it('goes and comes 50 times, and the outbox drains once', async () => {
    const made = await trial({ themes: 20 });
    const away = 'http://127.0.0.1:9/api/v1';
    const { baseAddress } = made.connection;
    await made.publish(...made.ids);
    for (let turn = 0; turn < 50; turn += 1) {
      made.connection.baseAddress = turn % 2 === 0 ? away : baseAddress;
      made.outbox.wake();
      if (turn % 10 === 0) await made.settled();
      else await new Promise((resolve) => setImmediate(resolve));
    }
    made.connection.baseAddress = baseAddress;
    made.outbox.wake();
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(20);
    expect(made.practice.received()).toHaveLength(20);
    expect(await made.items()).toEqual([]);
  });
});
