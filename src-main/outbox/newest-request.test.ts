import { mkdir, rename as move, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

/** Whatever is requested while something is on its way: the service ends with what was requested last. */
describe('whatever is on its way', () => {
  const rename = (made: OutboxFixture, name: string) =>
    made.library.handlers.rename({ id: made.place.themeId, name });

  it('A under way, B requested, A requested again: the service ends with A', async () => {
    const made = await outboxFixture();
    await made.publish();
    await made.settled();
    await rename(made, 'A');
    made.practice.setBehaviour('saveThemeTemplate', { delayMs: 300, times: 1 });
    await made.publish();
    await arrived(made.practice, 2);
    await rename(made, 'B');
    await made.publish();
    await rename(made, 'A');
    await made.publish();
    await made.drained();
    expect(made.practice.state().templates).toMatchObject([{ name: 'A' }]);
    expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
    // B was taken back by what came after it.
    const names = made.practice
      .received()
      .map(({ body }) => (JSON.parse(body) as { name: string }).name);
    expect(names).not.toContain('B');
  });

  it('a slow reading of the theme for an older request does not undo a newer one', async () => {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    const readTheme = made.library.saved;
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let isFirstRead = true;
    made.library.saved = async (id) => {
      const document = await readTheme(id);
      if (isFirstRead) {
        isFirstRead = false;
        await held;
      }
      return document;
    };
    const older = made.publish();
    await new Promise((resolve) => setImmediate(resolve));
    await rename(made, 'Newer');
    await made.publish();
    letGo();
    await older;
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(made.practice.state().templates).toMatchObject([{ name: 'Newer' }]);
  });

  it('the same request again while it is on its way is one', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { delayMs: 300, times: 1 });
    await made.publish();
    await arrived(made.practice);
    await made.publish();
    await made.publish();
    await made.drained();
    expect(made.practice.received()).toHaveLength(1);
  });

  it('the same through another connection to the workspace arrives, though the token of the first is refused', async () => {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind, new token' });
    made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    const target = { themeIds: [made.place.themeId], connectionIds: ['c2'] };
    expect(await made.outbox.handlers.publish(target)).toMatchObject({ queued: 1 });
    release();
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(1);
    expect(await made.items()).toEqual([]);
  });

  it('the same through another connection to the workspace is one, when the first one’s arrives', async () => {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind, new token' });
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    const target = { themeIds: [made.place.themeId], connectionIds: ['c2'] };
    await made.outbox.handlers.publish(target);
    release();
    await made.drained();
    expect(made.practice.received()).toHaveLength(1);
    expect(await made.items()).toEqual([]);
  });

  it('what is under way through one connection goes on when a second one to the workspace is removed', async () => {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind, second' });
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    const target = { themeIds: [made.place.themeId], connectionIds: ['c2'] };
    await made.outbox.handlers.publish(target);
    made.connections.splice(1, 1);
    made.outbox.connectionRemoved('c2');
    release();
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(1);
    expect(await made.items()).toEqual([]);
    expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
  });

  it('a request that is queued is not said to be refused, because the disk keeps an older one', async () => {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    const folder = join(made.root, 'profile', 'outbox');
    const [older = ''] = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    // The connection leads to another workspace, and what waited for the first can't be removed.
    made.connections[0] = { ...made.connection, workspaceId: 'w2' };
    made.outbox.tokenReplaced('c1');
    await move(join(folder, older), join(made.root, 'kept.json'));
    await mkdir(join(folder, older, 'x'), { recursive: true });
    const target = { themeIds: [made.place.themeId], connectionIds: ['c1'] };
    const said = await made.outbox.handlers.publish(target);
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    const sent = made.practice.received().length;
    expect({ sent, ...said }).toEqual({ sent: 1, queued: 1, cancelled: [], problems: [] });
  });
});

/**
 * A theme is published twice, one after the other. The library reads it for the second one first: what was
 * asked for later is the newest, whatever is read last, and what was asked for earlier is not lost by that.
 */
describe('a theme that is read for the later request first', () => {
  /** Publishes through the first connection, and through another one before the theme was read for the first. */
  async function publishedInTurn(
    made: OutboxFixture,
    { second, isSlow }: { second: string; isSlow: boolean },
    refuse: () => () => void = () => () => undefined,
  ) {
    const held = isSlow ? holdNextReading(made.library) : undefined;
    const publish = async (connectionId: string) =>
      made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: [connectionId] });
    const first = publish('c1');
    if (!isSlow) await first;
    const heal = refuse();
    const later = await publish(second);
    heal();
    held?.goOn();
    return { first: await first, later };
  }

  it.each([
    ['the control: in the order in which they were asked for', false],
    ['in another order', true],
  ])('waits for the connection that was asked last: read %s', async (_name, isSlow) => {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    await made.outbox.handlers.setPaused({ isPaused: true });
    await publishedInTurn(made, { second: 'c2', isSlow });
    expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'paused' }]);
  });

  it.each([
    ['the control: read in the order in which they were asked for', false],
    ['read in another order', true],
  ])('is published where the disk refuses the later one: %s', async (_name, isSlow) => {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    const results = await publishedInTurn(made, { second: 'c1', isSlow }, () => {
      const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      const well = realDisk.open;
      const disk = vi.spyOn(realDisk, 'open').mockImplementation((path, ...how) => {
        return path.startsWith(join(made.root, 'profile'))
          ? Promise.reject(full)
          : well(path, ...how);
      });
      return () => {
        disk.mockRestore();
      };
    });
    expect(results.later.problems).toHaveLength(1);
    expect(results.first.problems).toEqual([]);
    expect(await made.items()).toMatchObject([{ why: 'paused' }]);
  });
});

/**
 * The newest version wins. A theme is on its way; the next version is published, and a slow disk is still reading the
 * theme for it; then it is put back as it was, and published: that is what is on its way, and so it isn't asked for again.
 * What is read late is older, and doesn't take its place.
 */
describe('a theme that is put back as it was while an older one is read', () => {
  it.each([false, true])(
    'the service ends with what was published last: slow %s',
    async (isSlow) => {
      const made = await outboxFixture();
      const { library, place, practice } = made;
      const rename = (name: string) => library.handlers.rename({ id: place.themeId, name });
      await rename('A');
      const release = practice.holdAnswers();
      await made.publish();
      await arrived(practice);
      await rename('B');
      const { goOn, reading } = holdNextReading(library);
      const older = made.publish();
      await expect.poll(() => reading.mock.calls.length).toBe(1);
      if (!isSlow) {
        goOn();
        await older;
      }
      await rename('A');
      await made.publish();
      goOn();
      await older;
      release();
      await made.drained();
      const names = practice
        .received()
        .map(({ body }) => (JSON.parse(body) as { name: string }).name);
      expect.soft(names).not.toContain('B');
      expect(practice.state().templates).toMatchObject([{ name: 'A' }]);
    },
  );
});
