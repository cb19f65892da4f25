import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  arrived,
  type FixtureConnection,
  outboxFixture,
  type OutboxFixture,
} from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/**
 * A service doesn't allow a save (403), which may be for its token, and Foyer offers to replace that. With the new one the
 * save goes again by itself, also a first one: nothing came of it. What was refused for another reason stays.
 */
describe('a save that is not allowed, and its token is replaced', () => {
  it.each([
    ['it was not allowed', 403, 1],
    ['the control: it can’t be sent as it is', 400, 0],
  ])('its token is replaced: %s', async (_name, status, sent) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status, times: 1 });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status } }]);
    made.outbox.tokenReplaced('c1');
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(sent);
    expect(await made.items()).toHaveLength(1 - sent);
  });

  it('nothing is said of the earlier refusal once it waits, also after a restart', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status: 403, times: 1 });
    await made.publish();
    await made.drained();
    await made.outbox.handlers.setPaused({ isPaused: true });
    made.outbox.tokenReplaced('c1');
    await made.settled();
    const [item] = await made.items();
    expect(item).toMatchObject({ why: 'paused' });
    expect(item?.outcome).toBeUndefined();
    const answers = await made.outbox.handlers.answers({ themeId: made.place.themeId });
    expect(answers).toEqual([]);
    await made.outbox.close(0);
    const again = await nextRun(made);
    await again.settled();
    expect(await again.items()).toMatchObject([{ why: 'paused' }]);
  });

  it.each([
    ['the control: the token is replaced at once', false],
    ['it was to be tried first', true],
  ])(
    'nothing is said of the refusal once another token is there while it is paused: %s',
    async (_name, isTried) => {
      const made = await outboxFixture();
      made.practice.setBehaviour('saveThemeTemplate', { status: 403, times: 1 });
      await made.publish();
      await made.drained();
      await made.outbox.handlers.setPaused({ isPaused: true });
      if (isTried) await made.outbox.handlers.retry({ only: made.place });
      made.outbox.tokenReplaced('c1');
      await made.settled();
      const [item] = await made.items();
      expect(item).toMatchObject({ why: 'paused' });
      expect(item?.outcome).toBeUndefined();
    },
  );
});

/**
 * A service doesn't allow a save (403). The person points the connection at another workspace, and back, with the same token:
 * nobody asked for the theme to be sent again, and what was refused for its token was refused with this one.
 */
describe('a save that is not allowed, and its connection is pointed there and back', () => {
  /** As the connections tell of each way to another place. */
  function pointThereAndBack(made: OutboxFixture): void {
    const [here] = made.connections;
    if (!here) throw new Error('there is none');
    for (const connection of [{ ...here, workspaceId: 'w2' }, here]) {
      made.connections[0] = connection;
      made.outbox.reachedOtherwise('c1');
      made.outbox.connectionsChanged();
    }
  }

  it.each([
    ['the control: what can’t be sent as it is', 400],
    ['what was not allowed', 403],
  ])('stays refused with its reason: %s', async (_name, status) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status, times: 1 });
    await made.publish();
    await made.drained();
    pointThereAndBack(made);
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status } }]);
    expect(made.practice.received()).toHaveLength(1);
  });

  it('stays refused also where that comes before the answer', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status: 403, times: 1 });
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    pointThereAndBack(made);
    release();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status: 403 } }]);
    expect(made.practice.received()).toHaveLength(1);
  });

  it('is not sent through another connection that was not allowed it either', async () => {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    made.practice.setBehaviour('saveThemeTemplate', { status: 403 });
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
    await made.drained();
    // It goes through the other one at a new token there, and is not allowed that either.
    made.outbox.tokenReplaced('c2');
    await made.drained();
    made.outbox.tokenReplaced('c1');
    await made.drained();
    expect(made.practice.received()).toHaveLength(3);
    pointThereAndBack(made);
    await made.drained();
    pointThereAndBack(made);
    await made.drained();
    expect(made.practice.received()).toHaveLength(3);
    expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status: 403 } }]);
  });
});

/**
 * A first save may have arrived, a newer version waits behind it and is sent at a person's word; the service doesn't allow
 * that (403). The person replaces the token, looks on the service's dashboard, and settles the doubt. The newer version was
 * refused with the token that is gone: “If you replace the token, what was refused is sent again” (docs/guide.md).
 */
