/** What is queued is for the place that it was queued for, wherever its connection leads by now. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptsOfAProperty, faultSeed, times } from '../testing/fault-tally';
import type { PracticeBehaviour } from '../practice/practice';
import {
  arrived,
  outboxFixture,
  type OutboxFixture,
  type FixtureConnection,
  firstIdAt,
} from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/** A person edits the connection, as the connections' room does. */
function edit(made: OutboxFixture, change: Partial<FixtureConnection>): void {
  made.connections[0] = { ...made.connection, keepsClientIds: 'unknown', ...change };
  made.outbox.tokenReplaced('c1');
}

const workspaces = ({ practice }: OutboxFixture) =>
  practice.received().map(({ body }) => (JSON.parse(body) as { workspaceId: string }).workspaceId);

describe('a request for one workspace', () => {
  it('is not sent to another that the connection was pointed at meanwhile', async () => {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    edit(made, { workspaceId: 'w2' });
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(made.practice.received()).toEqual([]);
    expect(await made.items()).toMatchObject([
      {
        why: 'elsewhere',
        connectionId: 'c1',
        place: { host: new URL(made.connection.baseAddress).host, workspaceId: 'w1' },
      },
    ]);
    // Nothing but a person's word sends it: not a try at once, not a restart.
    await made.outbox.handlers.retry({});
    await made.outbox.close(0);
    const again = await nextRun(made);
    await again.drained();
    expect(made.practice.received()).toEqual([]);
    // Published anew, it goes to where the connection leads now, and to there alone.
    await again.publish();
    await again.drained();
    expect(workspaces(made)).toEqual(['w2']);
    expect(await again.items()).toEqual([]);
  });

  it('goes out when the connection leads there again', async () => {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    edit(made, { workspaceId: 'w2' });
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    edit(made, {});
    await made.drained();
    expect(workspaces(made)).toEqual(['w1']);
  });

  it('is for the place that it was made for, however long the theme took to be read', async () => {
    const made = await outboxFixture();
    const readTheme = made.library.saved;
    made.library.saved = async (id) => {
      const document = await readTheme(id);
      edit(made, { workspaceId: 'w2' });
      return document;
    };
    await made.publish();
    await made.drained();
    expect(made.practice.received()).toEqual([]);
    expect(await made.items()).toMatchObject([{ why: 'elsewhere', place: { workspaceId: 'w1' } }]);
  });

  it('can be taken out', async () => {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    edit(made, { workspaceId: 'w2' });
    await made.outbox.handlers.cancel({ only: made.place });
    expect(await made.items()).toEqual([]);
  });
});

describe('a save that waits for its turn behind another request', () => {
  it('does not leave for where its connection no longer leads', async () => {
    const made = await outboxFixture();
    const second = { ...made.connection, id: 'c2', label: 'Southwind', workspaceId: 'w2' };
    made.connections.push(second);
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c2'] });
    // Both have been handed over; the second has its turn when the first is answered.
    while (made.onces.length < 2) await new Promise((next) => setImmediate(next));
    made.connections[1] = { ...second, workspaceId: 'w3' };
    made.outbox.tokenReplaced('c2');
    made.outbox.connectionsChanged();
    release();
    await made.settled();
    expect(workspaces(made)).toEqual(['w1']);
    // A person decides, and of what never left there is no doubt.
    const items = await made.items();
    expect(items).toMatchObject([{ connectionId: 'c2', why: 'elsewhere' }]);
  });
});

describe('an unconfirmed save at the old place', () => {
  it('is still there after something was published at the new one', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    edit(made, { workspaceId: 'w2' });
    await made.publish();
    await made.drained();
    edit(made, { keepsClientIds: 'no' });
    expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: true }]);
    await made.publish();
    await made.drained();
    expect(workspaces(made)).toEqual(['w1', 'w2']);
  });

  it('is not forgotten with the connection, when the same workspace is entered again', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    made.connections.pop();
    made.outbox.connectionRemoved('c1');
    await made.settled();
    expect(await made.items()).toEqual([]);
    made.connections.push({ ...made.connection, id: 'c2', keepsClientIds: 'unknown' });
    await made.outbox.handlers.publish({
      themeIds: [made.place.themeId],
      connectionIds: ['c2'],
    });
    await made.drained();
    expect(made.practice.received()).toHaveLength(1);
    expect(await made.items()).toMatchObject([{ why: 'decision', connectionId: 'c2' }]);
  });

  it('can be decided while what was sent again for it is being taken out with its connection', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    // Sent again, it waits for a locked keychain, and has not left when its connection is removed.
    made.tokenFor = () => new Promise(() => undefined);
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    made.connections[0] = { ...made.connection, id: 'c2', keepsClientIds: 'unknown' };
    made.outbox.connectionRemoved('c1');
    const target = { themeId: made.place.themeId, connectionId: 'c2' };
    expect(await made.items()).toMatchObject([{ why: 'decision', connectionId: 'c2' }]);
    await made.outbox.handlers.decide({ ...target, decision: 'drop' });
    expect(await made.items()).toEqual([]);
    expect(made.practice.received()).toHaveLength(1);
  });

  it('holds for a second connection to the same workspace', async () => {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    await made.outbox.handlers.publish({
      themeIds: [made.place.themeId],
      connectionIds: ['c2'],
    });
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(1);
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  });
});

