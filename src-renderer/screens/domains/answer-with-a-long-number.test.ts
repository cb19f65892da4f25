/**
 * A service numbers what it keeps with 64 bits, as many do, and answers with the number of a new domain. The guide:
 * *You see the service’s raw answer*; for a question to its support that number is what counts. In Activity it is the
 * same: what came is shown as it was written down.
 */
import { expect, it } from 'vitest';
import { readableBody } from '../activity/activity-text';
import { answerText } from './domain-text';

const answerOf = (id: string) => `{"id":${id},"name":"shop.example.com","weight":1.0}`;

it.each([
  ['Domains', (body: string) => answerText({ form: 'json', body })],
  ['Activity, its details and what is copied of them', (body: string) => readableBody(body)],
])('is shown with its digits in %s', (_, shown) => {
  // The control: a short one.
  expect(shown(answerOf('1234567890'))).toContain('"id": 1234567890,');
  expect(shown(answerOf('1234567890123456789'))).toContain('1234567890123456789');
  expect(shown(answerOf('1'))).toContain('"weight": 1.0\n');
});
