/**
 * Two themes are published at once. The disk takes its time over the first one's request; the second one's token is
 * refused meanwhile. Nobody has had it tried since: the first one waits for that token as well.
 */
import { expect, it, vi } from 'vitest';
import { ItemFiles } from './item-files';
import { outboxFixture } from './testing/fixture-outbox';

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
