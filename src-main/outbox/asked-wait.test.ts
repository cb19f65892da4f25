/** A wait that a service asked for is that service's, wherever the connection leads meanwhile. */
import { describe, expect, it } from 'vitest';
import { createPracticeService } from '../practice/practice';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/** A person edits the address, as the connections' room does. */
function lead(made: OutboxFixture, baseAddress: string): void {
  made.connections[0] = { ...made.connection, baseAddress };
  made.outbox.tokenReplaced(made.connection.id);
  made.outbox.connectionsChanged();
}

const nowhere = 'http://127.0.0.1:9/api/v1';

/** One whose service has asked to wait for an hour. */
async function waiting(): Promise<{ made: OutboxFixture; address: string }> {
  const made = await outboxFixture();
  const address = made.connection.baseAddress;
  made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '3600', times: 1 });
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'asked' }]);
  return { made, address };
}

/** It holds now, and ends when its time is over. */
async function expectToHold(made: OutboxFixture): Promise<void> {
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'asked' }]);
  expect(made.practice.received()).toHaveLength(1);
  made.clock.pass(3_600_001);
  await made.drained();
  expect(made.practice.received()).toHaveLength(2);
}

describe('a wait that a service asked for', () => {
  it('holds though the connection led elsewhere for a moment', async () => {
    const { made, address } = await waiting();
    lead(made, nowhere);
    lead(made, address);
    await expectToHold(made);
  });

  it('holds though Foyer was started anew while the connection led elsewhere', async () => {
    const { made, address } = await waiting();
    lead(made, nowhere);
    await made.settled();
    await made.outbox.close(0);
    const again = await nextRun(made);
    lead(again, address);
    await again.settled();
    expect(await again.items()).toMatchObject([{ why: 'asked' }]);
    expect(made.practice.received()).toHaveLength(1);
  });

  it('holds though another service asked for one meanwhile, and does not hold for that one', async () => {
    const { made, address } = await waiting();
    const other = createPracticeService({ token: made.token });
    const { baseAddress } = await other.start();
    other.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '60', times: 1 });
    lead(made, baseAddress);
    await made.publish();
    await made.settled();
    expect(other.received()).toHaveLength(1);
    await other.stop();
    lead(made, address);
    await made.publish();
    await expectToHold(made);
  });

  it('holds though its answer comes while the connection leads elsewhere', async () => {
    const made = await outboxFixture();
    const address = made.connection.baseAddress;
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '3600', times: 1 });
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    lead(made, nowhere);
    release();
    await made.settled();
    lead(made, address);
    await expectToHold(made);
  });

  it('holds no longer once it is over, wherever the connection leads then', async () => {
    const { made, address } = await waiting();
    lead(made, nowhere);
    made.clock.pass(3_600_001);
    lead(made, address);
    await made.drained();
    expect(made.practice.received()).toHaveLength(2);
  });

  it('holds for another connection to the same service', async () => {
    const { made } = await waiting();
    made.connections.push({ ...made.connection, id: 'c2', label: 'Southwind', workspaceId: 'w2' });
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c2'] });
    await made.settled();
    expect((await made.items()).map(({ why }) => why)).toEqual(['asked', 'asked']);
    expect(made.practice.received()).toHaveLength(1);
    made.clock.pass(3_600_001);
    await made.drained();
    expect(made.practice.received()).toHaveLength(3);
  });

  it('holds for a connection that is pointed there later', async () => {
    const { made, address } = await waiting();
    const second = { ...made.connection, id: 'c2', label: 'Southwind', workspaceId: 'w2' };
    made.connections.push({ ...second, baseAddress: nowhere });
    made.connections[1] = { ...second, baseAddress: address };
    made.outbox.tokenReplaced('c2');
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c2'] });
    await made.settled();
    expect((await made.items()).map(({ why }) => why)).toEqual(['asked', 'asked']);
    expect(made.practice.received()).toHaveLength(1);
  });

  it('holds over a restart for whichever connection leads there', async () => {
    const { made } = await waiting();
    await made.outbox.handlers.cancel({});
    const entered = { ...made.connection, id: 'c2', label: 'Entered anew' };
    made.connections.splice(0, 1);
    made.outbox.connectionRemoved('c1');
    await made.settled();
    await made.outbox.close(0);
    const again = await outboxFixture({ root: made.root, connections: [entered] });
    again.token = made.token;
    await again.publish();
    await again.settled();
    expect(await again.items()).toMatchObject([{ why: 'asked' }]);
    expect(made.practice.received()).toHaveLength(1);
  });

  it('is passed over at a person’s word through one connection, and ends for both by a save', async () => {
    const { made } = await waiting();
    made.connections.push({ ...made.connection, id: 'c2', label: 'Southwind', workspaceId: 'w2' });
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c2'] });
    const [themeId = ''] = made.ids;
    await made.outbox.handlers.retry({ only: { themeId, connectionId: 'c1' } });
    await made.drained();
    expect(made.practice.received()).toHaveLength(3);
    expect(await made.items()).toEqual([]);
  });
});
