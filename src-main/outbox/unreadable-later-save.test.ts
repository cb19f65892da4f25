/**
 * A later save in doubt whose file can't be read. The theme's own file still says which template it is
 * at a service that gives ids of its own.
 */
import { publicationKey } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { cutItemShort, nextRun } from './testing/next-run';

/** Published; changed; and the save of the change lost twice. After a restart. */
async function inDoubt(isReadable: boolean): Promise<OutboxFixture> {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  await made.publish();
  await made.drained();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing' });
  await made.publish();
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: false }]);
  await made.outbox.close(0);
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  if (!isReadable) await cutItemShort(made);
  const again = await nextRun(made);
  expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
  // The service goes on through the restart.
  return { ...again, practice: made.practice };
}

/** Whether a person is told that it was done. */
const goesWell = (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  );

const readability = [
  ['the control: readable', true],
  ['unreadable', false],
] as const;

it.each(readability)(
  'stays linked to its template when a person found it there: %s',
  async (_name, isReadable) => {
    const made = await inDoubt(isReadable);
    const place = publicationKey(made.connection);
    const before = (await made.document()).publications[place]?.templateId;
    expect(before).toBe(made.practice.state().templates[0]?.id);
    // As it stands in the dialog.
    expect(await made.items()).toMatchObject([{ templateId: before, isFirst: false }]);
    // As the dialog sends it where the ID is left empty.
    await made.outbox.handlers.decide({ ...made.place, decision: 'published' });
    expect((await made.document()).publications[place]?.templateId).toBe(before);
  },
);

it.each(readability)(
  'makes no second template when it is published after that: %s',
  async (_name, isReadable) => {
    const made = await inDoubt(isReadable);
    await made.outbox.handlers.decide({ ...made.place, decision: 'published' });
    await made.publish();
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(1);
  },
);

it.each(readability)('is unlinked whole, or not at all: %s', async (_name, isReadable) => {
  const made = await inDoubt(isReadable);
  const place = publicationKey(made.connection);
  const isDone = await goesWell(async () => made.outbox.handlers.unlink(made.place));
  expect((await made.document()).publications[place] === undefined).toBe(isDone);
});

it.each(readability)('is linked whole, or not at all: %s', async (_name, isReadable) => {
  const made = await inDoubt(isReadable);
  const place = publicationKey(made.connection);
  const another = { ...made.place, templateId: 'another' };
  const isDone = await goesWell(async () => made.outbox.handlers.link(another));
  const { templateId } = (await made.document()).publications[place] ?? {};
  expect(templateId === 'another').toBe(isDone);
});
