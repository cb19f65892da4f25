/**
 * A doubt beside a publication is settled once it is known that the service keeps the IDs that it is sent. One that was
 * stopped on its way is not asked for any more, and waits for a person's word alone: what is told of the entry says so.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each([
  ['no answer came', false, true],
  ['it was stopped', true, undefined],
])(
  'a doubt goes on by itself once IDs are kept: %s',
  async (_name, isStopped, isSettledByKeptIds) => {
    const made = await outboxFixture();
    const { outbox, place, practice } = made;
    if (isStopped) practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
    else practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish();
    await arrived(practice);
    if (isStopped) await outbox.handlers.stop(place);
    await made.settled();
    const [item] = await made.items();
    expect(item).toMatchObject({ why: 'decision' });
    expect(item?.isSettledByKeptIds).toBe(isSettledByKeptIds);
  },
);

it.each([
  ['was refused', 'expired'],
  ['is missing', undefined],
])('a doubt does not go on by itself where the token %s', async (_name, token) => {
  const made = await outboxFixture({ themes: 2 });
  made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
  await made.publish();
  await made.settled();
  made.tokenFor = () => Promise.resolve(token);
  await made.publish(made.ids[1] ?? '');
  await made.settled();
  const items = await made.items();
  const inDoubt = items.find(({ themeId }) => themeId === made.place.themeId);
  expect(items.map(({ why }) => why)).toContain(token ? 'tokenRefused' : 'tokenMissing');
  expect(inDoubt).toMatchObject({ why: 'decision' });
  expect(inDoubt?.isSettledByKeptIds).toBeUndefined();
});
