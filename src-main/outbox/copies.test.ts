/** A later save can make copies too: when its template was deleted at a service with ids of its own. */
import { describe, expect, it } from 'vitest';
import type { PracticeBehaviour } from '../practice/practice';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/** A theme that was published, and whose template was deleted at the service. */
async function deletedThere(): Promise<OutboxFixture> {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  const [template] = made.practice.state().templates;
  made.practice.removeTemplate(template?.id ?? '');
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
  return made;
}

const lost: readonly [name: string, behaviour: PracticeBehaviour][] = [
  ['is lost', { cut: 'afterActing' }],
  ['is a 500', { status: 500, acts: true }],
  ['is a 503 with Retry-After', { status: 503, retryAfter: '1', acts: true }],
  ['can’t be read', { form: 'html', acts: true }],
];

describe.each(lost)('a later save whose answer %s', (_name, behaviour) => {
  it('is repeated once at most, then a person decides', async () => {
    const made = await deletedThere();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', ...behaviour });
    await made.publish();
    await made.drained();
    expect(made.practice.state().templates.length).toBeLessThanOrEqual(2);
    expect(await made.items()).toMatchObject([
      { why: 'decision', isFirst: false, name: 'Port', unsureTries: 2 },
    ]);
    expect(await made.shown()).toMatchObject({ delivery: 'unknown' });
    // Neither a restart nor waking up is a decision.
    const before = made.practice.received().length;
    made.outbox.wake();
    await made.outbox.close(0);
    const again = await nextRun(made);
    await again.drained();
    await again.outbox.handlers.retry({});
    await again.drained();
    expect(made.practice.received()).toHaveLength(before);
    // A person's word is for one try.
    await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await again.drained();
    expect(made.practice.received()).toHaveLength(before + 1);
    expect(await again.items()).toMatchObject([{ why: 'decision', unsureTries: 3 }]);
  });

  it('says how many copies may be there, once one is answered', async () => {
    const made = await deletedThere();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', ...behaviour, times: 1 });
    await made.publish();
    await made.drained();
    expect(made.answers.at(-1)?.result).toMatchObject({
      outcome: { kind: 'accepted' },
      hasOwnId: true,
      possibleCopies: 1,
    });
    expect(await made.items()).toEqual([]);
  });
});

it('is repeated until it arrives where the service is known to keep the client’s ids', async () => {
  const made = await outboxFixture();
  await made.publish();
  await made.drained();
  expect(made.connection.keepsClientIds).toBe('yes');
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
  made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 6 });
  await made.publish();
  await made.drained();
  expect(await made.items()).toEqual([]);
  expect(made.practice.state().templates).toMatchObject([{ name: 'Port' }]);
  expect(made.answers.at(-1)?.result?.possibleCopies).toBe(0);
});

it('counts the tries of a program that was killed, too', async () => {
  const made = await deletedThere();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', delayMs: 4_000, acts: true });
  let run = made;
  await run.publish();
  for (let start = 0; start < 4; start += 1) {
    const before = made.practice.received().length;
    const isAsked = async () => (await run.items())[0]?.why === 'decision';
    while (made.practice.received().length === before && !(await isAsked())) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    // As if it had been killed: nothing of this run is written any more.
    run = await outboxFixture({
      root: made.root,
      connections: run.connections.map((each) => ({ ...each })),
    });
    run.token = made.token;
    await run.items();
  }
  expect(made.practice.received().length).toBeLessThanOrEqual(3);
  await made.practice.stop();
});

describe('a 408 of a service with ids of its own, which has read the request and acted', () => {
  it('won’t create a duplicate by itself of a first save', async () => {
    const made = await outboxFixture();
    Object.assign(made.connection, { keepsClientIds: 'no' });
    made.practice.setBehaviour('all', { ids: 'own' });
    made.practice.setBehaviour('saveThemeTemplate', { status: 408, acts: true, times: 1 });
    await made.publish();
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(1);
    expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: true }]);
  });
});
