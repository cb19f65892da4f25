import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createActivity } from '../activity/activity';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/** What came of a try is not shown of the next one that a person asked for. */
describe('what came of an earlier try', () => {
  it('is not shown any more while it is sent again at a person’s word', async () => {
    const made = await outboxFixture();
    Object.assign(made.connection, { keepsClientIds: 'no' });
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish();
    await arrived(made.practice);
    await made.settled();
    const { themeId } = made.place;
    expect(await made.outbox.handlers.answers({ themeId })).toMatchObject([
      { result: { outcome: { kind: 'unsure' } } },
    ]);
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await arrived(made.practice, 2);
    expect(await made.items()).toMatchObject([{ why: 'sending' }]);
    const shown = await made.outbox.handlers.answers({ themeId });
    release();
    await made.settled();
    expect(shown).toEqual([]);
  });

  it('is not shown any more while it is tried at once at a person’s word', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
    await made.publish();
    await made.settled();
    const { themeId } = made.place;
    expect(await made.items()).toMatchObject([{ why: 'refused' }]);
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.retry({ only: made.place });
    await arrived(made.practice, 2);
    expect(await made.items()).toMatchObject([{ why: 'sending' }]);
    const shown = await made.outbox.handlers.answers({ themeId });
    release();
    await made.settled();
    expect(shown).toEqual([]);
  });
});

/**
 * A save may have arrived, and a newer version waits for the word about it. A person has it sent again: what goes is the
 * newer one, which was never tried. Nothing may say of it what came of a try.
 */
describe('a newer version that goes as a doubt is sent again', () => {
  it.each([
    ['the control: they say that it is not there', 'drop'],
    ['sent again', 'sendAgain'],
  ] as const)('is not said of it: %s', async (_name, decision) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
    await made.publish();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.outbox.handlers.decide({ ...made.place, decision });
    const items = await made.items();
    expect(items).toMatchObject([{ why: 'paused', name: 'Newer' }]);
    expect(items[0]?.outcome?.kind).toBe(undefined);
  });
});

/**
 * A save may have arrived; sent again, it is refused. A person mends the theme and publishes it anew, while the outbox
 * is paused: "what came of an earlier one is nothing of this one's", with a doubt as without.
 */
describe('a newer version after a refused one', () => {
  it.each([
    ['the control: without a doubt', false],
    ['with a doubt', true],
  ])('is not said of the newer version: %s', async (_name, isInDoubt) => {
    const made = await outboxFixture();
    if (isInDoubt) {
      made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
      await made.publish();
      await made.drained();
    }
    made.practice.setBehaviour('saveThemeTemplate', { status: 404 });
    if (isInDoubt) await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    else await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: isInDoubt ? 'decision' : 'refused' }]);
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Mended' });
    await made.publish();
    if (isInDoubt) {
      // The word about the doubt was for the try that was refused.
      expect(await made.items()).toMatchObject([{ why: 'decision', name: 'Harbour' }]);
      await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    }
    const items = await made.items();
    expect(items).toMatchObject([{ why: 'paused', name: 'Mended' }]);
    expect(items[0]?.outcome?.kind).not.toBe('rejected');
  });
});

/**
 * A save may have arrived, and a newer version waits for the word about it. A person says that it isn't there (or
 * that it is). The newer version was never tried: nothing may say of it that its last try may have arrived.
 */
describe('a newer version behind a settled doubt', () => {
  it.each(['drop', 'published'] as const)('is not said of it after %s', async (decision) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
    await made.publish();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.outbox.handlers.decide({ ...made.place, decision });
    const items = await made.items();
    expect(items).toMatchObject([{ why: 'paused', name: 'Newer' }]);
    expect(items[0]?.outcome?.kind).toBe(undefined);
  });
});

/**
 * A theme is being sent, and a mended version of it is published meanwhile; the outbox is paused. The service refuses the
 * one before: "what came of an earlier one is nothing of this one's".
 */
describe('a newer version after one that is refused late', () => {
  it.each([
    ['the control: it is refused before the newer one is published', false],
    ['it is refused after the newer one was published', true],
  ])('is not said of the newer version: %s', async (_name, isLate) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status: 404 });
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    if (!isLate) {
      release();
      await made.settled();
    }
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Mended' });
    await made.publish();
    release();
    await made.settled();
    const items = await made.items();
    expect(items).toMatchObject([{ why: 'paused', name: 'Mended' }]);
    expect(items[0]?.outcome?.kind).not.toBe('rejected');
  });
});

/**
 * A theme stands in line for its token (a locked keychain) through one connection, and is published once more through
 * another one to the same workspace; the outbox is paused. The first connection is removed: "what came of an earlier one
 * is nothing of this one's". What waits for the other was not stopped, and nothing says that it was.
 */
describe('a newer version after one that was stopped', () => {
  it.each([
    ['the control: as nothing is removed', false],
    ['as the first connection is removed', true],
  ])('is not said of what waits: %s', async (_name, isRemoved) => {
    const made = await outboxFixture();
    const { connections, outbox } = made;
    const { themeId } = made.place;
    connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    let unlock = (): void => undefined;
    const locked = new Promise<void>((done) => (unlock = done));
    made.tokenFor = async () => {
      await locked;
      return made.token;
    };
    await made.publish();
    await made.library.handlers.rename({ id: themeId, name: 'Newer' });
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2'] });
    await outbox.handlers.setPaused({ isPaused: true });
    if (isRemoved) {
      connections.shift();
      outbox.connectionsChanged();
      outbox.connectionRemoved('c1');
    }
    await new Promise((next) => setImmediate(next));
    unlock();
    await made.settled();
    const items = await made.items();
    expect(items).toMatchObject([{ connectionId: 'c2', why: 'paused', name: 'Newer' }]);
    expect.soft(items[0]?.outcome).toBeUndefined();
    expect.soft(await outbox.handlers.answers({ themeId })).toEqual([]);
    expect(made.practice.received()).toEqual([]);
  });
});

/**
 * A first save may have arrived, a newer version waits behind it, and is sent at a person's word (“Send again”): the
 * service refuses that newer version and says why. The person then settles the doubt (“It isn’t there”, or “Mark as
 * published”). The newer version stays in the outbox as refused, and what the service said of it is true as before:
 * “The outbox shows what is waiting, why” (docs/guide.md).
 */
describe('a refused version once its doubt is settled', () => {
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
});

/**
 * *Failed*: "the service refused it, or it couldn’t be sent; the studio says why". After a restart the studio says only
 * that the last publish failed, and "See Activity for details"; of what was too large to be sent nothing is in there.
 */
describe('a refused theme after a restart', () => {
  it.each(['refused by the service', 'too large to be sent'] as const)(
    'after a restart it is still said why: %s',
    async (how) => {
      const made = await outboxFixture();
      if (how === 'too large to be sent') {
        const edits = [{ field: 'customCss' as const, value: 'x'.repeat(1024 * 1024) }];
        await made.library.handlers.edit({ id: made.place.themeId, edits });
      } else made.practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
      await made.publish();
      await made.drained();
      await made.library.flush();
      await made.outbox.close(1_000);
      const again = await nextRun(made);
      await again.settled();
      const [item] = await again.items();
      expect(item).toMatchObject({ why: 'refused' });
      const activity = createActivity({ folder: join(made.root, 'profile', 'activity') });
      const { entries } = await activity.list({ limit: 10 });
      const isSaid = item?.problem !== undefined || item?.outcome !== undefined;
      expect(isSaid || entries.length > 0).toBe(true);
    },
  );
});
