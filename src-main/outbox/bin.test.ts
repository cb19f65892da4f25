import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { itemPath, nextRun } from './testing/next-run';

/**
 * A theme waits as the service asked for time, and is moved to the bin meanwhile. It is not sent from there, so the
 * outbox doesn't go on naming a next try.
 */
it('a theme in the bin has no next try', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '120' });
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ nextTryAt: expect.any(String) as string }]);

  await made.library.handlers.remove({ ids: [made.place.themeId] });
  await made.settled();
  const [item] = await made.items();
  expect(item?.why).toBe('themeMissing');
  expect(item?.nextTryAt).toBeUndefined();
});

/**
 * A theme in the bin is not sent, so that the outbox names no next try of it, but says that it isn't in the library: also
 * where it was deleted while its save was on its way, and where Foyer was started anew since.
 */
describe('a theme in the bin has no next try, and says where it is', () => {
  async function asksToWait(): Promise<OutboxFixture> {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '3000' });
    return made;
  }

  async function assertNoNextTry(made: OutboxFixture): Promise<void> {
    const [item] = await made.items();
    expect(item?.why).toBe('themeMissing');
    expect(item?.nextTryAt).toBeUndefined();
  }

  it('the control: deleted once the service had answered', async () => {
    const made = await asksToWait();
    await made.publish();
    await made.settled();
    await made.library.handlers.remove({ ids: [made.place.themeId] });
    await made.settled();
    await assertNoNextTry(made);
  });

  it('deleted while the service takes its time to answer', async () => {
    const made = await asksToWait();
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice, 1);
    await made.library.handlers.remove({ ids: [made.place.themeId] });
    release();
    await made.settled();
    await assertNoNextTry(made);
  });

  it('deleted, and Foyer is started anew', async () => {
    const made = await asksToWait();
    await made.publish();
    await made.settled();
    await made.library.handlers.remove({ ids: [made.place.themeId] });
    await made.settled();
    await made.outbox.close(0);
    await made.library.flush();
    made.library.close();
    const again = await nextRun(made);
    await again.library.handlers.list(undefined);
    await again.settled();
    await assertNoNextTry(again);
  });

  it('deleted, and its connection gets another token', async () => {
    const made = await asksToWait();
    await made.publish();
    await made.settled();
    await made.library.handlers.remove({ ids: [made.place.themeId] });
    made.outbox.tokenReplaced(made.place.connectionId);
    made.outbox.connectionsChanged();
    await made.settled();
    await assertNoNextTry(made);
  });
});

/**
 * A theme is published, and moved to the bin while its answer is on its way. The answer comes and is noted with the theme in
 * the bin; Foyer is killed before the outbox has forgotten it. At the next start it is known that it arrived, as it is where
 * the theme is in the library: nobody is asked.
 */
describe('what has arrived is noted in the bin as Foyer is killed: nobody is asked', () => {
  async function askedAbout(isDeleted: boolean) {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    await made.library.handlers.list(undefined);
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    const path = await itemPath(made);
    const bytes = await readFile(path);
    if (isDeleted) await made.library.handlers.remove({ ids: [made.place.themeId] });
    release();
    await made.settled();
    expect(await made.items()).toEqual([]);
    const { themes } = await made.library.handlers.bin(undefined);
    expect(themes.map(({ publications }) => publications)).toEqual(isDeleted ? [1] : []);
    await made.library.flush();
    await made.outbox.close(0);
    made.library.close();
    await writeFile(path, bytes);
    const again = await nextRun(made);
    await again.library.handlers.list(undefined);
    await again.settled();
    for (let minute = 0; minute < 5; minute += 1) {
      again.clock.pass(60_000);
      await again.settled();
    }
    return (await again.items()).map(({ why }) => why);
  }

  it.each([
    ['control: it is in the library', false],
    ['it is in the bin', true],
  ])('%s', async (_name, isDeleted) => {
    expect(await askedAbout(isDeleted)).toEqual([]);
  });
});

/**
 * A theme may have arrived at a service that gives IDs of its own; the outbox asks. The person has moved the theme to the
 * bin meanwhile, looks at the service, and says that it is there: that is noted with the theme in the bin, as what the
 * service answers late is. Restored, it has its template, and publishing it again makes no second one.
 */
describe('a theme in the bin is marked as published', () => {
  async function marked(isDeleted: boolean) {
    const made = await outboxFixture();
    const { library, outbox, place, practice } = made;
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    const templateId = practice.state().templates[0]?.id ?? '';
    const ids = isDeleted ? [place.themeId] : [];
    const { entries } = await library.handlers.remove({ ids });
    await made.settled();
    // It is asked about still.
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    const word = await Promise.resolve(
      outbox.handlers.decide({ ...place, decision: 'published', templateId }),
    ).then(
      () => 'taken',
      (error: unknown) => String(error),
    );
    await made.settled();
    const left = (await made.items()).map(({ why }) => why);
    if (left.length > 0) await outbox.handlers.decide({ ...place, decision: 'drop' });
    await library.handlers.restore({ entries });
    await library.handlers.list(undefined);
    await made.publish();
    await made.drained();
    return { word, left, templates: practice.state().templates.length };
  }

  it.each([
    ['control: it is in the library', false],
    ['it is in the bin', true],
  ])('%s', async (_name, isDeleted) => {
    expect(await marked(isDeleted)).toEqual({ word: 'taken', left: [], templates: 1 });
  });
});

