/**
 * A theme from a bot file without a guest's avatar got one since. A person restores the imported version to look at
 * it, takes that back, publishes, and names what was published so that it is kept for good.
 */
import { expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind } from '../testing/fixture-library';

it.each([
  ['the control: nothing was restored in between', false],
  ['an older version was restored, and that was undone', true],
])('what was published can be had back once it has a name: %s', async (_name, isRestored) => {
  const { chat, ...rest } = newTheme();
  const { guestAvatar: _none, ...others } = chat;
  const { library, id } = await libraryOfOne({ theme: { ...rest, chat: others } });
  const { handlers } = library;
  await handlers.open({ id });
  const { version: imported } = await handlers.keepVersion({ id, name: 'As imported' });
  await handlers.edit({ id, edits: [{ field: 'chat.guestAvatar.isEnabled', value: true }] });
  if (isRestored) {
    await handlers.restoreVersion({ id, version: imported });
    await handlers.undo({ id });
  }
  const { name, theme } = await library.saved(id);
  await library.setPublication(id, publicationKey(northwind), {
    templateId: 'template',
    at: '2026-11-20T10:00:00.000Z',
    sent: { name, theme },
  });
  const { versions } = await handlers.versions({ id });
  const published = versions.find(({ reason }) => reason === 'published');
  const version = published?.version ?? 0;
  const content = await handlers.version({ id, version });
  await handlers.nameVersion({ id, version, name: 'Live since November' });
  expect(await handlers.version({ id, version })).toEqual(content);
});
