import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

/** Two connections to one workspace: what goes on there, and what came of it, is shown under both. */
describe('what goes on there is shown under both', () => {
  /** Two connections, the second to the same workspace or to another. */
  async function two(workspaceId = 'w1') {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same', workspaceId });
    const through = (connectionId: string) =>
      made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: [connectionId] });
    const [themeId = ''] = made.ids;
    return { made, through, themeId };
  }

  describe('cancelling an entry', () => {
    it('takes out nothing that was queued through another connection', async () => {
      const { made, through, themeId } = await two('w2');
      await made.outbox.handlers.setPaused({ isPaused: true });
      await through('c1');
      await through('c2');
      // The first is pointed at the workspace of the second: what it was to bring elsewhere asks.
      made.connections[0] = { ...made.connection, workspaceId: 'w2' };
      made.outbox.tokenReplaced('c1');
      expect(await made.items()).toMatchObject([
        { connectionId: 'c1', why: 'elsewhere' },
        { connectionId: 'c2', why: 'paused' },
      ]);
      await made.outbox.handlers.cancel({ only: { themeId, connectionId: 'c1' } });
      expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'paused' }]);
    });
  });

  describe('what is shown of a workspace to which two connections lead', () => {
    it('is a doubt of which both can tell', async () => {
      const { made, through } = await two();
      made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
      await through('c2');
      await made.drained();
      expect(await made.items()).toMatchObject([
        { connectionId: 'c2', why: 'decision', twins: ['c1'] },
      ]);
    });

    it('says of a token that only its own connection waits for it', async () => {
      const { made, through } = await two();
      made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
      await through('c2');
      await made.drained();
      const items = await made.items();
      expect(items).toMatchObject([{ connectionId: 'c2', why: 'tokenRefused' }]);
      expect(items[0]?.twins).toBeUndefined();
      // By its place, which both lead to, a window can tell that it waits there.
      expect(items[0]?.goesTo).toBe(publicationKey(made.connection));
    });

    it('is one answer, heard and dismissed under both', async () => {
      const { made, through, themeId } = await two();
      await through('c2');
      await made.drained();
      const under = async () =>
        (await made.outbox.handlers.answers({ themeId })).map((each) => each.connectionId);
      expect(await under()).toEqual(['c1', 'c2']);
      expect(made.answers.map((each) => each.connectionId)).toEqual(['c1', 'c2']);
      await made.outbox.handlers.dismiss({ themeId, connectionId: 'c1' });
      expect(await under()).toEqual([]);
      expect(made.answers.slice(2)).toMatchObject([
        { connectionId: 'c1', result: null },
        { connectionId: 'c2', result: null },
      ]);
    });

    it('is the refusal of a token until it is dismissed under its own connection', async () => {
      const { made, through, themeId } = await two();
      made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
      await through('c2');
      await made.drained();
      await made.outbox.handlers.dismiss({ themeId, connectionId: 'c1' });
      expect(await made.outbox.handlers.answers({ themeId })).toMatchObject([
        { connectionId: 'c2' },
      ]);
      await made.outbox.handlers.dismiss({ themeId, connectionId: 'c2' });
      expect(await made.outbox.handlers.answers({ themeId })).toEqual([]);
    });

    it('is no longer what came of an earlier save, once the theme is published through the other', async () => {
      const { made, through, themeId } = await two();
      made.practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
      await through('c1');
      await made.drained();
      await made.outbox.handlers.setPaused({ isPaused: true });
      await through('c2');
      expect(await made.outbox.handlers.answers({ themeId })).toEqual([]);
      expect(made.answers.slice(2)).toMatchObject([
        { connectionId: 'c1', result: null },
        { connectionId: 'c2', result: null },
      ]);
    });

    it('is heard under a connection that is pointed there', async () => {
      const { made, through, themeId } = await two('w2');
      await through('c1');
      await made.drained();
      made.connections[1] = { ...made.connection, id: 'c2', label: 'Pointed here' };
      made.outbox.tokenReplaced('c2');
      expect(made.answers.at(-1)).toMatchObject({
        ...{ themeId, connectionId: 'c2' },
        result: { outcome: { kind: 'accepted' } },
      });
    });
  });
});

