/** Every order of events, by chance: in the end the service has the newest of each theme, once. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { PracticeBehaviour } from '../practice/practice';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { asAPerson } from './testing/fake-person';
import { freePort } from './testing/free-port';
import { watched } from './testing/witness';

const themes = 3;

const faults: readonly PracticeBehaviour[] = [
  { cut: 'beforeReading' },
  { cut: 'afterReading' },
  { cut: 'afterActing' },
  { cut: 'midBody' },
  { status: 400 },
  { status: 401 },
  { status: 429, retryAfter: '30' },
  { status: 500 },
  { status: 500, acts: true },
  { status: 503, retryAfter: '5' },
  { form: 'html' },
  { form: 'malformedJson', acts: true },
  { redirect: { status: 302, to: 'http://127.0.0.1:9/api/v1/x' } },
  { delayMs: 3 },
];

type Event =
  | { readonly kind: 'edit' | 'publish' | 'cancel' | 'tryNow'; readonly theme: number }
  | { readonly kind: 'fault'; readonly fault: number; readonly times: number }
  | { readonly kind: 'pass'; readonly seconds: number }
  | {
      readonly kind:
        | 'publishAll'
        | 'off'
        | 'on'
        | 'wake'
        | 'pause'
        | 'resume'
        | 'newToken'
        | 'settle'
        | 'restart';
    };

const theme = fc.nat({ max: themes - 1 });
const plain = (
  ...kinds: Exclude<Event, { theme: number } | { fault: number } | { seconds: number }>['kind'][]
) => fc.constantFrom(...kinds).map((kind): Event => ({ kind }));
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit' as const), theme }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('publish' as const), theme }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'tryNow' as const), theme }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      fault: fc.nat({ max: faults.length - 1 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.nat({ max: 40 }) }),
  },
  { weight: 6, arbitrary: plain('settle', 'publishAll', 'on', 'wake') },
  { weight: 3, arbitrary: plain('off', 'pause', 'resume', 'newToken', 'restart') },
);

/** Whether it was done; what waits no more is refused as not found, which is nobody's fault. */
async function unlessSentMeanwhile(asked: unknown): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'notFound') return false;
    throw error;
  }
}

/** Goes through the events; then all is well again, a person does what waits for one, and it drains. */
async function goThrough(ids: 'client' | 'own', events: readonly Event[]): Promise<void> {
  const first = await outboxFixture({ themes, timeLimitMs: 500, port: await freePort() });
  const { practice } = first;
  const witnesses = [await watched(first)];
  practice.setBehaviour('all', { ids });
  let made: OutboxFixture = first;
  let edits = 0;
  /** What was asked for last and not taken back. */
  const requested = new Map<string, string>();
  const nameOf = new Map<string, string>();
  const idAt = (index: number) => first.ids[index] ?? '';
  for (const { id, name } of (await made.library.handlers.list(undefined)).themes) {
    nameOf.set(id, name);
  }
  const publish = async (...chosen: string[]): Promise<void> => {
    await made.publish(...chosen);
    for (const id of chosen) requested.set(id, nameOf.get(id) ?? '');
  };
  for (const happens of events) {
    switch (happens.kind) {
      case 'edit': {
        const id = idAt(happens.theme);
        const name = `${String(happens.theme)} v${String((edits += 1))}`;
        await made.library.handlers.rename({ id, name });
        nameOf.set(id, name);
        break;
      }
      case 'publish':
        await publish(idAt(happens.theme));
        break;
      case 'publishAll':
        await publish(...first.ids);
        break;
      case 'cancel': {
        const id = idAt(happens.theme);
        const { cancel } = made.outbox.handlers;
        if (await unlessSentMeanwhile(cancel({ only: { ...made.place, themeId: id } }))) {
          requested.delete(id);
        }
        break;
      }
      case 'tryNow': {
        const id = idAt(happens.theme);
        const { retry } = made.outbox.handlers;
        await unlessSentMeanwhile(retry({ only: { ...made.place, themeId: id } }));
        break;
      }
      case 'fault':
        practice.setBehaviour('saveThemeTemplate', {
          ids,
          ...faults[happens.fault],
          times: happens.times,
        });
        break;
      case 'pass':
        made.clock.pass(happens.seconds * 1_000);
        break;
      case 'off':
        await practice.stop();
        break;
      case 'on':
        await practice.stop();
        await practice.start();
        break;
      case 'wake':
        made.outbox.wake();
        break;
      case 'pause':
      case 'resume':
        await made.outbox.handlers.setPaused({ isPaused: happens.kind === 'pause' });
        break;
      case 'newToken':
        made.outbox.tokenReplaced('c1');
        break;
      case 'settle':
        await made.settled();
        break;
      case 'restart': {
        // One that is killed in the middle is another test's matter.
        await made.settled();
        await made.outbox.close(0);
        await made.library.flush();
        made.library.close();
        made = await outboxFixture({
          root: first.root,
          connections: made.connections,
          timeLimitMs: 500,
        });
        await made.items();
        witnesses.push(await watched(made, practice, witnesses.at(-1)));
        break;
      }
    }
    await new Promise((resolve) => setImmediate(resolve));
  }

  await practice.stop();
  await practice.start();
  practice.setBehaviour('saveThemeTemplate', null);
  await made.outbox.handlers.setPaused({ isPaused: false });
  made.outbox.wake();
  await asAPerson(made, practice);
  expect(await made.items()).toEqual([]);
  const { templates } = practice.state();
  for (const id of first.ids) {
    const { publications } = await made.document(id);
    const [publication] = Object.values(publications);
    const there = templates.filter((template) => template.id === publication?.templateId);
    expect(there).toHaveLength(publication ? 1 : 0);
    const request = requested.get(id);
    if (request !== undefined) expect(there[0]?.name).toBe(request);
    // And the theme's own file says what is there.
    expect(there[0]?.name).toBe(publication?.sent?.name);
  }
  // Nothing is there beside them: no second copy of any.
  expect(templates.length).toBeLessThanOrEqual(themes);
  expect(witnesses.flatMap(({ lies }) => lies)).toEqual([]);
}

describe.each(['client', 'own'] as const)('any order of events, ids the %s’s', (ids) => {
  it('ends with the newest of each theme, once, and the window told the truth', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 25 }), (events) =>
        goThrough(ids, events),
      ),
      { numRuns: 40 },
    );
  }, 120_000);
});
