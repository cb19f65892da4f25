import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { themeForService } from '@shared/service/operations';
import { storedFormats } from '@shared/stored-formats';
import { newTheme, type Publication, publicationKey, type Theme } from '@shared/theme/theme';
import { StorageError } from '../storage/storage';
import { emptyItem } from './outbox-item';
import { isNotedOver, targetOf, withUnnoted } from './save-target';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { publishTheirs } from './testing/other-computer';

/** Two computers publish one theme at once: the service has two templates then, and both are in sight. */
describe('two computers publish one theme for the first time', () => {
  /** The other computer's link, as a sync client lays the theme's file over ours. */
  async function theirsArrives(made: OutboxFixture, templateId: string): Promise<void> {
    const key = publicationKey(made.connection);
    const theirs: Publication = { templateId, at: '2026-01-03T00:00:00.000Z' };
    const document = await made.document();
    const file = join(made.root, 'themes', '0000.json');
    const publications = { ...document.publications, [key]: theirs };
    await writeFile(`${file}.part`, JSON.stringify({ ...document, publications }));
    await rename(`${file}.part`, file);
    await made.library.rescan();
  }

  /** Each template that a theme is linked to, and whether that is told to be another's other version. */
  async function told({ library }: OutboxFixture) {
    const { themes } = await library.handlers.list(undefined);
    return themes
      .map(({ places, conflictOf }) => [places[0]?.templateId, conflictOf !== undefined])
      .sort((one) => (one[1] === true ? 1 : -1));
  }

  it.each([['none', 0] as const, ['one', 1] as const])(
    'theirs comes between our request and its answer, where the file had %s',
    async (_had, published) => {
      const made = await outboxFixture();
      made.practice.setBehaviour('all', { ids: 'own' });
      if (published === 1) {
        await made.publish();
        await made.drained();
        // Deleted in the dashboard: each computer's next save makes another.
        made.practice.removeTemplate(made.practice.state().templates[0]?.id ?? '');
        await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
        await made.library.saved(made.place.themeId);
      }
      const release = made.practice.holdAnswers();
      await made.publish();
      await arrived(made.practice, published + 1);
      await theirsArrives(made, 'theirs');
      release();
      await made.drained();
      const ours = made.practice.state().templates[0]?.id;
      expect(await told(made)).toEqual([
        ['theirs', false],
        [ours, true],
      ]);
      expect(await made.items()).toEqual([]);
    },
  );

  it('theirs comes, and the theme is deleted before the answer: both come back from the bin', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    await theirsArrives(made, 'theirs');
    await made.library.handlers.remove({ ids: [made.place.themeId] });
    release();
    await made.drained();
    expect(await made.items()).toEqual([]);
    const { themes } = await made.library.handlers.bin(undefined);
    await made.library.handlers.restore({ entries: themes.map(({ entry }) => entry) });
    expect(await told(made)).toEqual([
      ['theirs', false],
      [made.practice.state().templates[0]?.id, true],
    ]);
  });

  it('theirs comes while the disk refuses ours', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    const full = vi
      .spyOn(made.library, 'setPublication')
      .mockRejectedValue(new StorageError('full', 'theme.json'));
    await made.publish();
    await made.settled();
    await theirsArrives(made, 'theirs');
    full.mockRestore();
    await made.drained();
    const ours = made.practice.state().templates[0]?.id;
    expect(await told(made)).toEqual([
      ['theirs', false],
      [ours, true],
    ]);
    expect(await made.items()).toEqual([]);
  });

  it('the service gives an id of its own again: the theme goes on there', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    await made.publish();
    await made.drained();
    made.practice.removeTemplate(made.practice.state().templates[0]?.id ?? '');
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    await made.publish();
    await made.drained();
    expect(await told(made)).toEqual([[made.practice.state().templates[0]?.id, false]]);
  });

  it('theirs comes while nobody knows whether ours arrived, and a person finds ours there', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    await theirsArrives(made, 'theirs');
    const templateId = made.practice.state().templates[0]?.id ?? '';
    await made.outbox.handlers.decide({ ...made.place, decision: 'published', templateId });
    expect(await told(made)).toEqual([
      ['theirs', false],
      [templateId, true],
    ]);
    expect(await made.items()).toEqual([]);
  });
});

/**
 * Two computers publish one theme for the first time. Nobody knows whether ours arrived when the file comes
 * in which the other computer notes its own: that is another template, and says nothing of ours.
 */
describe('theirs comes while a first save of ours is in doubt', () => {
  /** The other computer's link, as a sync client lays the theme's file over ours. */
  async function theirsArrives(made: OutboxFixture, saysWhatWasSent: boolean): Promise<void> {
    const document = await made.document();
    const { name } = document;
    const theme = themeForService(document.theme, 'documented') as Theme;
    const theirs: Publication = {
      templateId: 'theirs',
      at: '2026-01-03T00:00:00.000Z',
      ...(saysWhatWasSent && { sent: { name, theme } }),
    };
    const file = join(made.root, 'themes', '0000.json');
    const publications = { ...document.publications, [publicationKey(made.connection)]: theirs };
    await writeFile(`${file}.part`, JSON.stringify({ ...document, publications }));
    await rename(`${file}.part`, file);
    await made.library.rescan();
  }

  it.each([
    ['the control: a link made by hand', false],
    ['a publication of the same theme', true],
  ])('ours is still not sure to have arrived: %s', async (_name, saysWhatWasSent) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: true }]);
    await theirsArrives(made, saysWhatWasSent);
    await vi.waitFor(async () => {
      expect(await made.shown()).toMatchObject({ templateId: 'theirs' });
    });
    await made.drained();
    // On the service there is one that the file knows nothing of.
    expect(made.practice.state().templates).toHaveLength(1);
    expect(await made.shown()).toMatchObject({ delivery: 'unknown' });
  });
});

