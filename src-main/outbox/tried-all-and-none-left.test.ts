/**
 * A service wants no more for an hour; a person knows better and presses *Try all now*: “One of each connection is tried
 * in spite of its wait; when it goes, the others follow”. One of those that wait can’t go: it was moved to the bin, or
 * the service refuses it as it is.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

/** Three themes that wait for an hour that the service asked for, and wants no more. */
async function threeWaiting() {
  const made = await outboxFixture({ themes: 3 });
  made.connections.forEach((each) => Object.assign(each, { keepsClientIds: 'yes' }));
  made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '3600' });
  await made.publish(...made.ids);
  await made.settled();
  expect((await made.items()).map(({ why }) => why)).toEqual(['asked', 'asked', 'asked']);
  made.practice.setBehaviour('saveThemeTemplate', null);
  return made;
}

it.each([
  ['the control: none is deleted', undefined, 3],
  ['the first one is in the bin', 0, 2],
  ['the last one is in the bin', 2, 2],
])('sends those that can go: %s', async (_name, deleted, sent) => {
  const made = await threeWaiting();
  const id = deleted === undefined ? undefined : made.ids[deleted];
  if (id !== undefined) await made.library.handlers.remove({ ids: [id] });

  await made.outbox.handlers.retry({});
  await made.settled();
  expect(made.practice.state().templates).toHaveLength(sent);
});
