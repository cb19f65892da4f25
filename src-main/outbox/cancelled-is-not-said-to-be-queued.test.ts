/**
 * Themes are published from the library, which says in the end how many were queued, and everything is
 * cancelled while a slow disk still gives them.
 */
import { expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { outboxFixture } from './testing/fixture-outbox';

/** How many the library is told were queued, and how many were sent. */
async function published(
  how: 'cancelled' | 'left',
  isReadable = true,
): Promise<{ queued: number; sent: number }> {
  const made = await outboxFixture({ themes: 3 });
  const saved = made.library.saved.bind(made.library);
  let goOn: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (goOn = resolve));
  const reading = vi.spyOn(made.library, 'saved').mockImplementation(async (id) => {
    await slow;
    if (!isReadable) throw new ProblemError({ code: 'notFound', what: 'theme' });
    return saved(id);
  });
  const publishing = made.outbox.handlers.publish({
    themeIds: [...made.ids],
    connectionIds: [made.connection.id],
  });
  await vi.waitFor(() => expect(reading).toHaveBeenCalledTimes(3));
  if (how === 'cancelled') await made.outbox.handlers.cancel({});
  goOn();
  const { queued, problems } = await publishing;
  expect(problems).toEqual([]);
  await made.drained();
  return { queued, sent: made.practice.received().length };
}

it('the control: those that nobody cancels are queued, and sent', async () => {
  expect(await published('left')).toEqual({ queued: 3, sent: 3 });
});

it('those that were cancelled are not said to be queued', async () => {
  expect(await published('cancelled')).toEqual({ queued: 0, sent: 0 });
});

it('nor is anything said of those that could not be read in the end', async () => {
  expect(await published('cancelled', false)).toEqual({ queued: 0, sent: 0 });
});
