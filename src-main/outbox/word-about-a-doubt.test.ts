/** Publishing a theme again is a word about the doubt that was shown then, and about no other. */
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';

it('a theme that is published while a try of it is under way asks, when that one is in doubt too', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Second' });
  made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 2 });
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'retry' }]);
  const readTheme = made.library.saved;
  made.library.saved = async (id) => {
    const document = await readTheme(id);
    // While the theme is read, the one repetition goes out, and nobody knows of it either.
    made.clock.pass(60_000);
    await made.settled();
    return document;
  };
  await made.publish();
  await made.drained();
  expect(made.practice.received()).toHaveLength(3);
  expect(await made.items()).toMatchObject([{ why: 'decision', unsureTries: 2 }]);
});

it('*Mark as published* notes when it was sent, and not when somebody looked', async () => {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { cut: 'midBody', times: 1 });
  const sentAt = made.clock.date().toISOString();
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'decision', since: sentAt }]);
  made.clock.pass(86_400_000);
  await made.outbox.handlers.decide({ ...made.place, decision: 'published' });
  const { publications } = await made.document();
  expect(publications[publicationKey(made.connection)]).toMatchObject({ at: sentAt });
});
