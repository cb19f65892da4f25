import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { arrived, type FixtureConnection, outboxFixture } from './testing/fixture-outbox';

/** First saves leave one after the other; what is learned meanwhile counts for those that wait. */

describe('first saves that wait for their turn', () => {
  async function three() {
    const made = await outboxFixture({ themes: 3 });
    Object.assign(made.connection, { keepsClientIds: 'no' });
    return made;
  }

  it('do not leave within the wait that the answer to the first one asked for', async () => {
    const made = await three();
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '600' });
    await made.publish(...made.ids);
    await made.settled();
    expect(made.practice.received()).toHaveLength(1);
    const items = await made.items();
    expect(items.map(({ why }) => why)).toEqual(['asked', 'asked', 'asked']);
    // Nobody stopped the two that waited, so nothing says so.
    expect(made.answers).toHaveLength(1);
  });

  it('do not leave with a token that was refused to the first one', async () => {
    const made = await three();
    made.practice.setBehaviour('saveThemeTemplate', { status: 401 });
    await made.publish(...made.ids);
    await made.settled();
    expect(made.practice.received()).toHaveLength(1);
  });

  it('do not leave once the outbox is paused, and leave when it goes on', async () => {
    const made = await three();
    const release = made.practice.holdAnswers();
    await made.publish(...made.ids);
    await arrived(made.practice);
    await made.outbox.handlers.setPaused({ isPaused: true });
    release();
    await made.settled();
    expect(made.practice.received()).toHaveLength(1);
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(made.practice.received()).toHaveLength(3);
    expect(await made.items()).toEqual([]);
  });

  it('do not leave once Foyer is closing', async () => {
    const made = await three();
    const release = made.practice.holdAnswers();
    await made.publish(...made.ids);
    await arrived(made.practice);
    // A person quits: what is under way has some time to be answered.
    const closing = made.outbox.close(1_000);
    release();
    await closing;
    await made.settled();
    expect(made.practice.received()).toHaveLength(1);
  });

  it('are not said to be sent, but why they wait', async () => {
    const made = await three();
    const release = made.practice.holdAnswers();
    await made.publish(...made.ids);
    await arrived(made.practice);
    while (made.onces.length < 3) await new Promise((next) => setImmediate(next));
    const whys = async () => (await made.items()).map(({ why }) => why).sort();
    expect(await whys()).toEqual(['sending', 'turn', 'turn']);
    await made.outbox.handlers.setPaused({ isPaused: true });
    expect(await whys()).toEqual(['paused', 'paused', 'sending']);
    const cards = await Promise.all(made.ids.map(async (id) => (await made.shown(id))?.delivery));
    expect(cards.sort()).toEqual(['paused', 'paused', 'sending']);
    release();
    await made.settled();
    expect(made.practice.received()).toHaveLength(1);
  });
});

/**
 * A theme is published to two workspaces of one service (docs/guide.md, Several workspaces), which keeps the
 * ids that clients pick, as the practice service does. The address of a save names no workspace.
 */
describe('a first save in each of two workspaces', () => {
  async function publishedToBoth(ids: 'client' | 'own') {
    const made = await outboxFixture();
    if (ids === 'own') made.practice.setBehaviour('saveThemeTemplate', { ids });
    made.connections.push({ ...made.connection, id: 'c2', label: 'Second', workspaceId: 'w2' });
    await made.outbox.handlers.publish({
      themeIds: [made.place.themeId],
      connectionIds: ['c1', 'c2'],
    });
    await made.drained();
    const { themes } = await made.library.handlers.list(undefined);
    // What the window says.
    expect(themes[0]?.places.map(({ connectionId, relation }) => [connectionId, relation])).toEqual(
      [
        ['c1', 'same'],
        ['c2', 'same'],
      ],
    );
    // What the service has.
    const { templates } = made.practice.state();
    return templates.map(({ workspaceId }) => workspaceId).sort();
  }

  it('the control: where the service gives ids of its own, both have it', async () => {
    expect(await publishedToBoth('own')).toEqual(['w1', 'w2']);
  });

  it('where it keeps the ids that it is sent, the second does not take the template of the first', async () => {
    expect(await publishedToBoth('client')).toEqual(['w1', 'w2']);
  });
});

/**
 * A theme is published to two workspaces of one service, which keeps the ids that clients pick and lets nobody
 * write to another workspace's template.
 */
describe('a first save in two workspaces, of which each guards its templates', () => {
  /** The service; `templates` says of each id whose it is. */
  async function guardedService() {
    const templates = new Map<string, string>();
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => {
        const id = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
        const body = JSON.parse(text) as { workspaceId: string };
        const isOthers = (templates.get(id) ?? body.workspaceId) !== body.workspaceId;
        if (!isOthers) templates.set(id, body.workspaceId);
        response.writeHead(isOthers ? 403 : 200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify(
            isOthers
              ? { message: 'Forbidden', code: 'FORBIDDEN' }
              : { themeTemplate: { id, ...body } },
          ),
        );
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const at = (id: string, workspaceId: string): FixtureConnection => ({
      ...{ id, workspaceId, label: id, baseAddress: `http://127.0.0.1:${String(port)}/v1` },
      ...{ preset: 'documented', presentation: { kind: 'bearer' }, keepsClientIds: 'unknown' },
    });
    return { templates, at };
  }

  it('the control: each of two themes goes to a workspace of its own', async () => {
    const { templates, at } = await guardedService();
    const made = await outboxFixture({ themes: 2, connections: [at('c1', 'w1'), at('c2', 'w2')] });
    const [one = '', two = ''] = made.ids;
    await made.outbox.handlers.publish({ themeIds: [one], connectionIds: ['c1'] });
    await made.outbox.handlers.publish({ themeIds: [two], connectionIds: ['c2'] });
    await made.drained();
    expect([...templates.values()].sort()).toEqual(['w1', 'w2']);
    expect(await made.items()).toEqual([]);
  });

  it('a good token is not said to be refused, and no other theme waits for it', async () => {
    const { templates, at } = await guardedService();
    const made = await outboxFixture({ themes: 2, connections: [at('c1', 'w1'), at('c2', 'w2')] });
    const [one = '', two = ''] = made.ids;
    await made.outbox.handlers.publish({ themeIds: [one], connectionIds: ['c1'] });
    await made.drained();
    await made.outbox.handlers.publish({ themeIds: [one, two], connectionIds: ['c2'] });
    await made.drained();
    const { holds, items } = await made.outbox.handlers.list(undefined);
    expect(holds).toEqual([]);
    expect(items).toEqual([]);
    expect([...templates.values()].sort()).toEqual(['w1', 'w2', 'w2']);
  });
});
