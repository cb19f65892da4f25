/** Two connections to one workspace: what goes on there, and what came of it, is shown under both. */
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';

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
    expect(await made.outbox.handlers.answers({ themeId })).toMatchObject([{ connectionId: 'c2' }]);
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
