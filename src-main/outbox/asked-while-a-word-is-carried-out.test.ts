/**
 * A person links a theme, and while that is written into its file asks for more: that is none of what the
 * link ends.
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

/** Links the theme; `meanwhile` happens as its file is being written. */
async function linked(made: OutboxFixture, meanwhile: () => Promise<void>): Promise<void> {
  const well = made.library.setPublication.bind(made.library);
  vi.spyOn(made.library, 'setPublication').mockImplementationOnce(async (...all) => {
    await meanwhile();
    await well(...all);
  });
  await made.outbox.handlers.link({ ...made.place, templateId: 'there-already' });
}

it('publishes what is asked for while it is linked', async () => {
  const made = await outboxFixture();
  await linked(made, () => made.publish());
  await made.drained();
  expect(made.practice.received().map(({ path }) => path.split('/').at(-1))).toEqual([
    'there-already',
  ]);
});

it('forgets no doubt about the workspace to which its connection is pointed meanwhile', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.drained();
  made.connection.keepsClientIds = 'no';
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  made.connections[0] = { ...made.connection, workspaceId: 'w2' };
  await linked(made, () => {
    made.connections[0] = made.connection;
    return Promise.resolve();
  });
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
});
