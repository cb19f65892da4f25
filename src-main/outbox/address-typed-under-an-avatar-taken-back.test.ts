/**
 * The service gives a theme an avatar that it hadn't, and a person accepts it. They see it, think better of it with Ctrl Z,
 * and give the avatar an address, while the disk is still at what they accepted: the theme's file can be read again.
 */
import { expect, it } from 'vitest';
import { themeDocumentSchema } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';
import { type } from './testing/theme-being-replaced';

it('leaves an avatar that is off, with the address', async () => {
  const made = await outboxFixture();
  const { library, outbox, practice, place, settled } = made;
  const { themeId: id } = place;
  await type(made, { field: 'chat.hostAvatar.isEnabled', value: null });
  const rewrite = { 'theme.chat.hostAvatar': { isEnabled: true } };
  practice.setBehaviour('saveThemeTemplate', { rewrite, times: 1 });
  await made.publish(id);
  await settled();

  const shown = new Promise<void>((resolve) => {
    library.onThemeChange(({ theme }) => {
      if (theme.chat.hostAvatar !== undefined) resolve();
    });
  });
  const accepting = outbox.handlers.takeAnswer(place);
  await shown;
  const undoing = library.handlers.undo({ id });
  const url = 'https://pictures.example/face.png';
  await type(made, { field: 'chat.hostAvatar.url', value: url });
  await Promise.all([accepting, undoing]);

  const document = await library.saved(id);
  expect(document.theme.chat.hostAvatar).toEqual({ isEnabled: false, url });
  expect(themeDocumentSchema.safeParse(document).error).toBeUndefined();
});
