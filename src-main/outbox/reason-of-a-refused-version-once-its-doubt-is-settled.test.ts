/**
 * A first save may have arrived, a newer version waits behind it, and is sent at a person's word (“Send again”): the
 * service refuses that newer version and says why. The person then settles the doubt (“It isn’t there”, or “Mark as
 * published”). The newer version stays in the outbox as refused, and what the service said of it is true as before:
 * “The outbox shows what is waiting, why” (docs/guide.md).
 */
import { describe, expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function refusedBehindADoubt() {
  const made = await outboxFixture();
  const { practice, library, outbox, place } = made;
  practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.drained();
  await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  await made.publish();
  practice.setBehaviour('saveThemeTemplate', { ids: 'own', status: 400, times: 1 });
  await outbox.handlers.decide({ ...place, decision: 'sendAgain' });
  await made.drained();
  expect(await made.items()).toMatchObject([
    { why: 'decision', outcome: { kind: 'rejected', status: 400 } },
  ]);
  return made;
}

it('is said where it was refused without a doubt', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
  await made.publish();
  await made.drained();
  expect(await made.items()).toMatchObject([
    { why: 'refused', outcome: { kind: 'rejected', status: 400 } },
  ]);
});

describe.each(['drop', 'published'] as const)('settled with %s', (decision) => {
  it('is still said of the newer version', async () => {
    const made = await refusedBehindADoubt();
    await made.outbox.handlers.decide({ ...made.place, decision });
    await made.drained();
    expect(await made.items()).toMatchObject([
      { why: 'refused', name: 'Newer', outcome: { kind: 'rejected', status: 400 } },
    ]);
  });

  it('is still told to the studio', async () => {
    const made = await refusedBehindADoubt();
    await made.outbox.handlers.decide({ ...made.place, decision });
    await made.drained();
    const answers = await made.outbox.handlers.answers({ themeId: made.place.themeId });
    expect(answers).toMatchObject([{ result: { outcome: { kind: 'rejected' } } }]);
  });
});
