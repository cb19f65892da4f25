/**
 * A recipient is typed as people in a small country, or inside one, write it: with the zeros that are dialled first. The
 * service puts the digits alone into a name of its own, where a letter stands before them. An export masks the
 * recipient there, too: `Mask a recipient's number also as its digits alone`.
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

it.each([
  ['the control: of as many digits, none of them a zero before it', '655 50 123', '65550123'],
  ['the control: typed as the service writes it', '05550123', '05550123'],
  ['with a zero before it', '0555 0123', '05550123'],
])('%s', (_name, to, digits) => {
  expect(bodyGivenAway(to, `no session chat${digits}`)).not.toContain(digits);
});
