/** What an import does not take of a theme is named in its report. */
import { expect, it } from 'vitest';
import { findThemes } from './import';
import { newTheme } from './theme';

const usual = newTheme();
const leftOut = (theme: object) =>
  findThemes({ name: 'Bot', groups: [], theme }).themes[0]?.leftOut;

it('names the address of a background that is switched off, where the chat’s own colour takes its place', () => {
  const background = { type: 'None', content: 'https://cdn.example/harbour.jpg' };
  const theme = {
    ...usual,
    general: { ...usual.general, background },
    chat: { ...usual.chat, container: { backgroundColor: '#102030' } },
  };
  const found = findThemes({ name: 'Bot', groups: [], theme }).themes[0];
  expect(JSON.stringify(found?.theme)).not.toContain('harbour.jpg');
  expect(leftOut(theme)).toContain('general.background.content');
});

it('names the roundness of the chat where the theme has another one', () => {
  const theme = { ...usual, roundness: 'medium', chat: { ...usual.chat, roundness: 'large' } };
  expect(leftOut(theme)).toContain('chat.roundness');
});

it('keeps the beginning of a name that is too long, also where an emoji stands at its end', () => {
  const name = `${'a'.repeat(199)}😀 and more`;
  const theme = findThemes({ name, theme: usual }).themes[0];
  // Named like its file otherwise: `download (3)`.
  expect(theme?.name).toBe('a'.repeat(199));
});
