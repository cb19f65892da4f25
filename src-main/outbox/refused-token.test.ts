import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ItemFiles } from './item-files';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/**
 * A save is under way as its token is replaced, and publishing is paused. Its answer refuses the old token, or doesn't allow
 * the save with that: of the new one that says nothing, and nothing may say that it was refused.
 */
describe('the token is replaced while a save is under way', () => {
  it.each([
    ['the token was refused', 401],
    ['it was not allowed', 403],
  ])('is not said to be refused, and goes once it may: %s', async (_name, status) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status, times: 1 });
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    await made.outbox.handlers.setPaused({ isPaused: true });
    made.outbox.tokenReplaced('c1');
    release();
    await made.settled();
    const items = await made.items();
    expect(items).toMatchObject([{ why: 'paused' }]);
    expect.soft(items[0]?.outcome).toBeUndefined();
    const answers = await made.outbox.handlers.answers({ themeId: made.place.themeId });
    expect.soft(answers).toEqual([]);
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(made.practice.state().templates).toHaveLength(1);
  });
});

/**
 * The token was refused, publishing is paused, and the token is replaced, as the window asks for. What waits is then
 * paused, and nothing tells any more to replace the token. The same where the connection was corrected since: what
 * another address answered is not said of where it leads now.
 */
describe('what is said once the token is replaced', () => {
  async function refused(status: number) {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status, times: 1 });
    await made.publish();
    await made.drained();
    await made.outbox.handlers.setPaused({ isPaused: true });
    const said = async () => ({
      items: (await made.items()).map(({ why, outcome }) => ({ why, last: outcome?.kind })),
      answers: (await made.outbox.handlers.answers({ themeId: made.place.themeId })).map(
        ({ result }) => result?.outcome.kind,
      ),
    });
    return { made, said };
  }

  it('the control: until then it is said', async () => {
    const { said } = await refused(401);
    expect(await said()).toEqual({
      items: [{ why: 'tokenRefused', last: 'tokenRefused' }],
      answers: ['tokenRefused'],
    });
  });

  it('with another token, nothing says that the token was refused', async () => {
    const { made, said } = await refused(401);
    made.outbox.tokenReplaced('c1');
    expect(await said()).toEqual({ items: [{ why: 'paused', last: undefined }], answers: [] });
  });

  it('where the connection leads elsewhere, nothing says what the place before answered', async () => {
    const { made, said } = await refused(401);
    made.connections[0] = { ...made.connection, workspaceId: 'w2' };
    made.outbox.tokenReplaced('c1');
    expect(await said()).toEqual({ items: [{ why: 'elsewhere', last: undefined }], answers: [] });
  });
});

/**
 * Two connections to one workspace, each with a token of its own. The token of the second is refused. Of the first
 * one's token that says nothing: the studio, with the first in use, has the last answer as its title ("The token was
 * refused"), and nothing waits there to say more.
 */
describe('what is said of the other connection’s token', () => {
  async function answeredThroughSecond(status: number) {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    made.practice.setBehaviour('saveThemeTemplate', { status, times: 1 });
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c2'] });
    await made.drained();
    const answers = await made.outbox.handlers.answers({ themeId: made.place.themeId });
    return answers.map(({ connectionId, result }) => [connectionId, result?.outcome.kind]);
  }

  it('the control: what the workspace refused is said of both', async () => {
    expect(await answeredThroughSecond(400)).toEqual([
      ['c1', 'rejected'],
      ['c2', 'rejected'],
    ]);
  });

  it('a refused token is said of its own connection alone', async () => {
    const answers = await answeredThroughSecond(401);
    expect(answers).toContainEqual(['c2', 'tokenRefused']);
    expect(answers).not.toContainEqual(['c1', 'tokenRefused']);
  });
});

/**
 * The token was refused, what waited for it is cancelled, and the token is replaced. As without the cancel, nothing
 * tells any more that the token was refused: the studio would have it as the title of the last answer.
 */
describe('what is said once what waited is cancelled', () => {
  it.each([
    ['the control: it waits still', false],
    ['it was cancelled', true],
  ])('with another token, no answer says that it was refused: %s', async (_name, isCancelled) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    await made.publish();
    await made.drained();
    await made.outbox.handlers.setPaused({ isPaused: true });
    if (isCancelled) await made.outbox.handlers.cancel({});
    made.outbox.tokenReplaced('c1');
    const answers = await made.outbox.handlers.answers({ themeId: made.place.themeId });
    expect(answers.map(({ result }) => result?.outcome.kind)).toEqual([]);
  });
});

