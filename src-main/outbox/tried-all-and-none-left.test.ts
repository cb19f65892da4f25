/**
 * A service wants no more for an hour; a person knows better and presses *Try all now*: one is tried in spite of the
 * wait, and when it goes, the others follow. One of those that wait can’t go: it was moved to the bin, or the service
 * refuses it as it is.
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

it.each([
  ['refuses one as it is', { status: 400, times: 1 }, 2],
  ['fails, and has asked for a wait', { status: 500, times: 1 }, 0],
  ['wants no more, again', { status: 429, times: 1 }, 0],
] as const)('where the service %s, so many of the others go', async (_name, behaviour, sent) => {
  const made = await threeWaiting();
  const before = made.practice.received().length;
  made.practice.setBehaviour('saveThemeTemplate', behaviour);
  await made.outbox.handlers.retry({});
  await made.settled();
  expect(made.practice.received()).toHaveLength(before + 1 + sent);
  expect(made.practice.state().templates).toHaveLength(sent);
});
