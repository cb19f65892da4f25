import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OutboxItem } from '@shared/publishing';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';
import { nextRun } from './testing/next-run';

/**
 * A doubt is about a workspace. At each connection that leads there it is told that something may have arrived, and
 * at none that leads elsewhere, as the window looks for it (`outbox.isUncertain`): by the entry of the connection, or
 * of one whose twin it is.
 */
describe('at which connections a doubt is told', () => {
  async function inDoubt(): Promise<OutboxFixture> {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    return made;
  }

  /** As `src-renderer/state/outbox.svelte.ts` does. */
  async function isUncertainAt(made: OutboxFixture, connectionId: string): Promise<boolean> {
    const { items, deliveries } = await made.outbox.handlers.list(undefined);
    const { themeId } = made.place;
    const item =
      items.find((each) => each.connectionId === connectionId) ??
      items.find(({ twins }) => twins?.includes(connectionId));
    const delivery = deliveries.find(
      (each) => each.themeId === themeId && each.connectionId === connectionId,
    )?.delivery;
    return delivery === 'unknown' || item?.mayHaveArrived === true;
  }

  it('is told at both of two to one workspace, while the token of one is refused', async () => {
    const made = await inDoubt();
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    expect(await isUncertainAt(made, 'c2')).toBe(true);
    made.practice.setBehaviour('saveThemeTemplate', { status: 401 });
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await made.drained();
    expect(await made.items()).toMatchObject([
      { connectionId: 'c2', why: 'decision' },
      { connectionId: 'c1', why: 'tokenRefused' },
    ]);
    expect.soft(await isUncertainAt(made, 'c1')).toBe(true);
    expect.soft(await isUncertainAt(made, 'c2')).toBe(true);
  });

  it('is not told of the workspace to which its connection is pointed meanwhile, but of its own', async () => {
    const made = await inDoubt();
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    made.connections[0] = { ...made.connection, workspaceId: 'w2' };
    made.outbox.tokenReplaced('c1');
    made.outbox.connectionsChanged();
    expect(await made.items()).toMatchObject([
      { connectionId: 'c2', why: 'decision' },
      { connectionId: 'c1', why: 'elsewhere' },
    ]);
    expect.soft(await isUncertainAt(made, 'c1')).toBe(false);
    expect.soft(await isUncertainAt(made, 'c2')).toBe(true);
  });
});

/**
 * Two connections lead to one workspace. A first save through the one may have arrived there, and Foyer asks, under
 * both. Then the first one is pointed at another workspace. The other one leads there as before, and its card says as
 * before that nobody knows: so it has to be found there what is to be decided, and has to be decidable.
 */
describe('a doubt whose connection is pointed elsewhere', () => {
  /** As `src-renderer/state/outbox.svelte.ts` finds it for the studio. */
  const isOf = (connectionId: string) => (item: OutboxItem) =>
    item.connectionId === connectionId || (item.twins ?? []).includes(connectionId);

  async function inDoubt() {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind of the team' });
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    const here = { themeId: made.place.themeId, connectionId: 'c2' };
    return { made, here };
  }

  function pointElsewhere({ connections, outbox }: Awaited<ReturnType<typeof inDoubt>>['made']) {
    connections[0] = { ...(connections[0] as (typeof connections)[0]), workspaceId: 'w2' };
    outbox.tokenReplaced('c1');
    outbox.connectionsChanged();
  }

  it('is decided under either before the first one is pointed elsewhere', async () => {
    const { made, here } = await inDoubt();
    expect((await made.items()).filter(isOf('c2'))).toMatchObject([{ why: 'decision' }]);
    await made.outbox.handlers.decide({ ...here, decision: 'published' });
    expect(made.outbox.deliveryOf(here.themeId, 'c2')).toBe('idle');
  });

  it('is found by the connection that leads there still', async () => {
    const { made, here } = await inDoubt();
    pointElsewhere(made);
    expect(made.outbox.deliveryOf(here.themeId, 'c2')).toBe('unknown');
    expect((await made.items()).filter(isOf('c2'))).toMatchObject([{ why: 'decision' }]);
  });

  it('is decided under the connection that leads there still', async () => {
    const { made, here } = await inDoubt();
    pointElsewhere(made);
    await made.outbox.handlers.decide({ ...here, decision: 'published' });
    expect(made.outbox.deliveryOf(here.themeId, 'c2')).toBe('idle');
  });

  it('is found by the other one while what is sent again waits for the token of the first one', async () => {
    const { made, here } = await inDoubt();
    made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await made.drained();
    expect(await made.items()).toMatchObject([
      { connectionId: 'c2', why: 'decision' },
      { connectionId: 'c1', why: 'tokenRefused' },
    ]);
    expect(made.outbox.deliveryOf(here.themeId, 'c2')).toBe('unknown');
    expect((await made.items()).filter(isOf('c2'))[0]).not.toHaveProperty('outcome');
    await made.outbox.handlers.decide({ ...here, decision: 'sendAgain' });
    await made.drained();
    expect(await made.items()).toEqual([]);
  });
});

