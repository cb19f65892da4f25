/**
 * Something waits, or was refused, and the person chooses a copy of the library: "Meanwhile the outbox says that it’s
 * from another library, and the copy’s card shows nothing of it" (docs/guide.md). The window knows what it was told.
 */
import { cp } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary, type CopiedLibrary } from './testing/copied-library';

/** The window, one second after all has come to rest. */
async function toldTo(made: CopiedLibrary) {
  await made.settled();
  made.clock.pass(1_000);
  const told = made.snapshots.at(-1);
  return { whys: told?.items.map(({ why }) => why), deliveries: told?.deliveries };
}

async function waiting(behaviour: { status: number } | 'paused'): Promise<CopiedLibrary> {
  const made = await copiedLibrary();
  await cp(made.own, made.folder('copy'), { recursive: true });
  if (behaviour === 'paused') await made.outbox.handlers.setPaused({ isPaused: true });
  else made.practice.setBehaviour('saveThemeTemplate', behaviour);
  await made.publish();
  await toldTo(made);
  return made;
}

const cases = [
  ['paused', 'paused', 'otherLibrary', 'paused'],
  ['its token refused', { status: 401 }, 'otherLibrary', 'blocked'],
  // It was refused before, and is still.
  ['refused', { status: 400 }, 'refused', 'refused'],
] as const;

it.each(cases)('is told of the copy that is chosen: %s', async (_name, behaviour, why) => {
  const made = await waiting(behaviour);
  await made.use(made.folder('copy'));
  expect(await toldTo(made)).toEqual({ whys: [why], deliveries: [] });
});

it.each(cases)(
  'and of its own that is chosen again: %s',
  async (why, behaviour, _why, delivery) => {
    const made = await waiting(behaviour);
    await made.use(made.folder('copy'));
    // Whatever else changes is told with it.
    made.outbox.connectionsChanged();
    expect(await toldTo(made), why).toMatchObject({ deliveries: [] });
    await made.use(made.own);
    expect((await toldTo(made)).deliveries).toMatchObject([{ delivery }]);
  },
);

it.each(cases)('the control: once something else changed: %s', async (_name, behaviour, why) => {
  const made = await waiting(behaviour);
  await made.use(made.folder('copy'));
  made.outbox.connectionsChanged();
  expect(await toldTo(made)).toEqual({ whys: [why], deliveries: [] });
});
