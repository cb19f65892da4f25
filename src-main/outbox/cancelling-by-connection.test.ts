import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

/**
 * Two connections lead to one workspace. A theme is being sent through the one, and a newer version is published through
 * the other: it waits there "for the connection you published it through last" (docs/guide.md). Each has its own entry,
 * and a cancel takes out what its entry shows.
 */
describe('a newer version waits for the other connection to the workspace', () => {
  async function newerThroughAnother() {
    const made = await outboxFixture();
    Object.assign(made.connection, { keepsClientIds: 'yes' });
    made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind of the team' });
    const { library, outbox, practice, place } = made;
    const { themeId } = place;
    practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
    await arrived(practice);
    await library.handlers.rename({ id: themeId, name: 'Newer' });
    const queued = await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2'] });
    expect(queued).toMatchObject({ queued: 1, cancelled: [], problems: [] });
    return made;
  }

  const cancelled = (
    { outbox, place }: Awaited<ReturnType<typeof newerThroughAnother>>,
    id: string,
  ) => outbox.handlers.cancel({ only: { ...place, connectionId: id } });

  const sentLast = ({ practice }: Awaited<ReturnType<typeof newerThroughAnother>>) =>
    (JSON.parse(practice.received().at(-1)?.body ?? '{}') as { name?: string }).name;

  it('each is shown under its own connection, by its own name', async () => {
    const made = await newerThroughAnother();
    const [older, newer] = await made.items();
    expect(older).toMatchObject({ connectionId: 'c1', why: 'sending', name: 'Harbour' });
    expect(newer).toMatchObject({ connectionId: 'c2', why: 'turn', name: 'Newer' });
    expect(newer?.asked).toBeGreaterThan(older?.asked ?? Infinity);
    const states = ['c1', 'c2'].map((id) => made.outbox.deliveryOf(made.place.themeId, id));
    expect(states).toEqual(['sending', 'waiting']);
  });

  it('the newer one is sent once the first connection is removed', async () => {
    const made = await newerThroughAnother();
    made.connections.shift();
    made.outbox.connectionRemoved('c1');
    await made.drained();
    expect(sentLast(made)).toBe('Newer');
  });

  it('the newer one is sent once the older one is cancelled, also by a double click', async () => {
    const made = await newerThroughAnother();
    await Promise.all([cancelled(made, 'c1'), cancelled(made, 'c1')]);
    await made.drained();
    expect(sentLast(made)).toBe('Newer');
    expect(await made.items()).toEqual([]);
  });

  it('the older one goes on once the newer one is cancelled, which is not sent', async () => {
    const made = await newerThroughAnother();
    await cancelled(made, 'c2');
    expect(await made.items()).toMatchObject([{ connectionId: 'c1', why: 'sending' }]);
    await cancelled(made, 'c1');
    await made.drained();
    expect(made.practice.received()).toHaveLength(1);
  });

  it('one that is published through the other while the first one is cancelled is queued', async () => {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind of the team' });
    const { outbox, place } = made;
    const through = (connectionId: string) =>
      outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: [connectionId] });
    await outbox.handlers.setPaused({ isPaused: true });
    await through('c1');
    const [queued] = await Promise.all([through('c2'), outbox.handlers.cancel({ only: place })]);
    expect(queued).toMatchObject({ queued: 1, cancelled: [] });
    expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'paused' }]);
  });

  it('what was published to both while it is on its way through one goes on there once the other is cancelled', async () => {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind of the team' });
    const { outbox, practice, place } = made;
    const to = (...connectionIds: string[]) =>
      outbox.handlers.publish({ themeIds: [place.themeId], connectionIds });
    practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    const release = practice.holdAnswers();
    await to('c1');
    await arrived(practice);
    await to('c1', 'c2');
    expect(await made.items()).toMatchObject([{ connectionId: 'c1' }, { connectionId: 'c2' }]);
    await outbox.handlers.cancel({ only: { ...place, connectionId: 'c2' } });
    release();
    await made.settled();
    expect(await made.items()).toMatchObject([{ connectionId: 'c1', why: 'tokenRefused' }]);
  });
});

/**
 * Three connections lead to one workspace. A theme is on its way through the first; a newer version is published through the
 * other two, neither of which has a token. Each has its own entry, and a cancel takes out what its entry shows.
 */
