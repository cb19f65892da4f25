/** What waits from one library is shown as such while another one is open, and not on the cards of a copy's themes. */
import { cp } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copiedLibrary } from './testing/copied-library';

async function shownIn(where: 'own' | 'copy' | 'another') {
  const made = await copiedLibrary();
  const { folder, outbox, own, place } = made;
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await cp(own, folder('copy'), { recursive: true });
  await made.useAnother();
  if (where !== 'another') await made.use(folder(where === 'copy' ? 'copy' : 'themes'));
  const [item] = await made.items();
  return { why: item?.why, card: (await made.shown(place.themeId))?.delivery };
}

it.each([
  ['own', { why: 'paused', card: 'paused' }],
  ['copy', { why: 'otherLibrary', card: 'idle' }],
  ['another', { why: 'otherLibrary', card: undefined }],
] as const)('in %s', async (where, expected) => {
  expect(await shownIn(where)).toEqual(expected);
});
