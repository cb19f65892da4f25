import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createRedaction } from './exchange-redaction';
import { recordedRequest } from './recorded-exchange';
import {
  client,
  connectionAt,
  everythingRecorded,
  practice,
  requestOf,
  send,
} from './testing/fixture-service';

const secretOf = (number: number) => `cs_live_a1B2c3D4e5F6g7H${String(number)}`;

/**
 * The guide: “Tokens, checkout addresses … are removed before anything is recorded, however the service wrote them”. People
 * and services write an address without its `https://`, and programs its path alone (a relative `Location`, “no such
 * path”). Known from its field or from the request, it is taken out so written, too: whoever has it can go on with it.
 */
describe('an address that is repeated without its scheme', () => {
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
});

/**
 * The guide: checkout addresses “are removed before anything is recorded, however the service wrote them”. Many programs keep a path
 * without the slash at its beginning, and programs that log an address write its signs' escapes in small letters, or none.
 */
describe('a path that is repeated without its slash', () => {
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
});

/** An address may be as long as an answer, and repeat itself: looking for it must not hold up the window. */
describe('a long address in an answer', () => {
  const redaction = () =>
    createRedaction({ token: 'tok-1234567890', requestBody: '{}', cutsAllAddresses: true });

  it.each(['/', '1', '1/', '%2f', '%253D'])(
    'is looked for in a bounded time: of many %s',
    (part) => {
      const long = part.repeat(20_000 / part.length);
      const body = JSON.stringify({ checkoutUrl: `https://pay.example/${long}`, beside: long });
      const start = performance.now();
      redaction().answer(body);
      expect(performance.now() - start).toBeLessThan(5_000);
    },
  );

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
});

/**
 * A service of the known kind has its dashboard and its API at one origin. A person who lets the checkout return to the dashboard
 * has typed the beginning of the request's own address. The request's address is the connection's, and no secret of a checkout.
 */
describe('where a request went, beside a return there', () => {
  const url = 'https://bots.example/api/v1/billing/subscription';

  function recordedUrl(returnUrl: string): string {
    const body = JSON.stringify({ workspaceId: 'w1', returnUrl, plan: 'PRO' });
    const redaction = createRedaction({
      ...{ token: 'tok-1234567890', requestBody: body, cutsAllAddresses: true },
    });
    return recordedRequest(
      { operation: 'updateSubscription', method: 'PATCH', url, body },
      { id: 'c', label: 'Northwind', presentation: { kind: 'bearer' } },
      { kind: 'updateSubscription', subject: 'PRO', themeId: undefined, activityId: 'a' },
      redaction,
      'Authorization',
    ).request.url;
  }

  it.each([
    ['the control: Foyer’s own', 'http://127.0.0.1:51234/back/a1b2c3'],
    ['the control: another host', 'https://app.bots.example'],
    ['the dashboard', 'https://bots.example'],
    ['the dashboard, with its slash', 'https://bots.example/'],
  ])('the request’s address is recorded as it is: %s', (_, returnUrl) => {
    expect(recordedUrl(returnUrl)).toBe(url);
  });
});

/**
 * The guide: checkout addresses “are removed before anything is recorded, however the service wrote them”. A service that wants to be
 * paid first answers 402 to a domain, a theme or a preview with a checkout's address in an object, in a field of another everyday
 * name, in the message or in `Location`. And to a change of the plan it may write one without its scheme, as messages do.
 */
