import { cp, readdir, rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

/**
 * A theme is unlinked from its template, so that this one stays on the service as it is, and published anew. The
 * service keeps the ids that clients pick.
 */
describe('a theme is unlinked and published anew', () => {
  async function afterUnlinking(ids: 'client' | 'own'): Promise<string[]> {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids });
    await made.publish();
    await made.drained();
    await made.unlink();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Harbour in winter' });
    // Never published there, says the window; publishing creates a new template.
    expect(await made.shown()).toMatchObject({ relation: 'never', delivery: 'idle' });
    await made.publish();
    await made.drained();
    return made.practice
      .state()
      .templates.map(({ name }) => name)
      .sort();
  }

  it('the control: where the service gives ids of its own, the template from before stays', async () => {
    expect(await afterUnlinking('own')).toEqual(['Harbour', 'Harbour in winter']);
  });

  it('where it keeps the ids that it is sent, the template from before stays, too', async () => {
    expect(await afterUnlinking('client')).toEqual(['Harbour', 'Harbour in winter']);
  });
});

/**
 * A published theme is published once more. While it is read from a slow disk, a person unlinks it: what was
 * asked for of it before is over with its link.
 */
describe('a theme is unlinked while it is read for a publication', () => {
  it.each([
    ['the control: it waits already', false],
    ['it is being read', true],
  ])('makes no second template: %s', async (_name, isBeingRead) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    await made.publish();
    await made.drained();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });

    const held = isBeingRead ? holdNextReading(made.library) : undefined;
    const publishing = made.publish();
    if (!isBeingRead) await publishing;
    await made.unlink();
    held?.goOn();
    await publishing;
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(1);
  });
});

/**
 * "Unlinking leaves the template on the service as it is; publishing the theme there again creates another one." A theme
 * was published, unlinked and published anew, so that there are two templates of it. It is deleted, and comes back from a
 * backup, or from an earlier deletion, of before it was unlinked, with the link that it got since. A person unlinks it
 * from that template as well, and publishes it: the service has a third one, and the second is as it was left.
 */
describe('a theme is restored from before it was unlinked, and unlinked again', () => {
  type How = 'its last deletion' | 'an earlier deletion' | 'a backup';

  async function templatesAfter(how: How) {
    const made = await outboxFixture();
    const { clock, library, place, practice } = made;
    const { handlers } = library;
    const { themeId } = place;
    const publishAs = async (name: string): Promise<void> => {
      await handlers.rename({ id: themeId, name });
      await made.publish();
      await made.drained();
      await made.settled();
    };
    const names = () => practice.state().templates.map(({ name }) => name);
    await publishAs('First');
    clock.pass(60_000);
    const backup = await library.withWaitingLinks(themeId);
    const at = clock.date().toISOString();
    const restoreBackup = () => library.putBack(backup, 'keepBoth', at);
    let earlier: string[] = [];
    if (how === 'an earlier deletion') {
      ({ entries: earlier } = await handlers.remove({ ids: [themeId] }));
      // Its entry stays in the bin.
      await restoreBackup();
    }
    clock.pass(60_000);
    await made.unlink(place);
    await publishAs('Second');
    expect(names()).toEqual(['First', 'Second']);
    const { entries: last } = await handlers.remove({ ids: [themeId] });
    if (how === 'a backup') await restoreBackup();
    else await handlers.restore({ entries: how === 'its last deletion' ? last : earlier });
    const linkedTo = Object.values((await library.saved(themeId)).publications)[0]?.templateId;
    const second = practice.state().templates.find(({ name }) => name === 'Second');
    expect(linkedTo).toBe(second?.id);
    await made.unlink(place);
    await publishAs('Third');
    return names();
  }

  it.each(['its last deletion', 'an earlier deletion', 'a backup'] as const)(
    'creates another one: the theme came from %s',
    async (how) => {
      expect(await templatesAfter(how)).toEqual(['First', 'Second', 'Third']);
    },
  );
});

/**
 * "Unlinking leaves the template on the service as it is; publishing the theme there again creates another one." A theme
 * was backed up, published, unlinked, published anew as a second template, and backed up once more. On a new computer
 * its owner restores the older backup and then the newer one, which gives the theme the link back that it lacks. They
 * unlink it from that template and publish it: the service has a third one, and the second is as it was left.
 */
