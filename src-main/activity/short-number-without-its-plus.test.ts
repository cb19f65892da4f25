/**
 * The guide: an export masks “the recipient of a preview, even where the answer repeats it”. A short number is masked as it was typed; services
 * keep numbers without their plus and in groups, and of a name that ends in a dot the dot goes.
 */
import type { ActivityDetails } from '@shared/activity';
import { expect, it } from 'vitest';
import { maskPersonalData } from './export-redaction';

function maskedMessage(to: string, message: string): string {
  const details: ActivityDetails = {
    ...{ id: 'a', sequence: 1, at: '2026-11-20T14:05:00.000Z', kind: 'startChatAppPreview' },
    ...{ subject: 'bot', connectionId: 'c', connectionLabel: 'Northwind', tookMs: 3 },
    outcome: { kind: 'rejected', status: 400, error: { message, issues: [] } },
    request: {
      ...{ method: 'POST', url: 'https://n.example', headers: {} },
      body: JSON.stringify({ to }),
    },
    answer: null,
  };
  return JSON.stringify(maskPersonalData(details).outcome);
}

it.each([
  ['the control', '+290 4567', '+290 4567'], // Saint Helena's are of four or five digits
  ['without its blank', '+290 4567', '+2904567'],
  ['without its plus', '+49 115', '49115'],
  ['without its brackets', '(0)4567', '04567'],
  ['in groups', '45678', '456 78'],
  ['a name without its dot', 'Anna K.', 'Anna K'],
])('%s', (_, to, written) => {
  expect(maskedMessage(to, `${written} isn’t registered`)).not.toContain(written);
});
