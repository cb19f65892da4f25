/**
 * A person publishes to another connection by the palette, which makes that one the one in use, and types on while the
 * disk takes that. "What you type after publishing isn’t sent" (CHANGELOG.md): nor is it by this way.
 */
import type { OpenTheme } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { commands } from '../../state/commands.svelte';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Studio from './Studio.svelte';

afterEach(() => connections.end());

const list = [
  trialConnection('c1', { label: 'Northwind' }),
  trialConnection('c2', { label: 'Kestrel', workspaceId: 'w2' }),
];
const user = userEvent.setup();

it.each([
  ['the control: to the one in use', 'theme.publish', '#AABBCC'],
  ['to another one', 'studio.publish:c2', '#AABBCC'],
])('is sent as it was, %s', async (_name, command, expected) => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const sent: string[] = [];
  let take = (): void => undefined;
  const disk = new Promise<void>((resolve) => (take = resolve));
  let said: OpenTheme = {
    ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
    ...{ isReadOnly: false, canUndo: false, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  };
  installFakeMain({
    connections: {
      list: () => ({ revision: 1, list, currentId: 'c1' }),
      select: async () => {
        await disk;
      },
    },
    library: {
      open: () => said,
      edit: ({ edits }) => {
        const theme = edits.reduce(withThemeField, said.theme);
        return (said = { ...said, version: said.version + 1, theme });
      },
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    outbox: {
      answers: () => [],
      publish: () => {
        sent.push(said.theme.chat.hostBubbles.color);
        return { queued: 1, cancelled: [], problems: [] };
      },
    },
  });
  await connections.start();
  render(Studio, { themeId: 't1' });
  const field = await screen.findByRole('textbox', { name: 'Bot bubbles, text' });
  await user.clear(field);
  await user.type(field, '#AABBCC{Enter}');
  await waitFor(() => expect(said.theme.chat.hostBubbles.color).toBe('#AABBCC'));

  const chosen = commands.list.find(({ id }) => id === command);
  if (!chosen) throw new Error('it is not offered');
  chosen.run();
  if (command === 'theme.publish') await waitFor(() => expect(sent).toHaveLength(1));
  await user.clear(field);
  await user.type(field, '#112233{Enter}');
  await waitFor(() => expect(said.theme.chat.hostBubbles.color).toBe('#112233'));
  take();

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toEqual([expected]);
});