/**
 * A first save through one of two connections to a workspace may have arrived. Sent again, it is refused, and the
 * connection is removed. What is left is the doubt, under the other one: nothing may say of it that it was refused.
 */
describe('a doubt whose connection is removed', () => {
  it.each([404, 401])('is not said to be refused with %i', async (status) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    made.practice.setBehaviour('saveThemeTemplate', { status });
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await made.drained();
    made.connections[0] = { ...made.connection, id: 'c2', label: 'The same' };
    made.outbox.connectionRemoved('c1');
    await made.settled();
    const items = await made.items();
    expect(items).toMatchObject([{ connectionId: 'c2', why: 'decision' }]);
    expect.soft(items[0]?.outcome?.kind).not.toBe(status === 401 ? 'tokenRefused' : 'rejected');
    const answers = await made.outbox.handlers.answers({ themeId: made.place.themeId });
    expect
      .soft(answers.map(({ result }) => result?.outcome.kind))
      .not.toContain(status === 401 ? 'tokenRefused' : 'rejected');
  });
});

/**
 * Two connections lead to one workspace, each with a token of its own. A first save through the second is cancelled
 * under way. The doubt is about what left through that one: it is named so, and sent again through it.
 */
describe('a doubt of the second connection to a workspace', () => {
  it('is the second connection’s doubt, as it was its save', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c2'] });
    await arrived(made.practice);
    const only = { ...made.place, connectionId: 'c2' };
    await made.outbox.handlers.cancel({ only });
    release();
    await made.settled();
    expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'decision' }]);
  });
});

/**
 * Two connections lead to one workspace. Through the second a save was cut off, and it was cancelled: a doubt that asks.
 * The same is published through the first, whose token is refused: that has an entry of
 * its own, which waits for a token. “It isn’t there”, said of the doubt, takes out nothing that was published since.
 */
describe('a doubt is dropped beside what waits for another connection', () => {
  it.each([false, true])('edited between: %s', async (isEdited) => {
    const made = await outboxFixture();
    Object.assign(made.connection, { keepsClientIds: 'yes' });
    made.connections.push({ ...made.connection, id: 'c2', label: 'Team' });
    const { library, outbox, practice, place } = made;
    const { themeId } = place;
    practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2'] });
    await arrived(practice);
    await outbox.handlers.cancel({ only: { themeId, connectionId: 'c2' } });
    await made.settled();
    if (isEdited) await library.handlers.rename({ id: themeId, name: 'Newer' });
    practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
    await made.settled();
    const items = await made.items();
    expect(items.find(({ connectionId }) => connectionId === 'c1')).toMatchObject({
      why: 'tokenRefused',
    });
    await outbox.handlers.decide({ themeId, connectionId: 'c2', decision: 'drop' });
    const left = await made.items();
    expect(left).toMatchObject([{ connectionId: 'c1', why: 'tokenRefused' }]);
  });

  it('leaves what is to go through another connection, which leads elsewhere by now', async () => {
    const made = await outboxFixture({ themes: 2 });
    const second = { ...made.connection, id: 'c2', label: 'Team' };
    made.connections.push(second);
    const { outbox, practice, place } = made;
    const { themeId } = place;
    practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
    await made.settled();
    practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    await made.publish(made.ids[1] ?? '');
    await made.settled();
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2', 'c1'] });
    second.workspaceId = 'another-workspace';
    outbox.connectionsChanged();
    await made.settled();
    const elsewhere = { connectionId: 'c2', why: 'elsewhere' };
    const shown = async () => (await made.items()).filter((item) => item.themeId === themeId);
    const items = await shown();
    expect(items).toHaveLength(2);
    expect(items).toContainEqual(expect.objectContaining(elsewhere));
    expect(items).toContainEqual(expect.objectContaining({ connectionId: 'c1', why: 'decision' }));
    await outbox.handlers.decide({ ...place, decision: 'drop' });
    expect(await shown()).toMatchObject([elsewhere]);
  });
});

