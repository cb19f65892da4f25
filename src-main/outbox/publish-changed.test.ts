/** What many are published by at once sends nothing of which a person has to decide. */
import { describe, expect, it } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

/** Two published themes: of one it is not known whether its later saves arrived, the other has changed. */
async function withOneInDoubt(): Promise<OutboxFixture & { readonly copies: () => number }> {
  const made = await outboxFixture({ themes: 2 });
  const [doubtful = '', changed = ''] = made.ids;
  made.practice.setBehaviour('all', { ids: 'own' });
  await made.publish(...made.ids);
  await made.drained();
  // Deleted in the dashboard: each save under its id makes another template.
  const there = made.practice.state().templates.find(({ name }) => name === 'Harbour');
  made.practice.removeTemplate(there?.id ?? '');
  await made.library.handlers.rename({ id: doubtful, name: 'Port' });
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing' });
  await made.publish(doubtful);
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'decision', unsureTries: 2 }]);
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  await made.library.handlers.rename({ id: changed, name: 'Quay' });
  const copies = () => made.practice.state().templates.filter(({ name }) => name === 'Port').length;
  return { ...made, copies };
}

describe('*Publish 1 changed theme*', () => {
  it('does not send again what may have arrived, and was not counted on the button', async () => {
    const made = await withOneInDoubt();
    const before = made.copies();
    const { queued } = await made.outbox.handlers.publishChanged({ connectionId: 'c1' });
    expect(queued).toBe(1);
    await made.drained();
    expect(made.practice.state().templates.map(({ name }) => name)).toContain('Quay');
    expect(made.copies()).toBe(before);
    expect(await made.items()).toMatchObject([{ why: 'decision', name: 'Port' }]);
  });
});

describe('publishing many that were selected', () => {
  it('does not send again what may have arrived without a word about that one', async () => {
    const made = await withOneInDoubt();
    const before = made.copies();
    const publish = (...themeIds: string[]) =>
      made.outbox.handlers.publish({ themeIds, connectionIds: [made.connection.id] });
    const { undecided } = await publish(...made.ids);
    expect(undecided).toEqual([made.place]);
    await made.drained();
    expect(made.copies()).toBe(before);
    expect(await made.items()).toMatchObject([{ why: 'decision', name: 'Port' }]);
    // Named by itself, it goes.
    expect(await publish(made.place.themeId)).not.toHaveProperty('undecided');
    await made.drained();
    expect(await made.items()).toEqual([]);
  });
});
