/** Foyer is killed right after a person has a doubt sent again whose file can't be read. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it('the doubt is there at the next start', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  await made.outbox.close(0);
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  const folder = join(made.root, 'profile', 'outbox');
  const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.json'));
  const path = join(folder, name);
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, bytes.length - 20));
  const again = await outboxFixture({ root: made.root, connections: made.connections });
  expect(await again.shown()).toMatchObject({ delivery: 'unknown' });

  // The theme is read a second time when it is queued: there Foyer is killed.
  const { saved } = again.library;
  const isRead = new Promise<void>((resolve) => {
    let times = 0;
    vi.spyOn(again.library, 'saved').mockImplementation((id) => {
      times += 1;
      if (times === 1) return saved(id);
      resolve();
      return new Promise(() => undefined);
    });
  });
  void again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await isRead;

  const third = await outboxFixture({ root: made.root, connections: made.connections });
  third.token = made.token;
  expect(await third.shown()).toMatchObject({ delivery: 'unknown' });
});
