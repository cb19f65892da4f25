/**
 * An answer is foreign, and main reads up to 2 MiB of it in one go: what a refusal speaks of is found in a time that doesn't grow with
 * its length, whatever it is made of.
 */
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function tookMs(body: unknown, status = 403): number {
  const result: TransportResult = {
    end: 'complete',
    head: { status, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(body)),
  };
  const begin = performance.now();
  classify({
    ...{ operation: 'saveThemeTemplate', requestBody: '{}', result, answer: readAnswer(result) },
    ...{ stoppedBy: 'cancel', hadToken: true, now: 0 },
  });
  return performance.now() - begin;
}

const units = ['x', 'you ', 'you not ', '“', '„', '«', '"', ' ', '403 ', 'A_', 'aA', 'not found '];

it.each(units)('reads a message of nothing but %j', (unit) => {
  expect(tookMs({ message: unit.repeat(200_000) })).toBeLessThan(2_000);
  expect(tookMs({ message: '', code: unit.repeat(200_000) })).toBeLessThan(2_000);
});

it.each(units)('reads many issues of nothing but %j', (unit) => {
  const issue = { message: unit.repeat(5_000), path: unit.repeat(5_000) };
  const issues = Array.from({ length: 100 }, () => issue);
  expect(tookMs({ message: 'Forbidden', issues })).toBeLessThan(2_000);
});