describe('a theme is restored from two backups, and unlinked', () => {
  async function twoBackups() {
    const made = await outboxFixture();
    const { clock, library, place, practice } = made;
    const { themeId } = place;
    const publishAs = async (name: string): Promise<void> => {
      await library.handlers.rename({ id: themeId, name });
      await made.publish();
      await made.drained();
      await made.settled();
    };
    const backup = async () => {
      clock.pass(60_000);
      const document: ThemeDocument = await library.withWaitingLinks(themeId);
      return { document, at: clock.date().toISOString() };
    };
    await library.handlers.rename({ id: themeId, name: 'Second' });
    const older = await backup();
    await publishAs('First');
    await made.unlink(place);
    await publishAs('Second');
    const newer = await backup();
    expect(practice.state().templates.map(({ name }) => name)).toEqual(['First', 'Second']);
    return { made, older, newer };
  }

  it.each([
    ['the control: the newer backup alone', false, 'keepBoth', 'Second'],
    ['the theme is the same in both', true, 'keepBoth', 'Second'],
    ['the theme differs, and both are kept', true, 'keepBoth', 'Edited'],
    ['the theme differs, and the backup’s is used', true, 'replace', 'Edited'],
  ] as const)('creates another one: %s', async (_name, isOlderFirst, ifDifferent, name) => {
    const { made, older, newer } = await twoBackups();
    const { root, connections, practice, place } = made;
    const { themeId } = place;
    const there = await outboxFixture({ root, connections, profile: 'new', library: 'new-themes' });
    if (isOlderFirst)
      await there.library.putBack({ ...older.document, name }, 'keepBoth', older.at);
    await there.library.putBack(newer.document, ifDifferent, newer.at);
    const second = practice.state().templates.find((each) => each.name === 'Second');
    const linked = Object.values((await there.library.saved(themeId)).publications);
    expect(linked.map(({ templateId }) => templateId)).toEqual([second?.id]);
    await there.unlink(place);
    await there.library.handlers.rename({ id: themeId, name: 'Third' });
    await there.publish(themeId);
    await there.drained();
    await there.settled();
    expect(practice.state().templates.map((each) => each.name)).toEqual([
      'First',
      'Second',
      'Third',
    ]);
  });
});

/**
 * "Unlinking leaves the template on the service as it is; publishing the theme there again creates another one." A theme
 * was backed up, published and unlinked. It is deleted, from the bin as well, and comes back from the backup. Published, it
 * makes another template, and the one that it was unlinked from is as it was left.
 */
describe('a theme that was unlinked and deleted for good is restored', () => {
  it.each([
    ['the control: it is still in the bin', false],
    ['it was deleted from the bin as well', true],
  ] as const)('creates another one: %s', async (_name, isForGood) => {
    const made = await outboxFixture();
    const { clock, library, place, practice } = made;
    const { handlers } = library;
    const { themeId } = place;
    const backup = await library.withWaitingLinks(themeId);
    const at = clock.date().toISOString();
    clock.pass(60_000);
    await handlers.rename({ id: themeId, name: 'First' });
    await made.publish();
    await made.drained();
    await made.settled();
    await made.unlink(place);
    const { entries } = await handlers.remove({ ids: [themeId] });
    if (isForGood) await handlers.discard({ entries });
    await library.putBack(backup, 'keepBoth', at);
    await handlers.rename({ id: themeId, name: 'Second' });
    await made.publish();
    await made.drained();
    await made.settled();
    expect(practice.state().templates.map(({ name }) => name)).toEqual(['First', 'Second']);
  });
});

/**
 * "Unlinking leaves the template on the service as it is; publishing the theme there again creates another one." A theme
 * was published, unlinked, and deleted. Its owner puts a copy of its file back into the folder, which they made before it was
 * published, or unlinked: the program that copies it keeps its time, or doesn't. Published, the theme makes another template, as it does when such
 * a file is put over a theme that is there, and when it comes from a backup: the one that it was unlinked from is as it
 * was left.
 */
describe('a theme’s file is put back by hand from before it was unlinked', () => {
  it.each([
    ['the control: it comes from a backup', 'deleted', 'backup'],
    ['the control: its file is put over it', 'there', 'file'],
    ['its file is put back', 'deleted', 'file'],
    ['its file is put back once it was deleted for good', 'deletedForGood', 'file'],
    ['its file is put back with a new time', 'deleted', 'newFile'],
    ['its file is put back, which has the link still', 'deleted', 'linkedFile'],
  ] as const)('creates another one: %s', async (_name, was, from) => {
    const made = await outboxFixture();
    const { root, library, practice, place } = made;
    const { themeId } = place;
    const publishAs = async (name: string): Promise<void> => {
      await library.handlers.rename({ id: themeId, name });
      await made.publish();
      await made.drained();
      await made.settled();
    };
    await library.handlers.rename({ id: themeId, name: 'Before' });
    await library.flush();
    const themes = join(root, 'themes');
    const [file = ''] = await readdir(themes);
    const copy = join(root, 'copy.json');
    const copyIt = () => cp(join(themes, file), copy, { preserveTimestamps: true });
    await copyIt();
    const document: ThemeDocument = await library.withWaitingLinks(themeId);
    const at = made.clock.date().toISOString();
    made.clock.pass(60_000);

    await publishAs('First');
    await library.flush();
    if (from === 'linkedFile') await copyIt();
    await made.unlink(place);
    await library.flush();
    if (was !== 'there') {
      const { entries } = await library.handlers.remove({ ids: [themeId] });
      if (was === 'deletedForGood') await library.handlers.discard({ entries });
    }
    if (from === 'backup') await library.putBack(document, 'keepBoth', at);
    else {
      const later = new Date(Date.now() + 60_000);
      if (from === 'newFile') await utimes(copy, later, later);
      await rename(copy, join(themes, file));
      await library.rescan();
    }
    expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
    await publishAs('Second');
    expect(practice.state().templates.map(({ name }) => name)).toEqual(['First', 'Second']);
  });
});
