/**
 * Some themes wait from an earlier run, and of others it isn't known whether they arrived. At its start Foyer looks the
 * doubts up in the library, which takes its time on a slow drive. Meanwhile a person cancels what waits, and publishes it
 * again: that is queued, and stays so (docs/guide.md: what is queued is sent automatically later).
 */
import { expect, it, vi } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

async function waitsAfter(isSlow: boolean, isAllCancelled: boolean) {
  const made = await outboxFixture({ themes: 12 });
  const { practice, outbox, root, connections } = made;
  practice.setBehaviour('all', { ids: 'own' });
  const [doubted, waiting] = [made.ids.slice(0, 6), made.ids.slice(6)];
  practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 6 });
  await made.publish(...doubted);
  await made.drained();
  await arrived(practice, 6);
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish(...waiting);
  await made.library.flush();
  await outbox.close(0);

  let answer = (): void => undefined;
  const answered = new Promise<void>((done) => (answer = done));
  const again = await outboxFixture({
    ...{ root, connections },
    before: ({ library }) => {
      const noted = library.noted.bind(library);
      if (!isSlow) return;
      vi.spyOn(library, 'noted').mockImplementation(async (id) => {
        await answered;
        return noted(id);
      });
    },
  });
  again.token = made.token;
  const { handlers } = again.outbox;
  const ofWaiting = async () =>
    (await again.items()).filter(({ themeId }) => waiting.includes(themeId));
  expect(await ofWaiting()).toMatchObject(waiting.map(() => ({ why: 'paused' })));
  if (isAllCancelled) await handlers.cancel({});
  else for (const themeId of waiting) await handlers.cancel({ only: { ...made.place, themeId } });
  expect(await ofWaiting()).toEqual([]);
  const queued = await handlers.publish({ themeIds: waiting, connectionIds: ['c1'] });
  expect(queued).toMatchObject({ queued: 6, cancelled: [], problems: [] });
  expect(await ofWaiting()).toHaveLength(6);
  answer();
  await again.settled();
  return (await ofWaiting()).length;
}

it.each([
  ['quick, each is cancelled', false, false],
  ['slow, each is cancelled', true, false],
  ['quick, all is cancelled', false, true],
  ['slow, all is cancelled', true, true],
])('what is published anew stays queued: %s', async (_name, isSlow, isAllCancelled) => {
  expect(await waitsAfter(isSlow, isAllCancelled)).toBe(6);
});
