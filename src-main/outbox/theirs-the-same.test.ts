/**
 * Two computers publish one theme for the first time. Nobody knows whether ours arrived when the file comes
 * in which the other computer notes its own: that is another template, and says nothing of ours.
 */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { themeForService } from '@shared/service/operations';
import { publicationKey, type Publication, type Theme } from '@shared/theme/theme';
import { expect, it, vi } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

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
