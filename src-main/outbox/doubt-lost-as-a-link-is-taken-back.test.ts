/**
 * A first save may have arrived at a service that gives ids of its own. The person links the theme to a template, and
 * takes that back: what may have arrived is to be decided again. Foyer is killed while the link is taken back: once the
 * theme's file says that it is not linked, the outbox knows what may have arrived.
 */
import { readFile, writeFile, rm } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { itemPath, nextRun } from './testing/next-run';

async function templatesAfter(isKilled: boolean) {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  const path = await itemPath(made);
  const step = await made.outbox.handlers.link({ ...made.place, templateId: 'theirs' });
  /** What the outbox's file holds when the theme's own file says that it is unlinked. */
  let held: Buffer | 'none' | undefined;
  const unlink = made.library.unlink;
  vi.spyOn(made.library, 'unlink').mockImplementation(async (...of) => {
    await unlink(...of);
    held = await readFile(path).catch(() => 'none' as const);
  });
  expect(await made.outbox.handlers.undoLink({ step: step ?? 0 })).toBe('done');
  await made.settled();
  await made.library.flush();
  await made.outbox.close(0);
  expect(held).toBeDefined();
  if (isKilled && held === 'none') await rm(path);
  else if (isKilled && held) await writeFile(path, held);
  const again = await nextRun(made);
  await again.settled();
  const delivery = (await again.shown())?.delivery;
  await again.publish();
  await again.drained();
  return { delivery, templates: made.practice.state().templates.length };
}

it('the control: it is not killed', async () => {
  expect(await templatesAfter(false)).toEqual({ delivery: 'unknown', templates: 1 });
});

it('it is killed between the two', async () => {
  expect(await templatesAfter(true)).toEqual({ delivery: 'unknown', templates: 1 });
});
