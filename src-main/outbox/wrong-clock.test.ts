import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/**
 * A save is accepted while the library's drive is away, and noted after the next start. The computer's clock
 * was set back before it, so that it is dated before the one that the theme's file has.
 */
describe('a save is noted by a clock that was set back', () => {
  it.each([
    ['the control: the clock goes on', 3_600_000],
    ['the clock is set back', -3_600_000],
  ])('is noted once the drive is there: %s', async (_name, moved) => {
    const made = await outboxFixture();
    await made.publish();
    await made.drained();
    made.clock.set(moved);
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    await made.library.saved(made.place.themeId);
    const [themes, away] = [join(made.root, 'themes'), join(made.root, 'away')];
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice, 2);
    await rename(themes, away);
    release();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'unnoted', name: 'Port' }]);
    await made.outbox.close(0);
    made.library.close();

    await rename(away, themes);
    const again = await nextRun(made);
    await again.drained();
    expect(made.practice.state().templates).toMatchObject([{ name: 'Port' }]);
    expect(await again.items()).toEqual([]);
    expect(await again.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
  });
});

/**
 * A doubt is known to be over when the theme's file tells of a save that came after it. The computer's
 * clock does not say what came after what: it may have been set back between the two.
 */
describe('a save is in doubt as the clock is set back', () => {
  const hour = 3_600_000;

  /** Published, and then deleted on the service by hand. */
  async function publishedAndLost(): Promise<OutboxFixture> {
    const made = await outboxFixture();
    await made.publish();
    await made.drained();
    expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
    made.practice.reset();
    expect(made.practice.state().templates).toEqual([]);
    return made;
  }

  /** Nothing of the next save arrives: its connection is lost once. */
  function lost({ practice }: OutboxFixture): void {
    practice.setBehaviour('saveThemeTemplate', { cut: 'afterReading', times: 1 });
  }

  it('the control: a theme that is published again, and whose save is lost, is sent once more', async () => {
    const made = await publishedAndLost();
    lost(made);
    made.clock.pass(1_000);
    await made.publish();
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(1);
  });

  it('the same after the computer’s clock was set back', async () => {
    const made = await publishedAndLost();
    lost(made);
    made.clock.set(-hour);
    await made.publish();
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(1);
  });

  it('the same over a restart, too', async () => {
    const made = await publishedAndLost();
    lost(made);
    made.clock.set(-hour);
    await made.publish();
    await made.settled();
    await made.outbox.close(0);
    const again = await nextRun(made);
    await again.drained();
    expect(made.practice.state().templates).toHaveLength(1);
  });
});
