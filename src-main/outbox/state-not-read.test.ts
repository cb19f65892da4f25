/** What is decided while the disk does not give the outbox's state. */
import { describe, expect, it } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/** Foyer ran before, and its document says that nothing is paused and nobody asked for a wait. */
async function ranBefore(): Promise<OutboxFixture> {
  const made = await outboxFixture({ themes: 2 });
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.outbox.close(0);
  return made;
}

/** A disk that does not give the outbox's state until it heals. */
async function withoutState() {
  const { illDisk } = await import('../storage/trial-ill-disk');
  return illDisk((path) => path.endsWith('outbox.json'), 'EIO', 'open');
}

async function restarted(made: OutboxFixture): Promise<OutboxFixture> {
  const again = await nextRun(made);
  return again;
}

describe('while the disk does not give the outbox’s state', () => {
  it.each(['after some seconds', 'not before Foyer ends'])(
    'a pause that is said to hold holds after a restart, the disk being well %s',
    async (when) => {
      const first = await ranBefore();
      const disk = await withoutState();
      const second = await restarted(first);
      await second.outbox.handlers.setPaused({ isPaused: false });
      await second.outbox.handlers.setPaused({ isPaused: true });
      await second.publish();
      disk.heal();
      if (when === 'after some seconds') second.clock.pass(60_000);
      await second.settled();
      await second.outbox.close(1_000);
      const third = await restarted(first);
      await third.drained();
      expect(first.practice.received()).toHaveLength(0);
      expect(await third.outbox.handlers.list(undefined)).toMatchObject({ isPaused: true });
    },
  );

  it('a wait that the service asks for holds after a restart', async () => {
    const first = await ranBefore();
    const disk = await withoutState();
    const second = await restarted(first);
    await second.outbox.handlers.setPaused({ isPaused: false });
    first.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '3600' });
    await second.publish();
    await second.settled();
    expect(await second.items()).toMatchObject([{ why: 'asked' }]);
    disk.heal();
    second.clock.pass(60_000);
    await second.settled();
    await second.outbox.close(1_000);
    const third = await restarted(first);
    await third.settled();
    expect(await third.items()).toMatchObject([{ why: 'asked' }]);
    expect(first.practice.received()).toHaveLength(1);
  });
});
