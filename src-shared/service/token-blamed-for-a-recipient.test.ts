/**
 * A service refuses a preview because of its recipient or its bot, or a theme because of a name that the person gave it.
 * That is what is to be corrected: nothing of it speaks of who sent it, and a person who is led to the token replaces one
 * that is right.
 */
import { expect, it } from 'vitest';
import { outcomeText } from './outcome-text';
import type { Outcome } from './outcome';

const refused = (message: string): Outcome => ({
  kind: 'rejected',
  status: 400,
  error: { message, issues: [] },
});

it.each([
  ['startChatAppPreview', 'The recipient has not opted in to messages'],
  ['startChatAppPreview', 'The recipient has not given permission for messages'],
  ['startChatAppPreview', 'The WhatsApp session with this recipient: session has expired'],
  ['startChatAppPreview', 'The bot is not logged in to WhatsApp'],
  ['saveThemeTemplate', 'A template named "Harbour page" exists already'],
  ['saveThemeTemplate', 'A template named "Sign in page" exists already'],
] as const)('%s: %s', (kind, message) => {
  const { todo } = outcomeText(refused(message), kind);
  expect(todo).not.toContain('token');
});
