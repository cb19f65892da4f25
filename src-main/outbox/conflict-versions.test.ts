import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newTheme, type ThemeDocument } from '@shared/theme/theme';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

/** Two versions of one theme, as another computer and a sync program leave them, and what is published of them. */
describe('both versions of a theme are published', () => {
  /** The theme as it is, with other custom CSS, in a file beside its own; gives its id. */
  async function conflicted({ root, library, document, place }: OutboxFixture): Promise<string> {
    const original = await document();
    const theme = { ...original.theme, customCss: '/* ours */' };
    const file = "0000 (Mia's conflicted copy).json";
    await writeFile(join(root, 'themes', file), JSON.stringify({ ...original, theme }));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    return themes.find(({ conflictOf }) => conflictOf?.id === place.themeId)?.id ?? '';
  }

  it.each<[string, 'decided' | 'deleted']>([
    ['the control: a person decides in the dialog', 'decided'],
    ['a person deletes the other by hand', 'deleted'],
  ])('publishing the version that stays makes no second template: %s', async (_name, how) => {
    const made = await outboxFixture();
    const { library, place, practice } = made;
    await made.publish();
    await made.settled();
    const copy = await conflicted(made);
    if (how === 'deleted') await library.handlers.remove({ ids: [place.themeId] });
    else await library.handlers.resolveConflict({ id: copy, keep: 'this' });
    await made.publish(how === 'deleted' ? copy : place.themeId);
    await made.settled();
    expect(practice.state().templates).toHaveLength(1);
  });
});

/**
 * A theme was unlinked from its template. The sync program brings the version of another computer beside it, which was
 * edited there meanwhile and is linked to that template still: its card says so, and its owner publishes it, which
 * updates the template. Then they choose that version. What was published last is the theme's template: published once more
 * it is updated, and no second template is made. "If you delete one of two versions of a theme that changed in two places,
 * its link to a template goes to the other."
 */
describe('the other version of an unlinked theme is published, and chosen', () => {
  it.each([
    ['the control: they delete the theme', 'deletes the theme'],
    ['they choose the version that they published', 'chooses'],
    ['they delete the version that they published', 'deletes the copy'],
    ['they delete it while it is on its way', 'deletes the copy on its way'],
  ] as const)('updates the template that was published last: %s', async (_name, how) => {
    const made = await outboxFixture();
    const { root, library, practice, place } = made;
    const { themeId } = place;
    const themes = join(root, 'themes');
    const publishAs = async (id: string, name: string): Promise<void> => {
      await library.handlers.rename({ id, name });
      await made.publish(id);
      await made.drained();
      await made.settled();
    };
    await publishAs(themeId, 'First');
    await library.flush();
    const [file = ''] = await readdir(themes);
    // As it is on the other computer, where it is edited.
    await copyFile(join(themes, file), join(root, 'there.json'));
    await made.unlink(place);
    await library.flush();
    const there = JSON.parse(await readFile(join(root, 'there.json'), 'utf8')) as ThemeDocument;
    const theme = { ...newTheme(), customCss: '/* theirs */' };
    await writeFile(
      join(themes, '0000 (conflicted copy).json'),
      JSON.stringify({ ...there, theme }),
    );
    await library.rescan();
    const { themes: both } = await library.handlers.list(undefined);
    const copy = both.find(({ id }) => id !== themeId)?.id ?? '';
    expect(both.find(({ id }) => id === copy)?.places[0]?.relation).toBe('changed');

    if (how === 'deletes the copy on its way') {
      await library.handlers.rename({ id: copy, name: 'Second' });
      const release = practice.holdAnswers();
      const before = practice.received().length;
      await made.publish(copy);
      await arrived(practice, before + 1);
      await library.handlers.remove({ ids: [copy] });
      release();
      await made.drained();
      await made.settled();
    } else await publishAs(copy, 'Second');
    expect(practice.state().templates.map(({ name }) => name)).toEqual(['Second']);

    if (how === 'chooses') await library.handlers.resolveConflict({ id: copy, keep: 'this' });
    else if (how !== 'deletes the copy on its way')
      await library.handlers.remove({ ids: [how === 'deletes the theme' ? themeId : copy] });
    const [stays] = (await library.handlers.list(undefined)).themes;
    await publishAs(stays?.id ?? '', 'Third');
    expect(practice.state().templates.map(({ name }) => name)).toEqual(['Third']);
  });
});

/**
 * "Unlinking leaves the template on the service as it is; publishing the theme there again creates another one." On
 * another computer a theme was published, and unlinked from that template. It was edited here meanwhile, so that the sync
 * program puts their version beside it, as a version to decide on. Published before that is decided, the theme makes
 * another template, as it does once it is decided: the one that it was unlinked from is as it was left.
 */
describe('a theme is published that was unlinked in its other version', () => {
  it.each([
    ['the control: it was decided, for the one that is here', 'decided'],
    ['it is still to be decided', 'undecided'],
    ['theirs differs in its name alone, and counts as a copy made by hand', 'named'],
  ] as const)('creates another one: %s', async (_name, how) => {
    const there = await outboxFixture();
    const { root, connections, practice, place } = there;
    const { themeId } = place;
    const [file = ''] = await readdir(join(root, 'themes'));
    await mkdir(join(root, 'here'));
    await copyFile(join(root, 'themes', file), join(root, 'here', file));
    const here = await outboxFixture({
      root,
      connections,
      profile: 'profile-here',
      library: 'here',
    });
    const publishAs = async (made: typeof here, name: string): Promise<void> => {
      await made.library.handlers.rename({ id: themeId, name });
      await made.publish(themeId);
      await made.drained();
      await made.settled();
    };
    await publishAs(there, 'First');
    await there.unlink(place);
    await there.library.flush();
    await here.library.handlers.open({ id: themeId });
    const edits = [{ field: 'roundness', value: 'large' } as const];
    if (how === 'named') await here.library.handlers.rename({ id: themeId, name: 'Here' });
    else await here.library.handlers.edit({ id: themeId, edits });
    await here.library.flush();
    await copyFile(join(root, 'themes', file), join(root, 'here', '0000 (conflicted copy).json'));
    await here.library.rescan();
    const { themes } = await here.library.handlers.list(undefined);
    const copy = themes.find(({ id }) => id !== themeId);
    expect(copy).toMatchObject({ name: 'First' });
    if (how === 'decided')
      await here.library.handlers.resolveConflict({ id: copy?.id ?? '', keep: 'other' });
    await publishAs(here, 'Second');
    expect(practice.state().templates.map(({ name }) => name)).toEqual(['First', 'Second']);
  });
});