describe('an answer that is still on its way from the old address', () => {
  it('teaches nothing about the new one', async () => {
    const made = await outboxFixture();
    const other = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { delayMs: 300 });
    await made.publish();
    await arrived(made.practice);
    edit(made, { baseAddress: other.connection.baseAddress });
    await made.settled();
    expect(made.connections[0]?.keepsClientIds).toBe('unknown');
  });

  it.each([
    ['that refuses the old token', { status: 401 }, 'tokenRefused'],
    ['that asks to wait', { status: 429, retryAfter: '600' }, 'asked'],
  ] as const)('%s holds nothing back at the new one', async (_name, behaviour, why) => {
    const made = await outboxFixture({ themes: 2 });
    const other = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { delayMs: 300, ...behaviour });
    await made.publish();
    await arrived(made.practice);
    edit(made, { baseAddress: other.connection.baseAddress });
    made.token = other.token;
    await made.publish(made.ids[1] ?? '');
    await made.drained();
    expect(other.practice.state().templates).toHaveLength(1);
    expect((await made.items()).map((item) => item.why)).not.toContain(why);
  });
});

type Event =
  | { readonly kind: 'publish' | 'decide'; readonly theme: number }
  | { readonly kind: 'lead'; readonly to: 'w1' | 'w2' }
  | { readonly kind: 'fault'; readonly fault: number }
  | { readonly kind: 'removeAndAdd' | 'settle' | 'restart' | 'cancelAll' | 'wake' };

const faults: readonly PracticeBehaviour[] = [
  { cut: 'afterActing' },
  { cut: 'beforeReading' },
  { status: 500, acts: true },
  { status: 429, retryAfter: '3' },
  { status: 401 },
  { delayMs: 5 },
];

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('publish' as const), theme: fc.nat({ max: 1 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('decide' as const), theme: fc.nat({ max: 1 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('lead' as const),
      to: fc.constantFrom('w1' as const, 'w2' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      fault: fc.nat({ max: faults.length - 1 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(
        'removeAndAdd' as const,
        'settle' as const,
        'restart' as const,
        'cancelAll' as const,
        'wake' as const,
      )
      .map((kind) => ({ kind })),
  },
);

/** Publishes, edits and removes a connection in some order; says what went where it must not go. */
async function wrongAfter(events: readonly Event[]): Promise<string[]> {
  const first = await outboxFixture({ themes: 2, timeLimitMs: 500 });
  const { practice } = first;
  practice.setBehaviour('all', { ids: 'own' });
  let made = first;
  let connections = made.connections;
  let version = 0;
  let added = 1;
  let allowed = 0;
  const lead = (change: Partial<FixtureConnection>): void => {
    const [connection] = connections;
    if (connection) connections[0] = { ...connection, ...change };
  };
  for (const happens of events) {
    const { id: connectionId = '', workspaceId = '' } = connections[0] ?? {};
    switch (happens.kind) {
      case 'publish': {
        const id = first.ids[happens.theme] ?? '';
        // The name says where it is meant to go.
        version += 1;
        await made.library.handlers.rename({ id, name: `${workspaceId} v${String(version)}` });
        await made.outbox.handlers.publish({ themeIds: [id], connectionIds: [connectionId] });
        break;
      }
      case 'decide': {
        const themeId = first.ids[happens.theme] ?? '';
        const item = (await made.items()).find((each) => each.themeId === themeId);
        if (item?.why !== 'decision') break;
        await made.outbox.handlers.decide({ themeId, connectionId, decision: 'sendAgain' });
        allowed += 1;
        break;
      }
      case 'lead':
        lead({ workspaceId: happens.to });
        made.outbox.tokenReplaced(connectionId);
        break;
      case 'removeAndAdd': {
        const [connection] = connections;
        if (!connection) break;
        added += 1;
        connections[0] = { ...connection, id: `c${String(added)}`, keepsClientIds: 'unknown' };
        made.outbox.connectionRemoved(connectionId);
        break;
      }
      case 'fault':
        practice.setBehaviour('saveThemeTemplate', {
          ids: 'own',
          ...faults[happens.fault],
          times: 2,
        });
        break;
      case 'settle':
        await made.settled();
        break;
      case 'wake':
        made.outbox.wake();
        break;
      case 'cancelAll':
        await made.outbox.handlers.cancel({});
        break;
      case 'restart':
        await made.settled();
        await made.outbox.close(0);
        await made.library.flush();
        made.library.close();
        made = await outboxFixture({ root: first.root, connections, timeLimitMs: 500 });
        made.token = first.token;
        connections = made.connections;
        await made.items();
        break;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  await made.drained();
  const sent = practice.received().flatMap(({ body, path }) => {
    // Cut before it was read.
    if (body === '') return [];
    const { name, workspaceId } = JSON.parse(body) as { name: string; workspaceId: string };
    return [{ name, workspaceId, id: path.split('/').at(-1) ?? '' }];
  });
  const astray = sent.flatMap(({ name, workspaceId }) =>
    name.startsWith(workspaceId) ? [] : [`${name} was sent to ${workspaceId}`],
  );
  // Under the id that Foyer picked only first saves go: once each, but for a person's word.
  const firsts = sent.filter(({ id, workspaceId }) =>
    first.ids.some((each) => firstIdAt(each, { ...first.connection, workspaceId }) === id),
  );
  const distinct = new Set(firsts.map(({ id, workspaceId }) => `${workspaceId} ${id}`));
  const doubled = practice.state().templates.length - distinct.size - allowed;
  return [...astray, ...(doubled > 0 ? [`${String(doubled)} copies nobody asked for`] : [])];
}

describe('a connection that is edited, removed and entered anew in any order', () => {
  it('gets nothing that was not meant for where it leads, and no copy', async () => {
    const attempt = attemptsOfAProperty();
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 4, maxLength: 20 }), async (events) => {
        await attempt('sentTwice', events, async () => {
          expect(await wrongAfter(events)).toEqual([]);
        });
      }),
      { numRuns: times(30, 300), seed: faultSeed },
    );
  }, 600_000);
});
