import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { ThemeEdit } from '@shared/theme/fields';
import { outboxFixture } from './testing/fixture-outbox';
import { publishAsItIs, withConflictCopy } from './testing/theme-being-replaced';

/**
 * A person puts a version back, or accepts what the service made of a theme, and publishes it while the disk is still at it,
 * in the studio or from the card: what they asked for first is in what is sent. Where that can't be done, what was to be
 * replaced isn't what they wanted to publish.
 */
describe('a theme is published while another is put in its place', () => {
  it('sends the version that is being put back', async () => {
    const made = await outboxFixture();
    const { library, practice } = made;
    const { themeId: id } = made.place;
    const edit = (value: string) =>
      library.handlers.edit({ id, edits: [{ field: 'customCss', value }] });
    await edit('.approved{}');
    const { version } = await library.handlers.keepVersion({ id, name: 'Approved' });
    await edit('.experiment{}');

    const restoring = library.handlers.restoreVersion({ id, version });
    await made.publish(id);
    await restoring;
    await made.settled();
    expect(practice.received().at(-1)?.body).toContain('.approved{}');
  });

  it('sends the version of the service that is being accepted', async () => {
    const made = await outboxFixture();
    const { library, practice, outbox } = made;
    const { themeId: id } = made.place;
    practice.setBehaviour('saveThemeTemplate', { drop: ['theme.customCss'], times: 1 });
    await made.publish(id);
    await made.settled();
    expect(practice.received().at(-1)?.body).toContain('.a{}');

    const accepting = outbox.handlers.takeAnswer({ themeId: id, connectionId: made.connection.id });
    await made.publish(id);
    await accepting;
    await made.settled();
    expect((await library.current(id)).theme.customCss).toBeUndefined();
    expect(practice.received()).toHaveLength(2);
    expect(practice.received().at(-1)?.body).not.toContain('.a{}');
  });

  it.each([
    ['the control: it is replaced', false],
    ['it can’t be replaced', true],
  ])('%s', async (_name, isHeld) => {
    const made = await outboxFixture();
    const { themeId } = made.place;
    let goOn = (): void => undefined;
    const disk = new Promise<void>((resolve) => (goOn = resolve));
    const replaced = made.library
      .whileReplaced(themeId, async () => {
        await disk;
        if (isHeld) throw new ProblemError({ code: 'fileInCloud', path: '/themes/aster.json' });
      })
      .then(
        () => 'replaced',
        () => 'refused',
      );
    const connectionIds = [made.connection.id];
    const publishing = made.outbox.handlers.publish({ themeIds: [themeId], connectionIds });
    goOn();

    expect(await replaced).toBe(isHeld ? 'refused' : 'replaced');
    const { problems } = await publishing;
    await made.settled();
    expect(problems.map(({ problem }) => problem.code)).toEqual(isHeld ? ['fileInCloud'] : []);
    expect(made.practice.received()).toHaveLength(isHeld ? 0 : 1);
  });

  it('sends nothing that is cancelled meanwhile', async () => {
    const made = await outboxFixture();
    const { themeId } = made.place;
    const target = { themeId, connectionId: made.connection.id };
    let goOn = (): void => undefined;
    const disk = new Promise<void>((resolve) => (goOn = resolve));
    const replaced = made.library.whileReplaced(themeId, () => disk);
    const publishing = made.outbox.handlers.publish({
      ...{ themeIds: [themeId], connectionIds: [target.connectionId] },
    });
    await made.outbox.handlers.cancel({ only: target });
    goOn();

    await replaced;
    expect((await publishing).cancelled).toEqual([target]);
    await made.settled();
    expect(made.practice.received()).toEqual([]);
  });

  it('names what waits for a token', async () => {
    const made = await outboxFixture({ themes: 3 });
    const [first = '', ...others] = made.ids;
    made.token = 'refused';
    await made.publish(first);
    await made.settled();
    const connectionId = made.connection.id;

    const queued = await made.outbox.handlers.publish({
      ...{ themeIds: others, connectionIds: [connectionId] },
    });
    expect(queued.withoutToken).toEqual(others.map((themeId) => ({ themeId, connectionId })));
  });
});

/**
 * A person puts a version back which the disk refuses, and another one at once, or accepts what the service made of the
 * theme: what they publish then is that other one, as it is where nothing was refused before.
 */
describe('a theme is published while the second of two versions is put back', () => {
  async function experimented() {
    const made = await outboxFixture();
    const { library } = made;
    const { themeId: id } = made.place;
    const edit = (value: string) =>
      library.handlers.edit({ id, edits: [{ field: 'customCss', value }] });
    await edit('.approved{}');
    const { version } = await library.handlers.keepVersion({ id, name: 'Approved' });
    await edit('.experiment{}');
    return { made, id, version };
  }

  it('control: sends the version that is being put back', async () => {
    const { made, id, version } = await experimented();
    const restoring = made.library.handlers.restoreVersion({ id, version });
    await made.publish(id);
    await restoring;
    await made.settled();
    expect(made.practice.received().at(-1)?.body).toContain('.approved{}');
  });

  it('sends the second one, where the first was refused a moment ago', async () => {
    const { made, id, version } = await experimented();
    const refused = made.library.handlers.restoreVersion({ id, version: 77 });
    const restoring = made.library.handlers.restoreVersion({ id, version });
    await expect(refused).rejects.toThrow(ProblemError);
    // The window is told, and the person presses Publish while the second is still being read.
    await made.publish(id);
    await restoring;
    await made.settled();
    expect((await made.library.current(id)).theme.customCss).toBe('.approved{}');
    expect(made.practice.received().at(-1)?.body).toContain('.approved{}');
  });

  it('is not refused for what another one was refused for before it', async () => {
    const { made, id, version } = await experimented();
    const refused = Promise.resolve(
      made.library.handlers.restoreVersion({ id, version: 77 }),
    ).catch(() => 'refused');
    const restoring = made.library.handlers.restoreVersion({ id, version });
    const { problems } = await made.outbox.handlers.publish({
      themeIds: [id],
      connectionIds: [made.connection.id],
    });
    expect(await refused).toBe('refused');
    await restoring;
    await made.settled();
    expect(problems).toEqual([]);
    expect(made.practice.received().at(-1)?.body).toContain('.approved{}');
  });

  it('sends what was asked for before a later undo', async () => {
    const { made, id, version } = await experimented();
    const restoring = made.library.handlers.restoreVersion({ id, version });
    const publishing = made.publish(id);
    const undoing = made.library.handlers.undo({ id });
    await Promise.all([restoring, publishing, undoing]);
    await made.settled();
    expect((await made.library.current(id)).theme.customCss).toBe('.experiment{}');
    expect(made.practice.received().at(-1)?.body).toContain('.approved{}');
  });
});

