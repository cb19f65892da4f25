/** What is queued is for the place that it was queued for, wherever its connection leads by now. */
import { describe, expect, it } from 'vitest';
import { arrived, trial, type Trial, type TrialConnection } from './trial-outbox';

/** A person edits the connection, as the connections' room does. */
function edit(made: Trial, change: Partial<TrialConnection>): void {
  made.connections[0] = { ...made.connection, keepsClientIds: 'unknown', ...change };
  made.outbox.tokenReplaced('c1');
}

const workspaces = ({ practice }: Trial) =>
  practice.received().map(({ body }) => (JSON.parse(body) as { workspaceId: string }).workspaceId);

describe('a wish for one workspace', () => {
  it('is not sent to another that the connection was pointed at meanwhile', async () => {
    const made = await trial();
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
        place: { baseAddress: made.connection.baseAddress, workspaceId: 'w1' },
      },
    ]);
    // Nothing but a person's word sends it: not a try at once, not a restart.
    await made.outbox.handlers.retry({});
    await made.outbox.close(0);
    const again = await trial({ root: made.root, connections: made.connections });
    again.token = made.token;
    await again.drained();
    expect(made.practice.received()).toEqual([]);
    // Published anew, it goes to where the connection leads now, and to there alone.
    await again.publish();
    await again.drained();
    expect(workspaces(made)).toEqual(['w2']);
    expect(await again.items()).toEqual([]);
  });

  it('goes out when the connection leads there again', async () => {
    const made = await trial();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    edit(made, { workspaceId: 'w2' });
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    edit(made, {});
    await made.drained();
    expect(workspaces(made)).toEqual(['w1']);
  });

  it('can be taken out', async () => {
    const made = await trial();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    edit(made, { workspaceId: 'w2' });
    await made.outbox.handlers.cancel({ only: made.place });
    expect(await made.items()).toEqual([]);
  });
});

describe('a doubt about the old place', () => {
  it('is still there after something was published at the new one', async () => {
    const made = await trial();
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
    const made = await trial();
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

  it('holds for a second connection to the same workspace', async () => {
    const made = await trial();
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
    const made = await trial();
    const other = await trial();
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
    const made = await trial({ themes: 2 });
    const other = await trial();
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