/**
 * Themes are published in one go through two connections that lead to one workspace (each with a token of its own,
 * say). For a person that is one publication of each theme there, and so it is counted before (`first-saves.ts`):
 * “the newest version arrives once”.
 */
describe('many themes are published through both', () => {
  /** How often each theme arrives, when so many are published through both. */
  async function arrivals(themes: number): Promise<number[]> {
    const made = await outboxFixture({ themes });
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    const saved = made.library.saved.bind(made.library);
    let asked = 0;
    // A disk that takes its time for each: what was read first is sent before the last is read.
    vi.spyOn(made.library, 'saved').mockImplementation(async (id) => {
      asked += 1;
      if (asked > themes) await vi.waitFor(() => expect(made.answers.length).toBeGreaterThan(0));
      return saved(id);
    });
    await made.outbox.handlers.publish({
      themeIds: [...made.ids],
      connectionIds: ['c1', 'c2'],
    });
    await made.drained();
    const bodies = made.practice.received().map(({ body }) => body);
    return made.ids.map((_id, index) => {
      const name = index === 0 ? '"Harbour"' : `"Harbour ${String(index + 1)}"`;
      return bodies.filter((body) => body.includes(name)).length;
    });
  }

  it('the control: one theme arrives once', async () => {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
    await made.drained();
    expect(made.practice.received()).toHaveLength(1);
  });

  it('each of twelve arrives once', async () => {
    expect(await arrivals(12)).toEqual(Array.from({ length: 12 }, () => 1));
  });
});

/**
 * Several connections lead to one workspace. “A theme waits there once, for the connection you published it
 * through last”: what becomes of that connection becomes of it, and nothing else does.
 */
describe('what waits for the connection it was published through last', () => {
  /** A theme that was published through each of them, one after the other, and waits. */
  async function published(...order: readonly string[]) {
    const made = await outboxFixture();
    Object.assign(made.connection, { keepsClientIds: 'yes' });
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    const through = (...connectionIds: string[]) =>
      made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds });
    await made.outbox.handlers.setPaused({ isPaused: true });
    for (const id of order) await through(id);
    const drained = async () => {
      await made.outbox.handlers.setPaused({ isPaused: false });
      await made.drained();
    };
    const deliveries = () =>
      ['c1', 'c2'].map((each) => made.outbox.deliveryOf(made.place.themeId, each));
    return { ...made, through, drained, deliveries };
  }

  it.each([
    ['the other one', ['c1', 'c2'], 'c1', 'c2'],
    ['it', ['c2', 'c1'], 'c1', undefined],
  ])('where %s is removed', async (_name, order, gone, left) => {
    const made = await published(...order);
    made.connections.splice(0, 2, ...made.connections.filter(({ id }) => id !== gone));
    made.outbox.connectionRemoved(gone);
    made.outbox.connectionsChanged();
    const items = await made.items();
    expect(items.map(({ connectionId }) => connectionId)).toEqual(left === undefined ? [] : [left]);
    await made.drained();
    expect(made.practice.received()).toHaveLength(left === undefined ? 0 : 1);
  });

  it.each([
    ['the other one', ['c1', 'c2'], ['w1', 'w2']],
    ['it', ['c2', 'c1'], ['w2']],
  ])(
    'where %s is pointed at another workspace, and published there',
    async (_name, order, ends) => {
      const made = await published(...order);
      made.connections[0] = { ...made.connection, workspaceId: 'w2' };
      made.outbox.tokenReplaced('c1');
      made.outbox.connectionsChanged();
      await made.through('c1');
      await made.drained();
      const workspaces = made.practice
        .received()
        .map(({ body }) => (JSON.parse(body) as { workspaceId: string }).workspaceId);
      expect(workspaces.sort()).toEqual(ends);
      expect(await made.items()).toEqual([]);
    },
  );

  it('is held by its own token alone, and the other is open to it', async () => {
    const made = await published('c1', 'c2');
    made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    await made.drained();
    expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'tokenRefused' }]);
    expect((await made.items())[0]).not.toHaveProperty('twins');
    await made.through('c1');
    await made.drained();
    expect(made.practice.state().templates).toMatchObject([{ name: 'Harbour' }]);
    expect(await made.items()).toEqual([]);
    expect(made.deliveries()).toEqual(['idle', 'idle']);
  });

  it('says nothing of a refused token at the connection that it was published through since', async () => {
    const made = await published('c1');
    made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.setPaused({ isPaused: false });
    await expect.poll(() => made.practice.received().length).toBe(1);
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.through('c2');
    release();
    await made.settled();
    const [item] = await made.items();
    expect(item).toMatchObject({ connectionId: 'c2', why: 'paused' });
    expect(item?.outcome).toBeUndefined();
    expect(await made.outbox.handlers.answers({ themeId: made.place.themeId })).toEqual([]);
  });
});

