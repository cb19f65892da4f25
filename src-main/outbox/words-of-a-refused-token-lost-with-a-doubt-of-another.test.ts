/**
 * Two connections lead to one workspace. Of a save through the second it isn't known whether it arrived. A newer version is
 * published through the first, whose token the service refuses, in words that the outbox and the studio show. A person
 * settles the doubt of the second: the newer version still waits for the token of the first, for the reason that it had.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each(['drop', 'published'] as const)('%s', async (decision) => {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  made.connections.push({ ...made.connection, id: 'c2', label: 'Team' });
  const { library, outbox, practice, place } = made;
  const { themeId } = place;
  practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2'] });
  await arrived(practice);
  await outbox.handlers.cancel({ only: { themeId, connectionId: 'c2' } });
  await made.settled();
  await library.handlers.rename({ id: themeId, name: 'Newer' });
  practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  await made.settled();
  const said = async () => ({
    entries: (await made.items()).flatMap(({ connectionId, why, outcome }) =>
      connectionId === 'c1' ? [{ why, outcome: outcome?.kind }] : [],
    ),
    answers: (await outbox.handlers.answers({ themeId })).map(
      ({ connectionId, result }) => `${connectionId} ${String(result?.outcome.kind)}`,
    ),
  });
  const before = await said();
  expect(before).toEqual({
    entries: [{ why: 'tokenRefused', outcome: 'tokenRefused' }],
    answers: ['c1 tokenRefused'],
  });
  await outbox.handlers.decide({ themeId, connectionId: 'c2', decision });
  expect(await said()).toEqual(before);
});
