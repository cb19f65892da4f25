import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

/**
 * What is published where a connection leads now takes the place of what was published through it where it led. So it does
 * where a slow disk is still reading the theme for that one.
 */
it.each([false, true])(
  'is not asked about, nor sent once it leads there again: slow %s',
  async (isSlow) => {
    const made = await outboxFixture();
    const { connection, library, outbox, place, practice } = made;
    connection.keepsClientIds = 'yes';
    const { themeId } = place;
    const lead = async (workspaceId: string) => {
      connection.workspaceId = workspaceId;
      outbox.connectionsChanged();
      await made.settled();
    };
    const to = () => outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
    await outbox.handlers.setPaused({ isPaused: true });
    const { goOn, reading } = holdNextReading(library);
    const older = to();
    await expect.poll(() => reading.mock.calls.length).toBe(1);
    if (!isSlow) goOn();
    if (!isSlow) await older;
    connection.workspaceId = 'w2';
    outbox.connectionsChanged();
    await library.handlers.rename({ id: themeId, name: 'Newer' });
    await to();
    goOn();
    await older;
    expect
      .soft((await made.items()).map(({ name, why }) => ({ name, why })))
      .toEqual([{ name: 'Newer', why: 'paused' }]);
    await outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    await lead('w1');
    await made.drained();
    const sent = practice.received().map(({ body }) => (JSON.parse(body) as { name: string }).name);
    expect(sent).toEqual(['Newer']);
  },
);