describe('a cancel takes out what its entry shows, and not that of a third connection', () => {
  async function leftAfter(isFirstUnderWay: boolean) {
    const made = await outboxFixture({ themes: 2 });
    Object.assign(made.connection, { keepsClientIds: 'yes' });
    made.connections.push({ ...made.connection, id: 'c2', label: 'Team' });
    made.connections.push({ ...made.connection, id: 'c3', label: 'Agency' });
    const { library, outbox, practice, place } = made;
    const { themeId } = place;
    made.tokenFor = (id) => Promise.resolve(id === 'c1' ? made.token : undefined);
    // Another theme waits for both tokens.
    const [, other = ''] = made.ids;
    await outbox.handlers.publish({ themeIds: [other], connectionIds: ['c2', 'c3'] });
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'tokenMissing' }, { why: 'tokenMissing' }]);
    const before = practice.received().length;
    if (isFirstUnderWay) {
      practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
      await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
      await arrived(practice, before + 1);
    }
    await library.handlers.rename({ id: themeId, name: 'Newer' });
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2', 'c3'] });
    const shown = async () =>
      (await made.items())
        .filter((item) => item.themeId === themeId && item.connectionId !== 'c1')
        .map(({ connectionId, name, why }) => ({ connectionId, name, why }));
    const listed = await vi.waitFor(async () => {
      const items = await shown();
      expect(items).toHaveLength(2);
      return items;
    });
    await outbox.handlers.cancel({ only: { themeId, connectionId: 'c2' } });
    return { listed, left: await shown() };
  }

  it.each([false, true])('is the first on its way: %s', async (isFirstUnderWay) => {
    const { listed, left } = await leftAfter(isFirstUnderWay);
    expect(listed.sort((one, two) => one.connectionId.localeCompare(two.connectionId))).toEqual([
      { connectionId: 'c2', name: 'Newer', why: 'tokenMissing' },
      { connectionId: 'c3', name: 'Newer', why: 'tokenMissing' },
    ]);
    expect(left.map(({ connectionId }) => connectionId)).toEqual(['c3']);
  });
});

/**
 * A theme is on its way as its connection is pointed to another workspace, and a person publishes it there. Cancel in the
 * outbox is said of the entry that is shown, and not of what was just published and is still being read.
 */
describe('an entry is cancelled while the theme is published where its connection leads now', () => {
  it('leaves what goes where the connection leads now', async () => {
    const made = await outboxFixture();
    const { connection, library, outbox, place, practice } = made;
    practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
    await made.publish();
    await arrived(practice);
    connection.workspaceId = 'another-workspace';
    outbox.connectionsChanged();
    expect(await made.items()).toMatchObject([{ connectionId: 'c1', why: 'sending' }]);
    const { goOn, reading } = holdNextReading(library);
    const { themeId } = place;
    const published = outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
    await expect.poll(() => reading.mock.calls.length).toBe(1);
    await outbox.handlers.cancel({ only: place });
    goOn();
    expect(await published).toMatchObject({ queued: 1, cancelled: [] });
  });
});

/**
 * Cancel beside “Publishing” in the studio is said of what goes where the connection in use leads, and of nothing that
 * another connection has besides; an entry's Cancel is said of what that shows.
 */
describe('what Cancel beside “Publishing” stops', () => {
  async function two(workspaceId = 'w1') {
    const made = await outboxFixture();
    Object.assign(made.connection, { keepsClientIds: 'yes' });
    const second = { ...made.connection, id: 'c2', label: 'Team', workspaceId };
    made.connections.push(second);
    const { themeId } = made.place;
    const to = (...connectionIds: string[]) =>
      made.outbox.handlers.publish({ themeIds: [themeId], connectionIds });
    const lead = async (): Promise<void> => {
      second.workspaceId = made.connection.workspaceId;
      made.outbox.connectionsChanged();
      await made.settled();
    };
    return { made, to, lead, themeId, second: { themeId, connectionId: 'c2' } };
  }

  /** What was published to the second one waits for where that led; it leads to the workspace of the first one now. */
  async function pointedHere() {
    const all = await two('another-workspace');
    await all.made.outbox.handlers.setPaused({ isPaused: true });
    await all.to('c2');
    await all.lead();
    expect(await all.made.items()).toMatchObject([{ connectionId: 'c2', why: 'elsewhere' }]);
    return all;
  }

  it('is what is on its way there, and not what waits for where the connection led', async () => {
    const { made, to, second } = await pointedHere();
    const { outbox, practice } = made;
    await outbox.handlers.setPaused({ isPaused: false });
    practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
    await to('c1');
    await arrived(practice);
    expect(outbox.deliveryOf(second.themeId, 'c2')).toBe('sending');
    await outbox.handlers.stop(second);
    await made.settled();
    expect(await made.items()).toMatchObject([
      { connectionId: 'c1', why: 'decision' },
      { connectionId: 'c2', why: 'elsewhere' },
    ]);
  });

  it.each([
    ['the entry alone', 'cancel', ['Newer']],
    ['what is published alone', 'stop', ['Harbour']],
  ] as const)(
    'while it is published to where the connection leads now: %s',
    async (_name, how, left) => {
      const { made, to, second } = await pointedHere();
      const { library, outbox } = made;
      await library.handlers.rename({ id: second.themeId, name: 'Newer' });
      const { goOn, reading } = holdNextReading(library);
      const published = to('c2');
      await expect.poll(() => reading.mock.calls.length).toBe(1);
      if (how === 'cancel') await outbox.handlers.cancel({ only: second });
      else await outbox.handlers.stop(second);
      goOn();
      await published;
      expect((await made.items()).map(({ name }) => name)).toEqual(left);
    },
  );

  it('is the way through the one of two that it was published to at once', async () => {
    const { made, to, second } = await two();
    const { outbox, practice } = made;
    await outbox.handlers.setPaused({ isPaused: true });
    const { goOn, reading } = holdNextReading(made.library);
    const saved = to('c2', 'c1');
    await expect.poll(() => reading.mock.calls.length).toBeGreaterThan(0);
    // The other one was read first, and has it for both.
    await expect.poll(() => made.items()).toMatchObject([{ connectionId: 'c1', why: 'paused' }]);
    await outbox.handlers.stop(second);
    goOn();
    await saved;
    practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    await outbox.handlers.setPaused({ isPaused: false });
    await made.settled();
    expect(practice.received()).toHaveLength(1);
    expect(await made.items()).toMatchObject([{ connectionId: 'c1', why: 'tokenRefused' }]);
  });

  it('is what is handed in, and not the earlier version that waits for the other connection', async () => {
    const { made, to, second } = await two();
    const { library, outbox, practice } = made;
    practice.setBehaviour('saveThemeTemplate', { status: 500, times: 1 });
    await to('c1');
    await made.settled();
    const earlier = { connectionId: 'c1', why: 'retry', twins: ['c2'], name: 'Harbour' };
    expect(await made.items()).toMatchObject([earlier]);
    await library.handlers.rename({ id: second.themeId, name: 'Newer' });
    const { goOn, reading } = holdNextReading(library);
    const published = to('c2');
    await expect.poll(() => reading.mock.calls.length).toBe(1);
    // Once more, while the button still says “Publishing”, is the same.
    await outbox.handlers.stop(second);
    await outbox.handlers.stop(second);
    goOn();
    expect(await published).toMatchObject({ queued: 0, cancelled: [second] });
    expect(await made.items()).toMatchObject([earlier]);
    await made.drained();
    expect(practice.state().templates).toMatchObject([{ name: 'Harbour' }]);
  });

  it('says so where nothing goes there', async () => {
    const { made, second } = await two();
    await expect(made.outbox.handlers.stop(second)).rejects.toThrow();
  });
});