/**
 * A person restores a backup that replaces what is different, and publishes one of its themes from the card while the disk
 * is still at it: “what is published is the theme with all that was asked of it before” (decision 0009). The restore shows no
 * dialog while it goes on; what was replaced is what they had given up.
 */
describe('a theme is published while a backup replaces it', () => {
  it.each([
    ['the control: it was restored before', 'backup', true],
    ['the control: a version is being put back', 'version', false],
    ['the backup is being restored', 'backup', false],
  ] as const)('sends what was put in its place: %s', async (_name, what, isRestoredBefore) => {
    const made = await outboxFixture();
    const { library, practice } = made;
    const { themeId: id } = made.place;
    const edit = (value: string) =>
      library.handlers.edit({ id, edits: [{ field: 'customCss', value }] });
    await edit('.approved{}');
    const { version } = await library.handlers.keepVersion({ id, name: 'Approved' });
    const backup = await library.withWaitingLinks(id);
    await edit('.experiment{}');

    const restoring =
      what === 'backup'
        ? library.putBack(backup, 'replace')
        : library.handlers.restoreVersion({ id, version });
    if (isRestoredBefore) await restoring;
    await made.publish(id);
    await restoring;
    await made.settled();
    expect((await library.current(id)).theme.customCss).toBe('.approved{}');
    expect(practice.received().at(-1)?.body).toContain('.approved{}');
  });
});

/**
 * A backup is being restored that keeps both where they differ, and the library's disk has no room for the second one. The
 * theme itself stays as it is and as it was published: it is not refused for that.
 */
describe('a theme is published beside a backup that replaces nothing', () => {
  it.each([
    ['the control: that was refused before', true],
    ['that is refused meanwhile', false],
  ])('is published: %s', async (_name, isRefusedBefore) => {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    const { library, practice, outbox, place } = made;
    const { themeId: id, connectionId } = place;
    const backup = await library.withWaitingLinks(id);
    const edits: ThemeEdit[] = [{ field: 'customCss', value: '.shown{}' }];
    await library.handlers.edit({ id, edits });
    await library.flush();
    const { open } = realDisk;
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    const disk = vi
      .spyOn(realDisk, 'open')
      .mockImplementation((path, flags, ...how) =>
        path.startsWith(join(made.root, 'themes')) && flags !== 'r'
          ? Promise.reject(full)
          : open(path, flags, ...how),
      );
    const restoring = library.putBack(backup, 'keepBoth').catch(() => 'refused');
    if (isRefusedBefore) expect(await restoring).toBe('refused');
    const publishing = outbox.handlers.publish({ themeIds: [id], connectionIds: [connectionId] });
    expect(await restoring).toBe('refused');
    expect((await publishing).problems).toEqual([]);
    disk.mockRestore();
    await made.settled();
    expect(practice.received().at(-1)?.body).toContain('.shown{}');
  });
});

/**
 * A theme changed in two places. A person keeps the version that they have, and publishes it, while a slow disk is still at
 * the decision; a colleague has taken the copy away a moment ago, so that there is nothing to decide. Nothing was to be put in
 * the place of the theme: it is there as they wanted it, and is published. Where the copy was to be put there, it isn’t, and
 * the theme isn’t said to be gone.
 */
describe('a theme is published beside a decision that replaces nothing', () => {
  /** A theme with a copy, which a colleague has taken away and nobody was told of yet. */
  async function decided(keep: 'this' | 'other' | 'both', isBefore: boolean) {
    const made = await outboxFixture();
    const { library, practice } = made;
    const { copyId, file } = await withConflictCopy(made, '.theirs{}');
    rmSync(file);

    const refused = Promise.resolve(library.handlers.resolveConflict({ id: copyId, keep })).then(
      () => 'decided',
      () => 'refused',
    );
    if (isBefore) expect(await refused).toBe('refused');
    const { problems } = await publishAsItIs(made);
    expect(await refused).toBe('refused');
    await made.settled();
    return { problems: problems.map(({ problem }) => problem), sent: practice.received().length };
  }

  it.each([
    ['the control: the decision was refused before', 'other', true],
    ['the same of the copy', 'this', true],
    ['their own is kept', 'other', false],
    ['both are kept', 'both', false],
  ] as const)('is published though the decision is refused: %s', async (_name, keep, isBefore) => {
    expect(await decided(keep, isBefore)).toEqual({ problems: [], sent: 1 });
  });

  it('is not published where the copy was to be published in its place, and says so', async () => {
    expect(await decided('this', false)).toEqual({ problems: [{ code: 'notReplaced' }], sent: 0 });
  });
});