describe('a save that is not allowed behind a doubt', () => {
  async function notAllowedBehindADoubt() {
    const made = await outboxFixture();
    const { practice, library, outbox, place } = made;
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterReading', times: 1 });
    await made.publish();
    await made.drained();
    await library.handlers.rename({ id: place.themeId, name: 'Newer' });
    await made.publish();
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', status: 403, times: 1 });
    await outbox.handlers.decide({ ...place, decision: 'sendAgain' });
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', outcome: { status: 403 } }]);
    return made;
  }

  it.each([
    ['the control: once the doubt is settled', 'after'],
    ['while the doubt is still to be decided', 'before'],
  ])('its token is replaced: %s', async (_name, when) => {
    const made = await notAllowedBehindADoubt();
    if (when === 'before') made.outbox.tokenReplaced('c1');
    await made.drained();
    await made.outbox.handlers.decide({ ...made.place, decision: 'drop' });
    await made.drained();
    if (when === 'after') made.outbox.tokenReplaced('c1');
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(made.practice.state().templates).toMatchObject([{ name: 'Newer' }]);
  });

  it('where the service keeps IDs nobody is asked, as nobody was before', async () => {
    const made = await outboxFixture();
    const { practice, outbox, place } = made;
    made.connections[0] = Object.assign(made.connection, { keepsClientIds: 'yes' as const });
    practice.setBehaviour('saveThemeTemplate', { form: 'text', status: 200, times: 1 });
    await made.publish();
    await made.drained();
    practice.setBehaviour('saveThemeTemplate', { status: 403, times: 1 });
    await outbox.handlers.decide({ ...place, decision: 'sendAgain' });
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status: 403 } }]);
    outbox.tokenReplaced('c1');
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(practice.state().templates).toHaveLength(1);
  });

  it('where it turns out that the service keeps no IDs, it is asked about before it goes', async () => {
    const made = await outboxFixture();
    const { practice, outbox } = made;
    made.connections[0] = Object.assign(made.connection, { keepsClientIds: 'yes' as const });
    practice.setBehaviour('saveThemeTemplate', { cut: 'afterReading', times: 1 });
    await made.publish();
    await made.settled();
    practice.setBehaviour('saveThemeTemplate', { status: 403, times: 1 });
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status: 403 } }]);
    await outbox.handlers.setPaused({ isPaused: true });
    outbox.tokenReplaced('c1');
    await made.settled();
    made.connections[0] = Object.assign(made.connection, { keepsClientIds: 'no' as const });
    await outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    expect(practice.received()).toHaveLength(2);
  });
});

/**
 * A theme is published through two connections to one workspace at once. The service doesn't allow it (403) with the token
 * of the first, and that connection is removed. The theme goes on through the other, with whose token nothing was tried yet:
 * what was “published through both at once” isn't cancelled with one of them (docs/guide.md).
 */
describe('a save that is not allowed through the first of two connections', () => {
  it.each([
    ['the control: its token was refused (401)', 401],
    ['it was not allowed (403)', 403],
  ])('the first connection is removed: %s', async (_name, status) => {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    made.practice.setBehaviour('saveThemeTemplate', { status, times: 1 });
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
    await made.drained();
    made.connections.splice(0, 1);
    made.outbox.connectionRemoved('c1');
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(made.practice.state().templates).toHaveLength(1);
  });
});

/**
 * A theme is published through two connections to one workspace at once. The token of the first is refused (401), and with
 * that of the second the service doesn't allow it (403). The person replaces the token of either: “replace the token, and the
 * rest is sent”, “If you replace the token, what was refused is sent again” (docs/guide.md). It goes through the one whose
 * token is another by now, at once or when it is tried again.
 */
describe('a save that is not allowed with one token, and the other is refused', () => {
  it.each([
    ['the control: the second’s', 'c2'],
    ['the first’s', 'c1'],
  ])('a token is replaced: %s', async (_name, replaced) => {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    const tokens = new Map([
      ['c1', 'refused'],
      ['c2', 'not allowed'],
    ]);
    made.tokenFor = (id) => {
      const token = tokens.get(id);
      // As the service judges what it is shown.
      if (token === 'refused') made.practice.setBehaviour('saveThemeTemplate', { status: 401 });
      else if (token === 'not allowed')
        made.practice.setBehaviour('saveThemeTemplate', { status: 403 });
      else made.practice.setBehaviour('saveThemeTemplate', null);
      return Promise.resolve(made.token);
    };
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status: 403 } }]);
    tokens.set(replaced, 'good');
    made.outbox.tokenReplaced(replaced);
    made.outbox.connectionsChanged();
    await made.drained();
    await made.outbox.handlers.retry({});
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(1);
    expect(await made.items()).toEqual([]);
  });
});

/**
 * A theme is published through two connections to one workspace at once, and is allowed (403) with neither token. Then the
 * first connection gets a token that is mistyped (401), or one with which it leads elsewhere, or is removed: the second has
 * refused it with the token that it has still, and isn't asked again but at a person's word.
 */
