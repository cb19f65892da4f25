/**
 * A later save of ours is in doubt, and another computer publishes the theme anew under the same template.
 * That ours arrived before is a person's word about ours, and does not undo what came after it.
 */
import { publicationKey } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { publishTheirs } from './testing/other-computer';

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
