/**
 * An answer is foreign, up to 2 MiB of it are read, and main reads them in one go: what a 403 speaks of is looked for in the whole
 * message, before it is cut to 2,000 characters. From each opening quote the closing one is looked for up to the end, which takes time
 * that grows with the square: 20 kB of them stop all of Foyer for many seconds, 2 MiB for days, and nothing can be clicked or saved.
 */
import { expect, it } from 'vitest';
import { readAnswer } from './answer';
import { classify } from './classify';
import type { TransportResult } from './transport';

function tookMs(message: string): number {
  const result: TransportResult = {
    end: 'complete',
    head: { status: 403, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify({ message })),
  };
  const begin = performance.now();
  classify({
    ...{ operation: 'saveThemeTemplate', requestBody: '{}', result, answer: readAnswer(result) },
    ...{ stoppedBy: 'cancel', hadToken: true, now: 0 },
  });
  return performance.now() - begin;
}

it.each(['x', 'you ', '“'])('the control: nothing but %s', (unit) => {
  expect(tookMs(unit.repeat(20_000))).toBeLessThan(2_000);
});

it.each(['„', '«'])(
  'nothing but %s',
  (unit) => {
    expect(tookMs(unit.repeat(20_000))).toBeLessThan(2_000);
  },
  120_000,
);
