import { describe, expect, it } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { holdState } from './testing/held-reading';
import { nextRun } from './testing/next-run';

/** What many are published by at once sends nothing of which a person has to decide. */
describe('publishing many sends nothing again that may have arrived', () => {
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
    const copies = () =>
      made.practice.state().templates.filter(({ name }) => name === 'Port').length;
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
});

/**
 * A later save may have arrived, more than once. Sent again at a person's word, it is refused. The theme is edited, and
 * *publish what changed* is for all: "of what is on its way, or may have arrived, no more is sent without a word about
 * that one", and a word is "for one try".
 */
describe('*publish what changed* and a theme that may have arrived', () => {
  async function inDoubt() {
    const made = await outboxFixture();
    const { practice, library, outbox, place } = made;
    practice.setBehaviour('all', { ids: 'own' });
    await made.publish();
    await made.drained();
    await library.handlers.rename({ id: place.themeId, name: 'Second' });
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 2 });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', unsureTries: 2 }]);
    const changed = async () => {
      await library.handlers.rename({ id: place.themeId, name: 'Third' });
      const before = practice.received().length;
      await outbox.handlers.publishChanged({ connectionId: place.connectionId });
      await made.drained();
      return practice.received().length - before;
    };
    return { made, changed };
  }

  it('the control: before it is sent again', async () => {
    const { changed } = await inDoubt();
    expect(await changed()).toBe(0);
  });

  it('after it was sent again, and refused', async () => {
    const { made, changed } = await inDoubt();
    made.practice.setBehaviour('saveThemeTemplate', { status: 404, times: 1 });
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', mayHaveArrived: true }]);
    expect(await changed()).toBe(0);
  });
});

/**
 * A later save may have arrived at a second workspace, where its template may have been deleted, and a person is
 * asked. Then the theme is published to both workspaces: handed over together, they are no word about the save in
 * doubt, which is asked about still; handed over one after the other, each is such a word, and the save goes again.
 * That the library and the studio hand them over together is shown in
 * src-renderer/screens/studio/publish-to-several-in-doubt.test.ts.
 */
describe('a theme in doubt at one of two workspaces is published to both', () => {
  /** The theme is in doubt at the workspace `w2` alone. */
  async function inDoubt(): Promise<OutboxFixture> {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'Kestrel', workspaceId: 'w2' });
    made.practice.setBehaviour('all', { ids: 'own' });
    await publish(made, ['c1']);
    await publish(made, ['c2']);
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Second' });
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing' });
    await publish(made, ['c2']);
    expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'decision' }]);
    made.practice.setBehaviour('saveThemeTemplate', null);
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Third' });
    return made;
  }

  async function publish(made: OutboxFixture, connectionIds: string[]): Promise<void> {
    await made.outbox.handlers.publish({ themeIds: [made.place.themeId], connectionIds });
    await made.drained();
  }

  const sentToSecond = (made: OutboxFixture) =>
    made.practice.received().filter(({ body }) => body.includes('"w2"')).length;

  it('handed over together, it asks still', async () => {
    const made = await inDoubt();
    const before = sentToSecond(made);
    await publish(made, ['c1', 'c2']);
    expect(sentToSecond(made)).toBe(before);
    expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'decision' }]);
  });

  it('handed over one after the other, it goes again', async () => {
    const made = await inDoubt();
    const before = sentToSecond(made);
    await publish(made, ['c1']);
    await publish(made, ['c2']);
    expect(sentToSecond(made)).toBe(before + 1);
  });
});

/**
 * A theme waits, as it was when it was published; it is edited since. Foyer starts from a slow disk, and *publish what
 * changed* is pressed while the outbox is still being read: "of what is on its way, or may have arrived, no more is sent
 * without a word about that one", and "A theme is sent as it was when you last published it".
 */
describe('*publish what changed* while the outbox is read', () => {
  it.each([
    ['the control: once the outbox was read', false],
    ['while the outbox is still being read', true],
  ])('what waits is left as it was asked for: %s', async (_name, isEarly) => {
    const first = await outboxFixture();
    const { themeId } = first.place;
    const rename = (name: string) => first.library.handlers.rename({ id: themeId, name });
    await first.publish();
    await first.drained();
    await first.outbox.handlers.setPaused({ isPaused: true });
    await rename('As it was published');
    await first.publish();
    await rename('Not ready yet');
    await first.outbox.close(1_000);
    await first.library.flush();

    const { goOn } = holdState();
    const again = await nextRun(first);
    if (!isEarly) {
      goOn();
      await again.settled();
    }
    const publishing = again.outbox.handlers.publishChanged({ connectionId: 'c1' });
    // The library is read long before.
    await again.library.handlers.list(undefined);
    await new Promise((next) => setImmediate(next));
    goOn();
    expect(await publishing).toMatchObject({ queued: 0 });
    expect(await again.items()).toMatchObject([{ why: 'paused', name: 'As it was published' }]);
  });
});
