/** A 404 to a preview can mean its bot, its start group or its recipient: all are named, as the status doesn't say which. */
import { expect, it } from 'vitest';
import { outcomeText } from './outcome-text';

it.each([
  ['a bot', 'Bot not found', /bot/u],
  ['a start group', 'Start group not found', /start group/u],
  ['a recipient', 'Recipient not found', /recipient/u],
])('%s: “%s” is among what a 404 is said to mean', (_, message, named) => {
  const { todo } = outcomeText(
    { kind: 'rejected', status: 404, error: { message, issues: [] } },
    'startChatAppPreview',
  );
  expect(todo).toMatch(named);
});