/**
 * A theme was deleted once and came back by a sync client, so that an older deletion of it is in the bin.
 * Its first save is under way as the sync client takes its file away for a moment.
 */
describe('a theme’s file is away as its first save arrives, and an older deletion is in the bin', () => {
  it.each([
    ['the control: it was never deleted', false],
    ['it was deleted once', true],
  ])('makes one template once the file is back: %s', async (_name, wasDeleted) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    const { themeId } = made.place;
    const file = join(made.root, 'themes', '0000.json');
    const bytes = await readFile(file);
    if (wasDeleted) {
      await made.library.handlers.remove({ ids: [themeId] });
      await writeFile(file, bytes);
      await made.library.rescan();
    }
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    await rm(file);
    await made.library.rescan();
    expect((await made.library.handlers.list(undefined)).themes).toEqual([]);
    release();
    await made.settled();
    await writeFile(file, bytes);
    await made.library.rescan();
    made.clock.pass(3_600_000);
    await made.settled();
    await made.publish();
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(1);
  });
});

/**
 * A theme is deleted while its save waits for a locked keychain, so that it does not leave. The person takes the deletion
 * back while that is written down: the theme is in the library, and is sent.
 */
describe('a deletion is taken back while the theme is found missing', () => {
  async function sentAfterUndoing(when: 'afterwards' | 'meanwhile') {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    await made.publish();
    await made.drained();
    const id = made.place.themeId;
    await made.library.handlers.rename({ id, name: 'Newer' });
    let unlock = (): void => undefined;
    const locked = new Promise<string | undefined>((open) => {
      unlock = () => {
        open(made.token);
      };
    });
    made.tokenFor = () => locked;
    await made.publish();
    await vi.waitFor(() => expect(made.onces).toHaveLength(2));
    const { entries } = await made.library.handlers.remove({ ids: [id] });
    // The disk takes its time from when the theme was found to be gone.
    let [isGone, isAsked] = [false, false];
    let goOn = (): void => undefined;
    const slow = new Promise<void>((done) => (goOn = done));
    const whole = made.library.whole;
    vi.spyOn(made.library, 'whole').mockImplementation(async (theme) => {
      try {
        return await whole(theme);
      } catch (error) {
        isGone = true;
        throw error;
      }
    });
    const well = realDisk.open;
    const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (path, ...rest) => {
      if (isGone && path.startsWith(join(made.root, 'profile', 'outbox'))) {
        isAsked = true;
        await slow;
      }
      return well(path, ...rest);
    });
    unlock();
    await vi.waitFor(() => expect(isAsked).toBe(true));
    if (when === 'afterwards') {
      goOn();
      await made.settled();
      expect(await made.items()).toMatchObject([{ why: 'themeMissing' }]);
    }
    await made.library.handlers.restore({ entries });
    await made.library.handlers.list(undefined);
    goOn();
    await made.settled();
    disk.mockRestore();
    for (let minute = 0; minute < 60; minute += 1) {
      await made.settled();
      made.clock.pass(60_000);
    }
    const { themes } = await made.library.handlers.list(undefined);
    return {
      inLibrary: themes.map(({ name }) => name),
      sent: made.practice.received().length,
      why: (await made.items()).map(({ why }) => why),
    };
  }

  const expected = { inLibrary: ['Newer'], sent: 2, why: [] };

  it('the control: the deletion is taken back afterwards', async () => {
    expect(await sentAfterUndoing('afterwards')).toEqual(expected);
  });

  it('the deletion is taken back meanwhile', async () => {
    expect(await sentAfterUndoing('meanwhile')).toEqual(expected);
  });
});

/**
 * Themes that wait to be published are deleted, and that is undone. The outbox said of them that they aren't in the
 * library, and goes on with them once they are back, whatever else happens as they come back: here another connection
 * is chosen in the sidebar (which tells the library and the outbox, as `wiring.ts` has it), as a person does while many
 * come back. (An answer that teaches Foyer whether a service keeps IDs tells the same, by itself.)
 */
describe('themes are restored as another connection is chosen', () => {
  const count = 8;

  it.each([
    ['the control: nothing else happens', false],
    ['another connection is chosen meanwhile', true],
  ])('what was deleted and is back is sent: %s', async (_name, isChosen) => {
    const made = await outboxFixture({ themes: count });
    const { library, outbox, practice } = made;
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish(...made.ids);
    const { entries } = await library.handlers.remove({ ids: [...made.ids] });
    expect((await made.items()).map(({ why }) => why)).toEqual(made.ids.map(() => 'themeMissing'));

    const restoring = library.handlers.restore({ entries });
    if (isChosen) {
      while ((await readdir(join(made.root, 'themes'))).filter(isTheme).length < count / 2)
        continue;
      library.connectionsChanged();
      outbox.connectionsChanged();
    }
    expect(await restoring).toMatchObject({ entries: { length: count } });
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toHaveLength(count);

    expect((await made.items()).map(({ why }) => why)).toEqual(made.ids.map(() => 'paused'));
    await outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(practice.received()).toHaveLength(count);
  });

  const isTheme = (name: string): boolean => name.endsWith('.json');
});