describe('a save that is allowed through neither of two connections', () => {
  async function refusedByBoth() {
    const made = await outboxFixture();
    const { outbox, practice } = made;
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    practice.setBehaviour('saveThemeTemplate', { status: 403 });
    await outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
    await made.drained();
    // It goes through each of them at a new token there, and is not allowed that either.
    outbox.tokenReplaced('c2');
    await made.drained();
    outbox.tokenReplaced('c1');
    await made.drained();
    expect(practice.received()).toHaveLength(3);
    expect(await made.items()).toMatchObject([{ why: 'refused', connectionId: 'c1' }]);
    return made;
  }

  /** What becomes of the first connection. */
  const changes = {
    nothing: () => Promise.resolve(),
    mistyped: async (made: OutboxFixture) => {
      made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
      made.outbox.tokenReplaced('c1');
      await made.settled();
      made.practice.setBehaviour('saveThemeTemplate', { status: 403 });
    },
    elsewhere: (made: OutboxFixture) => {
      made.connections[0] = { ...made.connection, workspaceId: 'w2' };
      made.outbox.tokenReplaced('c1');
      made.outbox.connectionsChanged();
      return Promise.resolve();
    },
    removed: (made: OutboxFixture) => {
      made.connections.splice(0, 1);
      made.outbox.connectionRemoved('c1');
      return Promise.resolve();
    },
  };

  it.each([
    ['the control: nothing happens', 'nothing', 'c1', 0],
    ['the first gets a token that is mistyped', 'mistyped', 'c2', 1],
    ['the first leads elsewhere, with another token', 'elsewhere', 'c2', 0],
    ['the first is removed', 'removed', 'c2', 0],
  ] as const)('stays refused with its reason: %s', async (_name, what, connectionId, asked) => {
    const made = await refusedByBoth();
    await changes[what](made);
    await made.drained();
    expect(made.practice.received()).toHaveLength(3 + asked);
    const refused = { why: 'refused', connectionId, outcome: { status: 403 } };
    expect(await made.items()).toMatchObject([refused]);
    // At a person's word it goes again: the token may have got its rights.
    made.practice.setBehaviour('saveThemeTemplate', null);
    await made.outbox.handlers.retry({});
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(made.practice.state().templates).toHaveLength(1);
  });

  it('stays refused where the other one could not take it as it is, whatever token comes', async () => {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    made.practice.setBehaviour('saveThemeTemplate', { status: 403, times: 1 });
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
    await made.drained();
    made.practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
    made.outbox.tokenReplaced('c2');
    await made.drained();
    expect(made.practice.received()).toHaveLength(2);
    made.outbox.tokenReplaced('c1');
    await made.drained();
    expect(made.practice.received()).toHaveLength(2);
    expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { status: 400 } }]);
  });

  it('is told of the first’s token that it is mistyped, and goes through it with another', async () => {
    const made = await refusedByBoth();
    await changes.mistyped(made);
    await made.drained();
    const told = await made.outbox.handlers.answers({ themeId: made.place.themeId });
    expect(told).toMatchObject([
      { connectionId: 'c1', result: { outcome: { kind: 'tokenRefused' } } },
    ]);
    made.practice.setBehaviour('saveThemeTemplate', null);
    made.outbox.tokenReplaced('c1');
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(made.practice.state().templates).toHaveLength(1);
  });
});

/**
 * A refused token holds up its own connection; a 403 is of what was sent alone, in whichever words and with whichever body: a change
 * of a theme that is there already is taken.
 */
describe('a theme over the service’s limit', () => {
  /** The service takes one theme, and changes of it. */
  async function serviceOfOneTheme(refusal: Record<string, unknown>) {
    const names: string[] = [];
    const kept = new Set<string>();
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => {
        const id = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
        const body = JSON.parse(text) as { name: string };
        const isTooMany = kept.size === 1 && !kept.has(id);
        if (!isTooMany) {
          kept.add(id);
          names.push(body.name);
        }
        response.writeHead(isTooMany ? 403 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(isTooMany ? refusal : { themeTemplate: { id, ...body } }));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const connection: FixtureConnection = {
      ...{ id: 'c1', workspaceId: 'w1', label: 'c1' },
      ...{ baseAddress: `http://127.0.0.1:${String(port)}/v1` },
      ...{ preset: 'documented', presentation: { kind: 'bearer' }, keepsClientIds: 'unknown' },
    };
    return { names, connection };
  }

  it.each([
    ['in words alone', { message: 'The number of themes is at its limit' }],
    [
      'with its framework’s code',
      { message: 'The number of themes is at its limit', code: 'FORBIDDEN' },
    ],
    ['in error', { error: 'The number of themes is at its limit' }],
    [
      'of the plan',
      { message: 'You don’t have access to more themes on your plan. Upgrade to Pro.' },
    ],
    ['in no words', { message: 'Forbidden' }],
  ])('a change of another theme arrives: %s', async (_, refusal) => {
    const { names, connection } = await serviceOfOneTheme(refusal);
    const made = await outboxFixture({ themes: 2, connections: [connection] });
    const [one = '', two = ''] = made.ids;
    await made.outbox.handlers.publish({ themeIds: [one], connectionIds: ['c1'] });
    await made.drained();
    await made.outbox.handlers.publish({ themeIds: [two], connectionIds: ['c1'] });
    await made.drained();
    expect((await made.outbox.handlers.list(undefined)).holds).toEqual([]);
    await made.outbox.handlers.publish({ themeIds: [one], connectionIds: ['c1'] });
    await made.drained();
    expect(names).toHaveLength(2);
  });
});