describe('a checkout that another request is answered with', () => {
  const secret = 'cs_live_a1B2c3D4e5F6';
  const bare = `pay.example/c/pay/${secret}`;
  const url = `https://${bare}`;
  const recorded = (body: unknown, isOfBilling = false) =>
    createRedaction({
      ...{ token: 'tok-1234567890', requestBody: '{}', cutsAllAddresses: isOfBilling },
    }).answer(JSON.stringify(body));

  it.each([
    ['the control', { message: 'Payment required', checkoutUrl: url }],
    ['an object', { message: 'Payment required', checkout: { url } }],
    ['a session', { message: 'Payment required', checkoutSession: { url } }],
    ['a field without “url”', { message: 'Payment required', checkout: url }],
    ['one without its scheme', { message: 'Payment required', checkout: bare }],
    ['a payment', { message: 'Payment required', paymentUrl: url }],
    ['an invoice', { message: 'Payment required', hosted_invoice_url: url }],
    ['a field, and the message', { message: `Open ${bare} first.`, billing: { at: url } }],
  ])('is cut whatever was asked for, in %s', (_, body) => {
    expect(recorded(body)).not.toContain(secret);
  });

  it.each([
    ['in the message of a 402', 402, `Complete the checkout first: ${url}`],
    ['without its scheme', 402, `Complete the checkout first at ${bare}.`],
  ])('is cut in what is recorded of a domain, %s', async (_, status, message) => {
    practice.setBehaviour('createCustomDomain', { status, message });
    const { outcome } = await send('createCustomDomain');
    expect(JSON.stringify(outcome)).toContain('pay.example/…');
    expect(JSON.stringify(outcome) + (await everythingRecorded())).not.toContain(secret);
  });

  it('the control: where another refusal points to is known by its host', async () => {
    const message = (path: string) => `See https://docs.example/${path} for the names`;
    practice.setBehaviour('createCustomDomain', { status: 400, message: message('domains/names') });
    expect(await send('createCustomDomain')).toMatchObject({
      outcome: { error: { message: message('…') } },
    });
  });

  it.each([
    ['the control, whole', `A checkout is open already: ${url}`],
    ['without its scheme', `A checkout is open already: ${bare}`],
    ['without its scheme, on a line of its own', `A checkout is open already:\n${bare}`],
    ['at this computer', `Already open: localhost:3000/c/pay/${secret}`],
  ])('is cut in a refused change of the plan, %s', (_, message) => {
    expect(recorded({ message }, true)).not.toContain(secret);
  });

  it.each([
    { message: 'Yearly and/or monthly, 1.25/2.50 EUR, application/vnd.api+json, e.g. PRO' },
    { billing: { plan: 'PRO', billingProviderId: 'cus_a1b2' }, invoice: 'F/2026/11' },
  ])('what is no address stays: %j', (body) => {
    expect(recorded(body, true)).toBe(JSON.stringify(body));
  });

  it.each(['/workspaces', 'dashboard'])(
    'a redirect to %s is no secret in a message',
    (redirectUrl) => {
      const message = 'Not one of your workspaces: see your dashboard, or /workspaces';
      expect(recorded({ redirectUrl, message })).toContain(message);
    },
  );

  it('the workspace that the request names stays, though the path of the checkout is its ID', () => {
    const id = 'clx1a2b3c4d5e6f7g8h9';
    const { answer } = createRedaction({
      ...{ token: 'tok-1234567890', cutsAllAddresses: true },
      requestBody: JSON.stringify({ workspaceId: id, returnUrl: 'http://127.0.0.1:9/one-time' }),
    });
    const body = { checkoutUrl: `https://pay.example/${id}`, workspace: { id } };
    expect(JSON.parse(answer(JSON.stringify(body)))).toEqual({
      checkoutUrl: 'https://pay.example/…',
      workspace: { id },
    });
  });
});

/**
 * The guide: checkout addresses “are removed before anything is recorded, however the service wrote them”. A domain may have to be paid for
 * as well: then the service answers 200 with a checkout, as the payment service gave it, alone or beside the name.
 */
describe('a checkout beside a yes', () => {
  const urlOf = (number: number) =>
    `https://checkout.stripe.com/c/pay/${secretOf(number)}#fidkdWxOYHwn`;

  async function sentOf(operation: 'createCustomDomain' | 'updateSubscription', body: unknown) {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
    const sent = await client.send(connectionAt(base), requestOf(operation, base), {
      ...{ kind: operation, subject: 'x', once: true },
    });
    server.close();
    return sent;
  }

  async function recordedOf(body: unknown) {
    const { outcome, bodyText } = await sentOf('createCustomDomain', body);
    // The text of an answer is kept with the domain, and shown beside it.
    return JSON.stringify(outcome) + bodyText + (await everythingRecorded());
  }

  it.each([
    ['the control: in a field of that name', 0, { checkoutUrl: urlOf(0) }],
    ['alone', 1, { url: urlOf(1) }],
    ['as a session of Stripe’s', 2, { id: 'ord_1', object: 'checkout.session', url: urlOf(2) }],
    ['in a sentence', 3, { message: `Complete the checkout first: ${urlOf(3)}` }],
    ['beside the name', 4, { name: 'chat.example.com', status: 'pending', url: urlOf(4) }],
  ])('is cut in a 200 to a domain, %s', async (_, number, body) => {
    expect(await recordedOf(body)).not.toContain(secretOf(number));
  });

  it('a workspace is handed on as it came, however much stands beside it', async () => {
    const members = Array.from({ length: 400 }, (_, at) => ({
      ...{ id: `m${String(at)}`, name: 'Mia', role: 'admin' },
    }));
    const body = { members, workspace: { id: 'test-northwind', name: 'northwind.example/shop' } };
    expect((await sentOf('updateSubscription', body)).body).toEqual(body);
  });
});