/**
 * A later save of ours is in doubt, and another computer publishes the theme anew under the same template.
 * That ours arrived before is a person's word about ours, and does not undo what came after it.
 */
describe('theirs comes after a later save of ours', () => {
  it('what the service has is what came last', async () => {
    const made = await outboxFixture();
    const key = publicationKey(made.connection);
    const { themeId } = made.place;
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    await made.publish();
    await made.drained();
    await made.library.handlers.rename({ id: themeId, name: 'Ours' });
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing' });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: false }]);

    await publishTheirs(made, await made.document(), { at: '2026-01-03T00:00:00.000Z' });
    expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'unknown' });

    await made.outbox.handlers.decide({ ...made.place, decision: 'published' });
    expect((await made.document()).publications[key]?.sent?.name).toBe('Theirs');
    expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
  });
});

/**
 * A later save of ours waits for a locked keychain, and another computer publishes the theme meanwhile
 * under the same template. Then ours leaves and arrives, and its answer is not waited for: what the
 * service has is ours (above it is the other way round).
 */
describe('theirs comes while ours waits for the keychain', () => {
  it.each([
    ['the control: theirs came before ours was in line', false],
    ['theirs comes while ours is in line', true],
  ])('what a person found there is ours: %s', async (_name, isInLine) => {
    const made = await outboxFixture();
    const key = publicationKey(made.connection);
    const { themeId } = made.place;
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    await made.publish();
    await made.drained();
    const first = await made.document();
    const theyPublish = () =>
      publishTheirs(made, first, { at: '2026-01-03T00:00:00.000Z', attempt: 'theirs' });
    if (!isInLine) await theyPublish();
    await made.library.handlers.rename({ id: themeId, name: 'Ours' });
    await made.library.saved(themeId);
    let unlock = (): void => undefined;
    const locked = new Promise<string | undefined>((open) => {
      unlock = () => {
        open(made.token);
      };
    });
    made.tokenFor = () => locked;
    await made.publish();
    while (made.onces.length < 2) await new Promise((next) => setImmediate(next));
    if (isInLine) await theyPublish();
    const release = made.practice.holdAnswers();
    unlock();
    await arrived(made.practice, 2);
    await made.outbox.handlers.cancel({ only: made.place });
    release();
    await made.settled();
    expect(made.practice.state().templates).toMatchObject([{ name: 'Ours' }]);
    expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: false }]);

    await made.outbox.handlers.decide({ ...made.place, decision: 'published' });
    expect((await made.document()).publications[key]?.sent?.name).toBe('Ours');
  });
});

/**
 * A later save of ours arrives, and the library's disk refuses to note it. Another computer publishes the
 * theme after that, under the same template; its clock is behind. What the service has is theirs.
 */
describe('theirs comes by a clock that is behind', () => {
  it.each([
    ['the control: its clock is right', 60_000],
    ['its clock is behind', -60_000],
  ])('stays noted as what the service has: %s', async (_name, ahead) => {
    const made = await outboxFixture();
    const key = publicationKey(made.connection);
    const { themeId } = made.place;
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    await made.publish();
    await made.drained();
    made.clock.pass(3_600_000);
    const document = await made.document();
    await made.library.handlers.rename({ id: themeId, name: 'Ours' });
    await made.library.saved(themeId);
    const full = vi
      .spyOn(made.library, 'setPublication')
      .mockRejectedValue(new StorageError('full', 'theme.json'));
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'unnoted', name: 'Ours' }]);

    const at = new Date(made.clock.date().getTime() + ahead).toISOString();
    await publishTheirs(made, document, { at, attempt: 'theirs' });
    full.mockRestore();
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect((await made.document()).publications[key]?.sent?.name).toBe('Theirs');
    expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
  });
});

/**
 * The library's disk refuses what a service answered, twice, and Foyer is killed: the theme's file says of its
 * template what it did before the first. That was no other computer.
 */
describe('ours could not be noted, and no other computer is seen', () => {
  const place = 'https://a.example/api/v1 w1';
  const filedAs = (attempt: string, at: string) => ({
    ...{ format: storedFormats.theme, id: 't', name: 'Harbour', tags: [], updatedAt: at },
    ...{ theme: newTheme(), publications: { [place]: { templateId: 'x', at, attempt } } },
  });

  it.each([
    ['the disk has none of the two', 'before', '2026-01-01T00:00:00.000Z', false],
    ['the disk has the first', 'first', '2026-01-02T00:00:00.000Z', false],
    ['another computer has published it since', 'theirs', '2026-01-04T00:00:00.000Z', true],
  ])('%s', (_name, attempt, at, isTheirs) => {
    const [before, first] = [
      filedAs('before', '2026-01-01T00:00:00.000Z'),
      filedAs('first', '2026-01-02T00:00:00.000Z'),
    ];
    const unnoted = { templateId: 'x', at: '2026-01-03T00:00:00.000Z', attempt: 'second' };
    let item = emptyItem({ themeId: 't', place });
    item = withUnnoted(item, first.publications[place], targetOf(before, place, item));
    item = withUnnoted(item, unnoted, targetOf(first, place, item));
    expect(isNotedOver(item, unnoted, filedAs(attempt, at))).toBe(isTheirs);
  });
});
