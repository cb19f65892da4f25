/**
 * A theme is published, and its connection is pointed to another workspace while the theme is read; it is
 * published again, to there. That is the newer wish.
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it('keeps what was asked for last, though the older one is written down after it', async () => {
  const made = await outboxFixture();
  const { handlers } = made.outbox;
  await handlers.setPaused({ isPaused: true });
  const { saved } = made.library;
  let goOn: () => void = () => undefined;
  const reading = new Promise<void>((isRead) => {
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    vi.spyOn(made.library, 'saved').mockImplementationOnce(async (id) => {
      isRead();
      await slow;
      return saved(id);
    });
  });
  const older = made.publish();
  await reading;
  made.connections[0] = { ...made.connection, workspaceId: 'w2' };
  made.outbox.tokenReplaced('c1');
  made.outbox.connectionsChanged();
  await made.publish();
  expect(await made.items()).toMatchObject([{ why: 'paused' }]);
  goOn();
  await older;
  await handlers.setPaused({ isPaused: false });
  await made.drained();
  const sentTo = made.practice
    .received()
    .map(({ body }) => (JSON.parse(body) as { workspaceId: string }).workspaceId);
  expect(sentTo).toEqual(['w2']);
});
