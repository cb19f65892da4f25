/** A service that gives ids of its own, changes them, loses what it has, and answers what was cancelled. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { startOddService, type OddMind, type OddService } from './testing/odd-service';

const killed = 'Foyer is killed before the answer';

const minds: readonly OddMind[] = (
  ['stay', 'change, and old ones lead there', 'change, and old ones are gone'] as const
).flatMap((ids) => (['404', 'a new template'] as const).map((gone) => ({ ids, gone })));

interface Scene {
  made: OutboxFixture;
  readonly service: OddService;
}

async function scene(mind: OddMind): Promise<Scene> {
  const service = await startOddService(mind);
  const made = await outboxFixture({ connections: [connectionTo(service)] });
  return { made, service };
}

const connectionTo = ({ baseAddress }: OddService) => ({
  ...{ id: 'c1', label: 'Northwind', baseAddress, workspaceId: 'w1' },
  ...{ preset: 'documented' as const, presentation: { kind: 'bearer' as const } },
  keepsClientIds: 'unknown' as const,
});

const rename = ({ library, place }: OutboxFixture, name: string) =>
  library.handlers.rename({ id: place.themeId, name });

/** It has arrived at the service, which has acted on it. */
async function acted({ service }: Scene, count: number): Promise<void> {
  while (service.received().length < count) await new Promise((resolve) => setImmediate(resolve));
}

/** A person looks at what the service has, and says what is so, until nothing waits. */
async function asksAndLooks({ made, service }: Scene): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await made.drained();
    const [item] = await made.items();
    if (item === undefined) return;
    const [found] = service.templates();
    const isNotFound = item.outcome?.kind === 'rejected' && item.outcome.status === 404;
    if (item.why === 'decision' && (found ?? !isNotFound)) {
      await made.outbox.handlers.decide({
        ...made.place,
        ...(found
          ? { decision: 'published' as const, templateId: found.id }
          : { decision: 'sendAgain' as const }),
      });
    } else {
      expect(isNotFound).toBe(true);
      // “Not found”: it is at another place, or nowhere any more.
      if (found) await made.outbox.handlers.link({ ...made.place, templateId: found.id });
      else await made.unlink();
      await made.publish();
    }
  }
}

/**
 * The service has nothing but the newest; Foyer knows where, and its window says so. Returns of how many
 * templates too many somebody was told.
 */
async function expectNewest({ made, service }: Scene, name: string): Promise<number> {
  if ((await made.shown())?.relation !== 'same') await made.publish();
  await asksAndLooks({ made, service });
  const templates = service.templates();
  expect(new Set(templates.map((template) => template.name))).toEqual(new Set([name]));
  expect(await made.items()).toEqual([]);
  const shown = await made.shown();
  expect(shown).toMatchObject({ relation: 'same', delivery: 'idle' });
  expect(templates.map(({ id }) => id)).toContain(shown?.templateId);
  return Math.max(0, ...made.answers.map(({ result }) => result?.possibleCopies ?? 0));
}

/**
 * A later save whose answer is lost is repeated once by itself. Where a service makes something new of an
 * id that it does not know any more, that can make one copy, of which a person is told.
 */
const mayMakeACopy = ({ gone }: OddMind, trouble: string): boolean =>
  gone === 'a new template' && ['its answer is lost', killed].includes(trouble);

/** What happens to the save that comes next; it ends with all that goes by itself done. */
const troubles: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  async nothing({ made }) {
    await made.publish();
  },
  async 'its answer is lost'({ made, service }) {
    service.cutNext();
    await made.publish();
  },
  async 'it is cancelled, and answered then'(scene) {
    const { made, service } = scene;
    const count = service.received().length;
    const hold = service.holdAnswers();
    await made.publish();
    await acted(scene, count + 1);
    await made.outbox.handlers.cancel({ only: made.place });
    hold.release();
  },
  async [killed](scene) {
    const { made, service } = scene;
    const count = service.received().length;
    const hold = service.holdAnswers();
    await made.publish();
    await acted(scene, count + 1);
    // Nothing of that run is written any more: it hears no answer.
    hold.forget();
    onTestFinished(() => service.cutAll());
    scene.made = await outboxFixture({ root: made.root, connections: made.connections });
    scene.made.token = made.token;
  },
};

describe.each(minds)(
  'an odd service whose ids $ids, and to one that is gone says $gone',
  (mind) => {
    it.each(Object.entries(troubles))('at a first save: %s', async (_name, trouble) => {
      const here = await scene(mind);
      await trouble(here);
      await here.made.drained();
      // Whatever came of it, it went once.
      expect(here.service.received()).toEqual(['Harbour']);
      await asksAndLooks(here);
      await expectNewest(here, 'Harbour');
      await rename(here.made, 'Quay');
      await here.made.publish();
      await expectNewest(here, 'Quay');
      expect(here.service.made()).toBe(1);
    });

    it.each(Object.entries(troubles))('at a later save: %s', async (name, trouble) => {
      const here = await scene(mind);
      await here.made.publish();
      await here.made.drained();
      await rename(here.made, 'Quay');
      await trouble(here);
      await here.made.drained();
      await asksAndLooks(here);
      const told = await expectNewest(here, 'Quay');
      const copies = here.service.made() - 1;
      expect(copies).toBeLessThanOrEqual(mayMakeACopy(mind, name) ? told : 0);
      expect(copies).toBeLessThanOrEqual(1);
    });

    it.each(Object.entries(troubles))(
      'at a save after it lost the template: %s',
      async (name, trouble) => {
        const here = await scene(mind);
        await here.made.publish();
        await here.made.drained();
        here.service.lose();
        await rename(here.made, 'Quay');
        await trouble(here);
        await here.made.drained();
        await asksAndLooks(here);
        const told = await expectNewest(here, 'Quay');
        // Made once at first, and once because it was lost.
        const copies = here.service.made() - 2;
        expect(copies).toBeLessThanOrEqual(mayMakeACopy(mind, name) ? told : 0);
        expect(copies).toBeLessThanOrEqual(1);
      },
    );
  },
);
