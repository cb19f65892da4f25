/**
 * Many themes are published, and their connection is pointed to another workspace while a slow disk gives
 * the first of them. They were asked for at the workspace before: of all of them a person is asked.
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

/** The workspaces that got anything, when so many themes are published and the connection moves meanwhile. */
async function workspacesThatGot(themes: number): Promise<string[]> {
  const made = await outboxFixture({ themes });
  const saved = made.library.saved.bind(made.library);
  let goOn: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (goOn = resolve));
  const reading = vi.spyOn(made.library, 'saved').mockImplementation(async (id) => {
    await slow;
    return saved(id);
  });
  const publishing = made.publish(...made.ids);
  await vi.waitFor(() => expect(reading).toHaveBeenCalledTimes(Math.min(themes, 8)));
  made.connections[0] = { ...made.connection, workspaceId: 'w2' };
  made.outbox.tokenReplaced('c1');
  made.outbox.connectionsChanged();
  goOn();
  await publishing;
  await made.drained();
  expect((await made.items()).map(({ why }) => why)).toContain('elsewhere');
  return made.practice
    .received()
    .map(({ body }) => (JSON.parse(body) as { workspaceId: string }).workspaceId);
}

it('the control: eight, which are read at once, wait for a person', async () => {
  expect(await workspacesThatGot(8)).toEqual([]);
});

it('twelve, of which four have their turn later, all wait for a person', async () => {
  expect(await workspacesThatGot(12)).toEqual([]);
});
