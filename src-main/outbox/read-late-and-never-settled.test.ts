/**
 * Foyer is killed after the theme's own file says that it arrived, and before the outbox has forgotten it
 * (`killed-before-forgotten.test.ts`). At the next start the disk does not give the outbox's file for
 * some seconds: another program has it open.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { itemPath, killedBeforeForgotten, nextRun } from './testing/next-run';

it.each([
  ['the control: it can be read at once', false],
  ['it can be read after some seconds', true],
])(
  'nobody is asked whether a save arrived that the theme says has arrived: %s',
  async (_name, isLate) => {
    const { illDisk } = await import('../storage/trial-ill-disk');
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    await killedBeforeForgotten(made);
    const item = await itemPath(made);

    const disk = isLate ? illDisk((path) => path === item, 'EIO', 'open') : undefined;
    const again = await nextRun(made);
    await again.settled();
    if (isLate) expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
    disk?.heal();
    again.clock.pass(5_000);
    await expect.poll(() => again.items()).not.toMatchObject([{ why: 'unreadable' }]);
    await again.drained();
    expect((await again.document()).publications).not.toEqual({});
    expect(await again.items()).toEqual([]);
    expect(await again.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
  },
);
