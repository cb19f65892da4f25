/** The version that is kept of what was published, where the theme got an avatar since it was sent. */
import { expect, it } from 'vitest';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind } from '../testing/fixture-library';

it('holds what was sent, and restored it is what the service has', async () => {
  const { chat, ...rest } = newTheme();
  const { hostAvatar: _none, ...others } = chat;
  const sent = { name: 'Harbour', theme: { ...rest, chat: others } };
  // Queued without an avatar; one is switched on while the request is under way.
  const theme = { ...rest, chat: { ...others, hostAvatar: { isEnabled: true } } };
  const { library, id } = await libraryOfOne({ theme });
  const at = '2026-01-02T03:04:05.000Z';
  const publication = { templateId: 'tpl', at, sent };
  await library.setPublication(id, publicationKey(northwind), publication);
  const { versions } = await library.handlers.versions({ id });
  const published = versions.find(({ reason }) => reason === 'published');
  const { version = 0 } = published ?? {};
  expect((await library.handlers.version({ id, version })).theme).toEqual(sent.theme);
  const { places } = await library.handlers.restoreVersion({ id, version });
  expect(places[0]?.relation).toBe('same');
});
