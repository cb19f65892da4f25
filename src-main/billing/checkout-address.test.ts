import { readSubscriptionAnswer } from '@shared/service/answers';
import { describe, expect, it } from 'vitest';
import { readCheckoutAddress } from './checkout-address';

describe('readCheckoutAddress', () => {
  it.each([
    ['https://pay.example/c/1?x=y#z', 'pay.example', 'https://pay.example/c/1?x=y#z'],
    ['HTTPS://PAY.example', 'pay.example', 'https://pay.example/'],
    ['https://pay.example:8443/', 'pay.example:8443', 'https://pay.example:8443/'],
    ['https://bücher.example/', 'xn--bcher-kva.example', 'https://xn--bcher-kva.example/'],
    ['https://рау.example/', 'xn--80a5ak.example', 'https://xn--80a5ak.example/'],
  ])('opens %s and shows its host', (address, host, href) => {
    expect(readCheckoutAddress(address, false)).toEqual({ host, href });
  });

  it.each([
    ['http://127.0.0.1:4000/checkout/1'],
    ['http://localhost:4000/checkout/1'],
    ['http://[::1]:4000/checkout/1'],
  ])('opens %s for the practice service alone', (address) => {
    expect(readCheckoutAddress(address, true).href).toBe(address);
    expect(readCheckoutAddress(address, false).href).toBeUndefined();
  });

  it.each([
    ['javascript:alert(1)'],
    ['JavaScript://pay.example/%0aalert(1)'],
    ['file:///etc/passwd'],
    ['file://pay.example/share'],
    ['data:text/html,<p>'],
    ['foyer://preview/name'],
    ['ms-msdt:/id'],
    ['vbscript:x'],
    ['http://pay.example/'],
    ['http://127.0.0.1.pay.example/'],
    ['http://169.254.169.254/'],
    ['ftp://pay.example/'],
    ['//pay.example/'],
    ['pay.example'],
    [''],
    ['https://'],
    ['https:pay.example'],
    ['https:/pay.example'],
    ['https://pay.example@evil.example/'],
    ['https://pay.example:443@evil.example/'],
    ['https://@evil.example/'],
    ['https://pay.example\\@evil.example/'],
    ['https:\\\\pay.example'],
    ['https://pay.example/\nx'],
    ['https://pay\t.example/'],
    [' https://pay.example/'],
    ['https://pay.example/\u0000'],
  ])('never opens %j', (address) => {
    expect(readCheckoutAddress(address, true).href).toBeUndefined();
  });

  it.each([' ', '\n', '\r\n'])('opens one that was answered with %j around it', (around) => {
    const checkoutUrl = `${around}https://pay.example/${around}`;
    const read = readSubscriptionAnswer({ checkoutUrl })?.checkoutUrl ?? '';
    expect(readCheckoutAddress(read, false).href).toBe('https://pay.example/');
  });

  it('never opens an endless one, as it came or as it would be opened', () => {
    for (const path of ['a'.repeat(2_000), 'ü'.repeat(1_000)]) {
      expect(readCheckoutAddress(`https://pay.example/${path}`, true)).toEqual({
        host: 'pay.example',
      });
    }
  });
});
