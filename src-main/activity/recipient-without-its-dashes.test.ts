/**
 * The guide: an export masks “the recipient of a preview, even where the answer repeats them”. Foyer knows from a real
 * service that it strips blanks and dashes from a recipient (`isUnusualRecipient`, `recipientKey`), and repeats it so: also
 * one that is no number, such as an address with a dash or a name of two words.
 */
import type { ActivityDetails } from '@shared/activity';
import { expect, it } from 'vitest';
import { maskPersonalData } from './export-redaction';

const exported = (to: string, repeated: string): string => {
  const message = `User ${repeated} isn’t known.`;
  const details: ActivityDetails = {
    ...{ id: 'a', sequence: 1, at: '2026-11-20T14:05:00.000Z', subject: 'bot', tookMs: 3 },
    ...{ kind: 'startChatAppPreview', connectionId: 'c', connectionLabel: 'Northwind' },
    outcome: { kind: 'rejected', status: 400, error: { message, issues: [] } },
    request: {
      ...{ method: 'POST', url: 'https://n.example', headers: {} },
      body: JSON.stringify({ to }),
    },
    answer: {
      ...{ status: 400, headers: {}, form: 'json', isCut: false },
      body: JSON.stringify({ message }),
    },
  };
  return JSON.stringify(maskPersonalData(details));
};

it.each([
  ['the control: as it was sent', 'anna-maria@example.org', 'anna-maria@example.org'],
  ['the control: a number', '+49 170-123 4567', '491701234567'],
  ['an address without its dash', 'anna-maria@example.org', 'annamaria@example.org'],
  ['a name without its blank', 'Anna Schmidt', 'AnnaSchmidt'],
])('a recipient that the answer repeats is masked: %s', (_, to, repeated) => {
  expect(exported(to, repeated)).not.toContain(repeated);
});

it('one of dashes alone is nobody’s', () => {
  expect(exported('--', 'anna')).toContain('User anna isn’t known.');
});

it.each([
  ['a b', 'ab'],
  ['for m', 'form'],
  ['40 0', '400'],
])('of a short one, %s, other words that it makes without its blank are left', (to, word) => {
  expect(exported(to, word)).toContain(`User ${word} isn’t known.`);
  expect(exported(to, to)).not.toContain(`User ${to} `);
});