/**
 * Two connections lead to one workspace. Of a save through the second it isn't known whether it arrived. A newer version is
 * published through the first, whose token the service refuses, in words that the outbox and the studio show. A person
 * settles the doubt of the second: the newer version still waits for the token of the first, for the reason that it had.
 */
describe('the reason of what waits for a token stays once the other’s doubt is settled', () => {
  it.each(['drop', 'published'] as const)('%s', async (decision) => {
    const made = await outboxFixture();
    Object.assign(made.connection, { keepsClientIds: 'yes' });
    made.connections.push({ ...made.connection, id: 'c2', label: 'Team' });
    const { library, outbox, practice, place } = made;
    const { themeId } = place;
    practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2'] });
    await arrived(practice);
    await outbox.handlers.cancel({ only: { themeId, connectionId: 'c2' } });
    await made.settled();
    await library.handlers.rename({ id: themeId, name: 'Newer' });
    practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
    await made.settled();
    const said = async () => ({
      entries: (await made.items()).flatMap(({ connectionId, why, outcome }) =>
        connectionId === 'c1' ? [{ why, outcome: outcome?.kind }] : [],
      ),
      answers: (await outbox.handlers.answers({ themeId })).map(
        ({ connectionId, result }) => `${connectionId} ${String(result?.outcome.kind)}`,
      ),
    });
    const before = await said();
    expect(before).toEqual({
      entries: [{ why: 'tokenRefused', outcome: 'tokenRefused' }],
      answers: ['c1 tokenRefused'],
    });
    await outbox.handlers.decide({ themeId, connectionId: 'c2', decision });
    expect(await said()).toEqual(before);
  });
});

/**
 * Two connections lead to one workspace. A save through the first may have arrived; then the first one's token is
 * refused. At the second one, whose token is fine, a person has it sent again: that word was given there, and goes there
 * ("a wish knows every connection through which it was asked for").
 */
describe('a doubt is sent again at the connection whose token is fine', () => {
  it.each([
    ['the control: what waited was cancelled before', true],
    ['it waits still', false],
  ])('is sent: %s', async (_name, isCancelled) => {
    const made = await outboxFixture({ themes: 2 });
    const [one = '', two = ''] = made.ids;
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish(one);
    await made.drained();
    if (isCancelled) await made.outbox.handlers.cancel({});
    made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    await made.publish(two);
    await made.drained();
    expect((await made.items()).map(({ why }) => why).sort()).toEqual(['decision', 'tokenRefused']);
    await made.outbox.handlers.decide({ themeId: one, connectionId: 'c2', decision: 'sendAgain' });
    await made.drained();
    expect((await made.items()).map(({ name }) => name)).toEqual(['Harbour 2']);
  });
});

/**
 * Two connections lead to one workspace. A save in doubt is sent again through one, which is removed while that word
 * is carried out. The doubt stays known, and shown under the other: nobody has settled it.
 */
describe('a doubt is sent again through a connection that is removed meanwhile', () => {
  it.each([
    ['the control: removed after the word was given', false],
    ['removed while it is carried out', true],
  ])('stays in doubt: %s', async (_name, isMeanwhile) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    await made.publish();
    await made.settled();
    await made.outbox.close(0);
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    const folder = join(made.root, 'profile', 'outbox');
    const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.json'));
    const path = join(folder, name);
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, bytes.length - 20));
    const again = await nextRun(made);
    await again.outbox.handlers.setPaused({ isPaused: true });
    const { goOn, reading } = holdNextReading(again.library);
    const deciding = Promise.resolve(
      again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' }),
    ).catch(() => undefined);
    await expect.poll(() => reading.mock.calls.length).toBe(1);
    const remove = () => {
      again.connections.shift();
      // As the wiring does.
      again.outbox.connectionsChanged();
      again.outbox.connectionRemoved('c1');
    };
    if (isMeanwhile) remove();
    goOn();
    await deciding;
    if (!isMeanwhile) remove();
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.settled();
    expect.soft(await again.items()).toMatchObject([{ connectionId: 'c2' }]);
    expect
      .soft((await again.outbox.handlers.list(undefined)).deliveries)
      .toMatchObject([{ connectionId: 'c2', delivery: 'unknown' }]);
  });
});
