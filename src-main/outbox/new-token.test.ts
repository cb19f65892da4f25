import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConnections } from '../connections/connections';
import { createCredentials } from '../credentials/credentials';
import { arrived, outboxFixture } from './testing/fixture-outbox';

/**
 * What a new token, or a new address, lets go is tried once, however the rooms are told of it; and one that was removed
 * is said to be missing.
 */
describe('what a new token, or a new address, lets go', () => {
  /** The room of the connections with one of them, wired to the outbox as the app does. */
  async function wired() {
    const made = await outboxFixture();
    const credentials = createCredentials({
      keychain: {
        get: async () => null,
        set: async () => undefined,
        delete: async () => undefined,
      },
      onSecret: () => undefined,
      platform: 'linux',
      secretService: async () => 'open',
      warn: () => undefined,
    });
    const sync = (): void => {
      made.connections.splice(0, made.connections.length, ...connections.snapshot().list);
    };
    const connections = createConnections({
      file: join(made.root, 'profile', 'connections.json'),
      tokens: credentials,
      check: async () => ({ verdict: 'good', status: 400, detail: '' }),
      startPractice: () => Promise.reject(new Error('not practised')),
      practiceLabel: () => 'Practice',
      onChange: () => {
        sync();
        made.outbox.connectionsChanged();
      },
      onAccessChanged: (id) => {
        sync();
        made.outbox.tokenReplaced(id);
      },
      log: { warn: () => undefined },
    });
    await connections.start();
    onTestFinished(() => connections.close());
    const input = { ...made.connection, colour: 'petrol' as const };
    const { id } = await connections.handlers.add({ input, token: 'first', keep: 'session' });
    made.tokenFor = () => connections.tokenFor(id, new URL(made.connection.baseAddress).origin);
    const publish = () =>
      made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: [id] });
    return { made, connections, id, input, publish };
  }

  it('a token that is entered where there was none, and is refused, is tried once', async () => {
    const { made, connections, id, publish } = await wired();
    await connections.handlers.forgetToken({ id, reach: made.connection });
    await publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'tokenMissing' }]);
    await connections.handlers.replaceToken({
      id,
      reach: made.connection,
      token: 'second',
      keep: 'session',
    });
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
    expect(made.practice.received()).toHaveLength(1);
  });

  it('what waits for a workspace to which its connection is pointed again is tried once', async () => {
    const { made, connections, id, input, publish } = await wired();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await publish();
    await connections.handlers.edit({
      id,
      input: { ...input, workspaceId: 'w2' },
      keep: 'session',
    });
    await made.outbox.handlers.setPaused({ isPaused: false });
    await connections.handlers.edit({ id, input, keep: 'session' });
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
    expect(made.practice.received()).toHaveLength(1);
  });

  it.each([
    ['the control: it is removed before it could be refused', false],
    ['it is removed once it was refused', true],
  ])('says of a token that was removed that there is none: %s', async (_name, isRefused) => {
    const { made, connections, id, publish } = await wired();
    if (isRefused) {
      await publish();
      await made.drained();
      expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
    }
    await connections.handlers.forgetToken({ id, reach: made.connection });
    if (!isRefused) await publish();
    await made.drained();
    expect(connections.snapshot().list).toMatchObject([{ tokenState: 'missing' }]);
    const { items, holds } = await made.outbox.handlers.list(undefined);
    expect(items).toMatchObject([{ why: 'tokenMissing' }]);
    expect(holds).toMatchObject([{ connectionId: id, why: 'tokenMissing' }]);
  });
});

/**
 * A service takes its time with the answer to one save. A person enters another token for the connection meanwhile, or
 * gives it another workspace, and publishes another theme, which goes beside that one as it does without such a change.
 */
describe('a theme is published beside one under way with the token before', () => {
  it.each([
    ['the control: nothing', undefined],
    ['the token', { access: 1 }],
  ])('another theme leaves meanwhile: %s was changed', async (_name, change) => {
    const made = await outboxFixture({ themes: 2, timeLimitMs: 600_000 });
    const { ids, practice } = made;
    const [first = '', second = ''] = ids;
    // Both are there: later saves need not go one after the other.
    await made.publish(first, second);
    await made.drained();
    const before = practice.received().length;
    const release = practice.holdAnswers();
    await made.publish(first);
    await arrived(practice, before + 1);
    if (change) {
      Object.assign(made.connection, change);
      made.outbox.tokenReplaced('c1');
    }
    await made.publish(second);
    await arrived(practice, before + 2);
    release();
    await made.drained();
    expect(practice.received().length - before).toBe(2);
  });
});

/**
 * The token that the keychain gives has a character that can't be sent. The outbox says so, and "Enter it again in
 * Settings, under Connections." A person does: what waited for it is sent, as after any other token that was no good.
 */
describe('a token that can’t be sent is entered again', () => {
  it.each([
    ['the control: one that was refused', 'another', 'tokenRefused'],
    ['the control: one that was missing', undefined, 'tokenMissing'],
    ['one that could not be sent', 'practice-token\nof-the-test', 'problem'],
  ])('what waited is sent once the token is entered again: %s', async (_name, noGood, why) => {
    const made = await outboxFixture({ themes: 2 });
    const { token: good } = made;
    made.token = noGood;
    await made.publish(...made.ids);
    await made.settled();
    const items = await made.items();
    expect(items).toMatchObject([{ why }, { why }]);
    if (why === 'problem') expect(items[0]?.problem?.code).toBe('tokenUnusable');
    made.token = good;
    made.connection.access = 1;
    made.outbox.tokenReplaced('c1');
    made.outbox.connectionsChanged();
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(made.practice.state().templates).toHaveLength(2);
  });
});
