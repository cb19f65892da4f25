/**
 * A later save of ours is in doubt, and another computer publishes the theme anew under the same template.
 * That ours arrived before is a person's word about ours, and does not undo what came after it.
 */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publicationKey, type Publication } from '@shared/theme/theme';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

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

  const document = await made.document();
  const before = document.publications[key];
  if (!before?.sent) throw new Error('it was published');
  const theirs: Publication = {
    ...before,
    at: '2026-01-03T00:00:00.000Z',
    sent: { ...before.sent, name: 'Theirs' },
  };
  const file = join(made.root, 'themes', '0000.json');
  const theirDocument = { ...document, name: 'Theirs', publications: { [key]: theirs } };
  await writeFile(`${file}.part`, JSON.stringify(theirDocument));
  await rename(`${file}.part`, file);
  await made.library.rescan();
  await vi.waitFor(async () => {
    const { themes } = await made.library.handlers.list(undefined);
    expect(themes).toMatchObject([{ name: 'Theirs' }]);
  });
  expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'unknown' });

  await made.outbox.handlers.decide({ ...made.place, decision: 'published' });
  expect((await made.document()).publications[key]?.sent?.name).toBe('Theirs');
  expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
});
