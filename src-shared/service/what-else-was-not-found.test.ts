/**
 * “Say all that it can mean” (service-api, *Seen on a real service*): a 404 to a preview can mean its start group or its recipient, and
 * the service's words say which. Foyer lists the bot, the token and the address, and leaves out these two, beside
 * “Start group not found”.
 */
import { expect, it } from 'vitest';
import { outcomeText } from './outcome-text';

it.each([
  ['the control', 'Bot not found', /bot/u],
  ['a start group', 'Start group not found', /start group/u],
  ['a recipient', 'Recipient not found', /recipient/u],
])('%s: “%s” is among what a 404 is said to mean', (_, message, named) => {
  const { todo } = outcomeText(
    { kind: 'rejected', status: 404, error: { message, issues: [] } },
    'startChatAppPreview',
  );
  expect(todo).toMatch(named);
});