/**
 * What waits for where a connection led before makes room for what is published through it since, to where it leads now:
 * the outbox asks no more about the older one. So it is, too, where the newer one is published through another
 * connection to that workspace at the same time.
 */
describe('a theme is published through a connection that leads there since', () => {
  async function pointedElsewhere() {
    const made = await outboxFixture();
    Object.assign(made.connection, { keepsClientIds: 'yes' });
    const second = {
      ...made.connection,
      id: 'c2',
      label: 'Team',
      workspaceId: 'another-workspace',
    };
    made.connections.push(second);
    const { library, outbox, place } = made;
    const { themeId } = place;
    await outbox.handlers.setPaused({ isPaused: true });
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2'] });
    const lead = async (workspaceId: string) => {
      Object.assign(second, { workspaceId });
      outbox.connectionsChanged();
      await made.settled();
    };
    await lead(made.connection.workspaceId);
    expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'elsewhere' }]);
    await library.handlers.rename({ id: themeId, name: 'Newer' });
    return { made, lead };
  }

  it.each([[['c2']], [['c1', 'c2']], [['c2', 'c1']]])('published to %s', async (connectionIds) => {
    const { made, lead } = await pointedElsewhere();
    const { outbox, practice, place } = made;
    const queued = await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds });
    expect(queued).toMatchObject({ cancelled: [], problems: [] });
    expect
      .soft((await made.items()).map(({ why, name }) => ({ why, name })))
      .toEqual([{ why: 'paused', name: 'Newer' }]);
    await outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    // Pointed back, nothing of before is sent there.
    await lead('another-workspace');
    await made.drained();
    const sent = practice.received().map(({ body }) => (JSON.parse(body) as { name: string }).name);
    expect(sent).toEqual(['Newer']);
  });
});

/**
 * Two connections lead to one workspace. A theme is published through one, and, while it is read from a slow disk,
 * through the other, which is then removed. What was asked for through the first is said to be queued, and is.
 */
describe('a theme is published through both, and one is removed', () => {
  it.each([
    ['removed', false],
    ['pointed elsewhere, and published there', true],
  ])('is published where the other is %s', async (_name, isMoved) => {
    const made = await outboxFixture();
    Object.assign(made.connection, { keepsClientIds: 'yes' });
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    await made.outbox.handlers.setPaused({ isPaused: true });
    const through = (connectionId: string) =>
      made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: [connectionId] });
    const { goOn, reading } = holdNextReading(made.library);
    const first = Promise.resolve(through('c1'));
    await expect.poll(() => reading.mock.calls.length).toBe(1);
    await through('c2');
    const other = made.connections.pop();
    if (other && isMoved) {
      made.connections.push({ ...other, workspaceId: 'w2' });
      made.outbox.tokenReplaced('c2');
      made.outbox.connectionsChanged();
      await through('c2');
    } else {
      made.outbox.connectionsChanged();
      made.outbox.connectionRemoved('c2');
    }
    goOn();
    expect(await first).toEqual({ queued: 1, cancelled: [], problems: [] });
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    const workspaces = made.practice
      .received()
      .map(({ body }) => (JSON.parse(body) as { workspaceId: string }).workspaceId);
    expect(workspaces).toContain('w1');
  });
});
