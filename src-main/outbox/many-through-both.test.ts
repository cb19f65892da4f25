/**
 * Themes are published in one go through two connections that lead to one workspace (each with a token of its own,
 * say). For a person that is one publication of each theme there, and so it is counted before (`first-saves.ts`):
 * “the newest version arrives once”.
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

/** How often each theme arrives, when so many are published through both. */
async function arrivals(themes: number): Promise<number[]> {
  const made = await outboxFixture({ themes });
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  const saved = made.library.saved.bind(made.library);
  let asked = 0;
  // A disk that takes its time for each: what was read first is sent before the last is read.
  vi.spyOn(made.library, 'saved').mockImplementation(async (id) => {
    asked += 1;
    if (asked > themes) await vi.waitFor(() => expect(made.answers.length).toBeGreaterThan(0));
    return saved(id);
  });
  await made.outbox.handlers.publish({
    themeIds: [...made.ids],
    connectionIds: ['c1', 'c2'],
  });
  await made.drained();
  const bodies = made.practice.received().map(({ body }) => body);
  return made.ids.map((_id, index) => {
    const name = index === 0 ? '"Harbour"' : `"Harbour ${String(index + 1)}"`;
    return bodies.filter((body) => body.includes(name)).length;
  });
}

it('the control: one theme arrives once', async () => {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
  await made.drained();
  expect(made.practice.received()).toHaveLength(1);
});

it('each of twelve arrives once', async () => {
  expect(await arrivals(12)).toEqual(Array.from({ length: 12 }, () => 1));
});