/**
 * The guide: checkout addresses “are removed before anything is recorded, however the service wrote them”. A service that wants to be
 * paid first answers 403 or 409 as well, or leads to the checkout by 303; there its address stays in Activity, whole, and in its export.
 */
describe('a checkout in another refusal', () => {
  const urlOf = (number: number) => `https://checkout.stripe.com/c/pay/${secretOf(number)}`;

  async function recordedOf(status: number, headers: Record<string, string>, body: unknown) {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
    const { outcome, bodyText } = await client.send(
      connectionAt(base),
      requestOf('createCustomDomain', base),
      { kind: 'createCustomDomain', subject: 'x', once: true },
    );
    server.close();
    // The text of an answer is kept with a plan change and a domain, too.
    return JSON.stringify(outcome) + bodyText + (await everythingRecorded());
  }

  it.each([
    ['the control: a 402', 402, {}, { message: `Complete the checkout first: ${urlOf(0)}` }],
    ['the message of a 403', 403, {}, { message: `Complete the checkout first: ${urlOf(1)}` }],
    ['the message of a 409', 409, {}, { message: `A checkout is open already: ${urlOf(2)}` }],
    ['a field of another name', 403, {}, { message: 'Upgrade first', upgradeUrl: urlOf(3) }],
    ['an address alone', 403, {}, { message: 'Upgrade first', url: urlOf(4) }],
    ['a redirect', 303, { location: urlOf(5) }, {}],
    ['a 200 that says no', 200, {}, { success: false, message: `Pay first: ${urlOf(6)}` }],
  ] as const)('is cut in %s', async (_, status, headers, body) => {
    const recorded = await recordedOf(status, headers, body);
    const secrets = [0, 1, 2, 3, 4, 5, 6].map(secretOf);
    const own = secrets.find((one) => JSON.stringify([headers, body]).includes(one)) ?? '';
    expect(own).not.toBe('');
    expect(recorded).not.toContain(own);
  });
});

/**
 * The guide: checkout addresses are removed before anything is recorded, and of a refusal every address is cut to its host. Express, Django and
 * Laravel behind a proxy redirect within the service by a path alone (RFC 9110, 10.2.2); that of a checkout lets whoever has it in as well.
 */
describe('a redirect to a checkout of the service’s own', () => {
  async function recordedOf(status: number, location: string) {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { location });
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
    await client.send(connectionAt(base), requestOf('updateSubscription', base), {
      ...{ kind: 'updateSubscription', subject: 'PRO', once: true },
    });
    server.close();
    return everythingRecorded();
  }

  it.each([
    [
      'the control: whole',
      303,
      'https://pay.example/checkout/cs_live_a1B2c3D4e5F6',
      'cs_live_a1B2',
    ],
    ['the control: without its scheme', 303, '//pay.example/checkout/cs_live_b2', 'cs_live_b2'],
    ['by its path', 303, '/checkout/cs_live_c3D4e5F6g7H8', 'cs_live_c3D4'],
    ['by a path beside it', 302, '../checkout/cs_live_d4E5f6G7h8I9', 'cs_live_d4E5'],
    ['to a sign-in that gives a code', 302, '/sso/callback?code=e5F6g7H8i9J0&state=x', 'e5F6g7H8'],
  ])('where it leads is in no record, %s', async (_, status, location, secret) => {
    expect(await recordedOf(status, location)).not.toContain(secret);
  });
});
