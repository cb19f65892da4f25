/**
 * Foyer is killed after the theme's own file says that it arrived, and before the outbox has forgotten it
 * (`killed-before-forgotten.test.ts`). At the next start the disk does not give the outbox's file for
 * some seconds: another program has it open.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it can be read at once', false],
  ['it can be read after some seconds', true],
])(
  'nobody is asked whether a save arrived that the theme says has arrived: %s',
  async (_name, isLate) => {
    const { illDisk } = await import('../storage/trial-ill-disk');
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    const folder = join(made.root, 'profile', 'outbox');
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    const [name = ''] = await readdir(folder);
    const bytes = await readFile(join(folder, name));
    release();
    await made.settled();
    await made.outbox.close(0);
    await writeFile(join(folder, name), bytes);

    const disk = isLate ? illDisk((path) => path.endsWith(name), 'EIO', 'open') : undefined;
    const again = await outboxFixture({ root: made.root, connections: made.connections });
    again.token = made.token;
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
