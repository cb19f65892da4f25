/** Two computers publish one theme at once: the service has two templates then, and both are in sight. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { publicationKey, type Publication } from '@shared/theme/theme';
import { StorageError } from '../storage/storage';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

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
