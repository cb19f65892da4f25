/**
 * A bot of which only the chat's own text was coloured: such files hold what was changed, and no more. Its colour is
 * used for the bot's bubbles, so the report must not say that it was missing and set to the default.
 */
import { expect, it } from 'vitest';
import { findThemes } from './import';
import { newTheme } from './theme';

function imported(chat: object) {
  const [found] = findThemes({ name: 'Support', groups: [], theme: { chat } }).themes;
  if (!found) throw new Error('There is no theme.');
  return found;
}

it('the control: bubbles that the bot says nothing of are named as missing', () => {
  const { theme, defaulted } = imported({ container: { maxWidth: '800px' } });
  expect(theme.chat.hostBubbles).toEqual(newTheme().chat.hostBubbles);
  expect(defaulted).toContain('chat.hostBubbles');
});

it('the control: of bubbles with a ground alone only what is missing is named', () => {
  const chat = { container: { color: '#7A1FA2' }, hostBubbles: { backgroundColor: '#FFFFFF' } };
  const { theme, defaulted } = imported(chat);
  expect(theme.chat.hostBubbles.color).toBe('#7A1FA2');
  expect(defaulted.filter((path) => path.startsWith('chat.hostBubbles'))).toEqual([]);
});

it('what came of the container is not named as missing', () => {
  const { theme, defaulted } = imported({ container: { color: '#7A1FA2' } });
  expect(theme.chat.hostBubbles.color).toBe('#7A1FA2');
  expect(defaulted.filter((path) => path.startsWith('chat.hostBubbles'))).toEqual([
    'chat.hostBubbles.backgroundColor',
  ]);
});