/**
 * A disk is slow. A theme is published, its connection is pointed to another workspace, and it is published there. Cancel
 * beside “Publishing” takes both out, and both publications are told as cancelled: the first isn't left in the outbox, and
 * isn't sent once the connection leads there again.
 */
describe('a theme is cancelled at both workspaces while the disk is slow', () => {
  it.each([
    ['the second isn’t written down either', true],
    ['control: the first alone', false],
  ])('what is told as cancelled isn’t sent: %s', async (_name, isTwo) => {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    const { connection, library, outbox, place, practice } = made;
    const { themeId } = place;
    const folder = join(made.root, 'profile', 'outbox');
    const well = realDisk.open;
    let goOn = (): void => undefined;
    const slow = new Promise<void>((done) => (goOn = done));
    let asked = 0;
    const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (path, ...rest) => {
      if (path.startsWith(folder)) {
        asked += 1;
        await slow;
      }
      return well(path, ...rest);
    });
    const to = () => outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
    const first = to();
    await expect.poll(() => asked).toBeGreaterThan(0);
    connection.workspaceId = 'w2';
    outbox.connectionsChanged();
    let second: ReturnType<typeof to> | undefined;
    if (isTwo) {
      await library.handlers.rename({ id: themeId, name: 'Newer' });
      second = to();
      await expect
        .poll(async () => (await made.items()).map(({ name }) => name))
        .toContain('Newer');
    }
    const stopped = outbox.handlers.stop(place);
    goOn();
    await stopped;
    const cancelled = [(await first).cancelled, (await second)?.cancelled ?? []];
    disk.mockRestore();
    await made.settled();
    const left = (await made.items()).map(({ name, why }) => ({ name, why }));
    connection.workspaceId = 'w1';
    outbox.connectionsChanged();
    await made.drained();
    const sent = practice.received().map(({ body }) => (JSON.parse(body) as { name: string }).name);
    expect({ cancelled, left, sent }).toEqual({
      cancelled: [[place], isTwo ? [place] : []],
      left: [],
      sent: [],
    });
  });
});

/**
 * A theme is on its way as its connection is pointed to another workspace. The studio says “Publishing” of it, with Cancel
 * beside that: this stops it, as it does everywhere else.
 */
it('Cancel beside “Publishing” stops what the studio says is on its way', async () => {
  const made = await outboxFixture();
  const { connection, outbox, place, practice } = made;
  practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
  await made.publish();
  await arrived(practice);
  connection.workspaceId = 'another-workspace';
  outbox.connectionsChanged();
  // By this the studio shows “Publishing” and Cancel (publishing.svelte.ts: isSendingTo).
  expect(outbox.deliveryOf(place.themeId, 'c1')).toBe('sending');
  await expect(outbox.handlers.stop(place)).resolves.toBeUndefined();
  await made.settled();
  expect(outbox.deliveryOf(place.themeId, 'c1')).not.toBe('sending');
});
