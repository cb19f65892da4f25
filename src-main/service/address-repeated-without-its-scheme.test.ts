/**
 * The guide: “Tokens, checkout addresses … are removed before anything is recorded, however the service wrote them”. People
 * and services write an address without its `https://`, and programs its path alone (a relative `Location`, “no such
 * path”). Known from its field or from the request, it is taken out so written, too: whoever has it can go on with it.
 */
import { expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';

const address = 'https://pay.example/c/pay/cs_live_8d7f6a5b4c3d';
const back = 'http://127.0.0.1:49152/back/Qm9vdGgtT2YtRm95ZXI';

const redaction = () =>
  createRedaction({
    token: 'tok-1234567890',
    requestBody: JSON.stringify({ returnUrl: back }),
    cutsAllAddresses: true,
  });
const answered = (message: string) =>
  redaction().answer(JSON.stringify({ checkoutUrl: address, message }));

it.each([
  ['the control: whole', address],
  ['without its scheme', 'pay.example/c/pay/cs_live_8d7f6a5b4c3d'],
  ['with one slash of a proxy', 'https:/pay.example/c/pay/cs_live_8d7f6a5b4c3d'],
  ['its path alone', '/c/pay/cs_live_8d7f6a5b4c3d'],
])('the address of a checkout is taken out of a message: %s', (_, written) => {
  expect(answered(`Go on to ${written} to pay.`)).not.toContain('cs_live_8d7f6a5b4c3d');
});

it.each([
  ['the control: whole', back],
  ['without its scheme', '127.0.0.1:49152/back/Qm9vdGgtT2YtRm95ZXI'],
  ['its path alone', '/back/Qm9vdGgtT2YtRm95ZXI'],
])('the one-time address of the return is taken out of a message: %s', (_, written) => {
  expect(answered(`Can’t return to ${written}.`)).not.toContain('Qm9vdGgtT2YtRm95ZXI');
});

it('the address of a checkout is taken out of a header that repeats its path', () => {
  const one = redaction();
  one.answer(JSON.stringify({ checkoutUrl: address }));
  const { location } = one.headers({ location: new URL(address).pathname });
  expect(location).not.toContain('cs_live_8d7f6a5b4c3d');
});

it.each([
  ['whole', 'https://pay.example/c/pay?session=8d7f6a5b#4c3d', 'https://pay.example/…'],
  ['without its fragment', 'pay.example/c/pay?session=8d7f6a5b', 'pay.example/…'],
  ['its path without its fragment', '/c/pay?session=8d7f6a5b', '/…'],
  ['without what it is asked', 'https://pay.example/c/pay', 'https://pay.example/…'],
  ['the host alone', 'pay.example', 'pay.example'],
  ['a path that is a word', '/c/pay', '/c/pay'],
])('as much as says where it leads is left of an address: %s', (_, written, left) => {
  const { text } = createRedaction({
    token: undefined,
    requestBody: '{}',
    cutsAllAddresses: false,
  });
  text(JSON.stringify({ checkoutUrl: 'https://pay.example/c/pay?session=8d7f6a5b#4c3d' }));
  expect(text(`Go on to ${written} to pay.`)).toBe(`Go on to ${left} to pay.`);
});
