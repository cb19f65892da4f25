/** An address may be as long as an answer, and repeat itself: looking for it must not hold up the window. */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const redaction = () =>
  createRedaction({ token: 'tok-1234567890', requestBody: '{}', cutsAllAddresses: true });

it.each(['/', '1', '1/', '%2f', '%253D'])('is looked for in a bounded time: of many %s', (part) => {
  const long = part.repeat(20_000 / part.length);
  const body = JSON.stringify({ checkoutUrl: `https://pay.example/${long}`, beside: long });
  const start = performance.now();
  redaction().answer(body);
  expect(performance.now() - start).toBeLessThan(5_000);
});

it.each([
  ['backslashes', '\\'.repeat(1_500_000)],
  ['backslashes in a text', `{"token":"${'\\'.repeat(1_500_000)}`],
  [
    'addresses of checkouts',
    JSON.stringify(
      Array.from({ length: 4_000 }, (_, number) => ({
        checkoutUrl: `https://pay.example/c/pay/cs_live_${String(number)}`,
      })),
    ),
  ],
])('an answer of many %s is read in a bounded time', (_, body) => {
  const start = performance.now();
  expect(redaction().answer(body)).not.toContain('cs_live');
  redaction().data(body);
  expect(performance.now() - start).toBeLessThan(5_000);
});

it('is taken out to its end', () => {
  const path = `c/pay/${'a1B2'.repeat(200)}`;
  const body = {
    checkoutUrl: `https://pay.example/${path}SECRET`,
    beside: `Go to ${path}SECRET now.`,
  };
  expect(JSON.parse(redaction().answer(JSON.stringify(body)))).toEqual({
    checkoutUrl: 'https://pay.example/…',
    beside: 'Go to … now.',
  });
});
