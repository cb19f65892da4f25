/**
 * A shortcut, kept before unseen signs were taken off IDs, or filled in with one, has a zero-width space behind its bot.
 * Main sends it without (`preview-form.ts`), and it waits for a locked keychain. The launcher and the dialog say that it
 * is in line, as they do of one with a blank there.
 */
import { afterEach, expect, it } from 'vitest';
import { installFakeMain } from '../testing/fake-main';
import { shortcuts } from './preview-shortcuts.svelte';

let end: () => void = () => undefined;
afterEach(() => end());

it.each([
  ['the control: a blank behind the bot', { botId: 'bot ', to: '+44 7700 900112' }],
  ['a zero-width space behind the bot', { botId: 'bot\u200B', to: '+44 7700 900112' }],
  ['marks of direction around the recipient', { botId: 'bot', to: '\u202A+44 7700 900112\u202C' }],
])('%s', async (_, sent) => {
  installFakeMain({
    previews: {
      list: () => ({
        ...{ revision: 1, shortcuts: [], drafts: {} },
        history: [
          {
            ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: 'c1' },
            ...{ input: { botId: 'bot', to: '+44 7700 900112' }, outcome: null, isInLine: true },
          },
        ],
      }),
    },
  });
  end = shortcuts.start(() => undefined);
  await expect.poll(() => shortcuts.history?.length).toBe(1);
  expect(shortcuts.isInLine({ connectionId: 'c1', ...sent })).toBe(true);
});
