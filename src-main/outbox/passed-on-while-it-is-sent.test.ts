/**
 * Two themes are on their way to one workspace through one of two connections when its token is refused for the
 * first of them. The second is passed on for the time after that; it is being sent through the refused one.
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it('is shown as being sent through the connection that it is sent through', async () => {
  const made = await outboxFixture({ themes: 2 });
  made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
  const publish = (themeId: string | undefined) =>
    made.outbox.handlers.publish({ themeIds: [themeId ?? ''], connectionIds: ['c1', 'c2'] });
  const arrived = (count: number) =>
    vi.waitFor(() => {
      expect(made.practice.received()).toHaveLength(count);
    });
  // Saves of what is there already go side by side.
  for (const id of made.ids) await publish(id);
  await made.drained();
  for (const id of made.ids) await made.library.handlers.rename({ id, name: `${id} once more` });
  made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  const refuse = made.practice.holdAnswers();
  await publish(made.ids[0]);
  await arrived(3);
  const accept = made.practice.holdAnswers();
  await publish(made.ids[1]);
  await arrived(4);
  const shown = async () => {
    const items = await made.items();
    return items.find(({ themeId }) => themeId === made.ids[1]);
  };
  const before = await shown();
  expect(before).toMatchObject({ why: 'sending' });
  refuse();
  // The first one, through the other connection.
  await arrived(5);
  expect(await shown()).toMatchObject({ why: 'sending', connectionId: before?.connectionId });
  accept();
  await made.drained();
  expect(await made.items()).toEqual([]);
});
