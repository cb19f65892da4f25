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
