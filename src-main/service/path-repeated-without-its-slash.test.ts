/**
 * The guide: checkout addresses “are removed before anything is recorded, however the service wrote them”. Many programs keep a path
 * without the slash at its beginning, and programs that log an address write its signs' escapes in small letters, or none.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const checkoutUrl = 'https://pay.example/c/pay/cs_live_a1B2c3D4?key=Zm9v%3DbarSECRET';

function recorded(beside: string): string {
  const { answer } = createRedaction({
    token: 'tok-1234567890',
    requestBody: '{}',
    cutsAllAddresses: true,
  });
  return answer(JSON.stringify({ checkoutUrl, beside }));
}

it.each([
  ['the control: its path', '/c/pay/cs_live_a1B2c3D4?key=Zm9v%3DbarSECRET'],
  ['its path without the slash', 'c/pay/cs_live_a1B2c3D4?key=Zm9v%3DbarSECRET'],
  ['its path without the slash and what it is asked', 'c/pay/cs_live_a1B2c3D4'],
  ['what it is asked alone', 'key=Zm9v%3DbarSECRET'],
  ['its path, with the escapes in small letters', '/c/pay/cs_live_a1B2c3D4?key=Zm9v%3dbarSECRET'],
])('%s', (_, beside) => {
  expect(recorded(beside)).not.toMatch(/cs_live_a1B2c3D4|barSECRET/u);
});