/**
 * Two themes are published at once. The disk takes its time over the first one's request; the second one's token is
 * refused meanwhile. Nobody has had it tried since: the first one waits for that token as well.
 */
describe('a token is refused while another theme is written down', () => {
  it('is not sent with the token that was refused', async () => {
    const made = await outboxFixture({ themes: 2 });
    Object.assign(made.connection, { keepsClientIds: 'no' });
    made.practice.setBehaviour('saveThemeTemplate', { status: 401 });
    let goOn = (): void => undefined;
    const gate = new Promise<void>((done) => (goOn = done));
    const { write } = ItemFiles.prototype;
    const written = vi.spyOn(ItemFiles.prototype, 'write').mockImplementationOnce(async function (
      this: ItemFiles,
      item,
    ) {
      await gate;
      await write.call(this, item);
    });
    try {
      const published = made.publish(...made.ids);
      await vi.waitFor(async () => {
        expect((await made.items()).map(({ why }) => why)).toContain('tokenRefused');
      });
      goOn();
      await published;
      await made.settled();
      expect(made.practice.received()).toHaveLength(1);
      expect((await made.items()).map(({ why }) => why)).toEqual(['tokenRefused', 'tokenRefused']);
    } finally {
      written.mockRestore();
    }
  });
});

/**
 * A token is refused, and replaced; Foyer is killed before `outbox.json` says so, or the disk does not take it. After
 * the restart the hold is still that of the token before, and the new one is tried.
 */
describe('Foyer is killed as the token is replaced', () => {
  it.each([
    ['the same token is held', 1, undefined, 1],
    ['another one is tried', 2, undefined, 0],
    ['an earlier Foyer said nothing of which one it was', 2, { refusedAccess: undefined }, 1],
  ])('%s', async (_name, access, more, held) => {
    const first = await outboxFixture();
    Object.assign(first.connection, { access: 1 });
    first.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    await first.publish();
    await first.drained();
    expect(await first.items()).toMatchObject([{ why: 'tokenRefused' }]);
    await first.outbox.close(0);
    const path = join(first.root, 'profile', 'outbox.json');
    const written = JSON.parse(await readFile(path, 'utf8')) as object;
    await writeFile(path, JSON.stringify({ ...written, ...more }));
    // The connections have it.
    Object.assign(first.connection, { access });
    const second = await nextRun(first);
    await second.drained();
    expect(await second.items()).toHaveLength(held);
    expect(first.practice.state().templates).toHaveLength(1 - held);
  });

  it('the new one is held once it is refused as well, also when the document is read after that', async () => {
    const first = await outboxFixture();
    first.practice.setBehaviour('saveThemeTemplate', { status: 401 });
    await first.publish();
    await first.drained();
    await first.outbox.close(0);
    const { illDisk } = await import('../storage/trial-ill-disk');
    const disk = illDisk((path) => path.endsWith('outbox.json'), 'EIO', 'open');
    Object.assign(first.connection, { access: 1 });
    const second = await nextRun(first);
    await second.outbox.handlers.setPaused({ isPaused: false });
    await second.drained();
    expect(first.practice.received()).toHaveLength(2);
    disk.heal();
    await second.outbox.handlers.setPaused({ isPaused: false });
    await second.drained();
    expect(await second.items()).toMatchObject([{ why: 'tokenRefused' }]);
    expect(first.practice.received()).toHaveLength(2);
  });
});

/** Of which connections it is said that something waits for a token. */
describe('of which connections something is said to wait for a token', () => {
  it('does not say that a doubt goes out by itself when the token is replaced', async () => {
    const made = await outboxFixture({ themes: 2 });
    Object.assign(made.connection, { keepsClientIds: 'no' });
    const [doubtful = '', refused = ''] = made.ids;
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish(doubtful);
    await arrived(made.practice);
    await made.settled();
    expect(await made.items()).toMatchObject([{ themeId: doubtful, why: 'decision' }]);
    made.practice.setBehaviour('saveThemeTemplate', { status: 401 });
    await made.publish(refused);
    await made.settled();
    expect((await made.outbox.handlers.list(undefined)).holds).toMatchObject([
      { connectionId: made.connection.id, why: 'tokenRefused' },
    ]);
    // A person takes out the one that waits for the token: nothing waits for it any more.
    await made.outbox.handlers.cancel({
      only: { themeId: refused, connectionId: made.connection.id },
    });
    const { items, holds } = await made.outbox.handlers.list(undefined);
    expect(items).toMatchObject([{ themeId: doubtful, why: 'decision' }]);
    expect(holds).toEqual([]);
  });
});
