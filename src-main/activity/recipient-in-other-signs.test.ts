/**
 * A recipient is typed as people write numbers, with a plus and spaces. Services keep the digits alone (Typebot
 * drops the plus, spaces and hyphens) and put them into names of their own: `wa-<line>-<number>` is what it calls
 * a conversation. The guide: an export masks the recipient of a preview, even where the answer repeats it.
 */
import { expect, it } from 'vitest';
import { maskPersonalData } from './export-redaction';

function bodyGivenAway(to: string, message: string): string {
  const kept = maskPersonalData({
    ...{ id: 'a', sequence: 1, at: '2026-11-20T14:05:00.000Z' },
    kind: 'startChatAppPreview',
    ...{ subject: 'bot', connectionId: 'c', connectionLabel: 'Northwind', tookMs: 3 },
    outcome: { kind: 'rejected', status: 400, error: { message, issues: [] } },
    request: {
      method: 'POST',
      url: 'https://n.example',
      headers: {},
      body: JSON.stringify({ to }),
    },
    answer: {
      ...{ status: 400, headers: {}, isCut: false },
      form: 'json',
      body: JSON.stringify({ message }),
    },
  });
  return JSON.stringify(kept);
}

const answers = [
  ['alone', 'no chat with 4915112345678'],
  ['behind a word', 'no session chat4915112345678'],
  ['in the name of a conversation', 'no session wa-4915112345678'],
  ['behind the number of the line', 'no session wa-106540352242922-4915112345678'],
  ['before a word', 'no session 4915112345678c'],
] as const;

it.each(answers)('the control: written in the same way, it is masked %s', (_, message) => {
  expect(bodyGivenAway('4915112345678', message)).not.toContain('4915112345678');
});

it.each(answers)('written with a plus and spaces, it is masked %s', (_, message) => {
  expect(bodyGivenAway('+49 151 12345678', message)).not.toContain('4915112345678');
});
