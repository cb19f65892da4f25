import { createServer } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cutOf, longestRecordedBody } from '@shared/recorded-bodies';
import { createServiceClient } from './service';
import {
  canary,
  returnUrl,
  operations,
  folder,
  practice,
  place,
  transport,
  activity,
  client,
  connectionById,
  connectionAt,
  requestOf,
  send,
  everythingRecorded,
} from './testing/fixture-service';

it('is under way in the records before it arrives', async () => {
  practice.setBehaviour('updateSubscription', { delayMs: 60_000 });
  const controller = new AbortController();
  const sending = send('updateSubscription', { signal: controller.signal, activityId: 'mine' });
  await expect.poll(() => practice.received()).toHaveLength(1);
  const [file = ''] = await readdir(join(folder, 'activity'));
  const written = await readFile(join(folder, 'activity', file), 'utf8');
  expect(written).toContain('"type":"begun"');
  expect(await activity.details('mine')).toMatchObject({
    kind: 'updateSubscription',
    connectionLabel: 'Northwind',
    outcome: null,
    answer: null,
  });
  controller.abort();
  expect((await sending).activityId).toBe('mine');
});

it('tells the outcome though its end could not be written down', async () => {
  const unrecorded: unknown[] = [];
  const forgetful = createServiceClient({
    transport,
    connectionById,
    tokenFor: async () => canary,
    activity: {
      begin: async () => 'a1',
      itsTurn: () => Promise.resolve(),
      left: () => undefined,
      end: () => Promise.reject(new Error('disk full')),
    },
    onUnrecorded: (error, id) => unrecorded.push([String(error), id]),
  });
  const { outcome } = await send('startChatAppPreview', { activityId: 'a1' }, forgetful);
  expect(outcome.kind).toBe('accepted');
  expect(unrecorded).toEqual([['Error: disk full', 'a1']]);
});

describe('secrets', () => {
  it.each([400, 200])('are in no record, whatever a no with %i echoes', async (status) => {
    const hosts = [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64')];
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, {
        'content-type': 'application/json',
        'x-echo': request.headers.authorization ?? '',
        'set-cookie': 'session=tasty-cookie',
      });
      const issues = hosts.map((host) => ({ message: `no ${host}`, path: [canary] }));
      const message = `${canary} may not go to ${returnUrl}`;
      response.end(JSON.stringify({ success: false, message, code: canary, issues }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
    const sent = await client.send(connectionAt(base), requestOf('updateSubscription', base), {
      kind: 'updateSubscription',
      subject: `plan ${canary}`,
      once: true,
    });
    server.close();
    expect(JSON.stringify(sent.outcome)).toContain('may not go to');
    const all = (await everythingRecorded()) + JSON.stringify(sent.outcome) + sent.bodyText;
    for (const form of hosts) expect(all).not.toContain(form);
    expect(all).not.toContain('tasty-cookie');
    const { request, answer } = await activity.details(sent.activityId);
    expect(request.headers['Authorization']).toBe('Bearer [token]');
    expect(request.body + (answer?.body ?? '')).not.toContain('one-time-9a8b7c');
    expect(request.body).toContain('"returnUrl":"http://127.0.0.1:1234/…"');
  });

  it('of a checkout reach the caller, and no record', async () => {
    const sent = await send('updateSubscription');
    const { checkoutUrl } = sent.body as { checkoutUrl: string };
    expect(checkoutUrl).toMatch(/\/checkout\/c[0-9a-f]+$/u);
    const recorded = await everythingRecorded();
    expect(recorded).not.toContain(checkoutUrl);
    expect(recorded).toContain(`${place.origin}/…`);
  });

  it('go to no other host by a redirect', async () => {
    let reached = 0;
    const other = createServer((_request, response) => {
      reached += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${String((other.address() as AddressInfo).port)}`;
    for (const status of [301, 302, 303, 307, 308]) {
      for (const operation of operations) {
        practice.setBehaviour('all', { redirect: { status, to: `http://${host}/v1` } });
        const { outcome } = await send(operation);
        expect(outcome).toEqual({ kind: 'redirected', status, host });
      }
    }
    other.close();
    expect(reached).toBe(0);
  });
});

it('keeps what the service answered as it came, cut at 64 KiB', async () => {
  practice.setBehaviour('createCustomDomain', { status: 400, message: 'x'.repeat(100_000) });
  const sent = await send('createCustomDomain');
  const { answer } = await activity.details(sent.activityId);
  expect(answer).toMatchObject({ status: 400, form: 'json', isCut: true });
  expect(answer?.body).toHaveLength(65_536);
  expect(sent.outcome).toMatchObject({ error: { message: `${'x'.repeat(2_000)}…` } });
});

it.each([
  ['in full', 200_000, 0, null],
  ['longer than is read, and shortened by what was taken out', 300_000, 0, 'notKept'],
  ['broken off', 1_000, 1_000, 'notArrived'],
] as const)('says what isn’t there of an answer: %s', async (_, length, missing, cut) => {
  const url = `https://pay.example/${'a1b2/'.repeat(1_000)}`;
  const body = JSON.stringify(Array.from({ length: length / url.length }, () => ({ url })));
  const server = createServer((request, response) => {
    request.resume();
    const headers = { 'content-type': 'application/json' };
    response.writeHead(400, { ...headers, 'content-length': body.length + missing });
    response.write(body, () => (missing > 0 ? response.destroy() : response.end()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
  const { activityId } = await client.send(
    connectionAt(base),
    requestOf('createCustomDomain', base),
    {
      ...{ kind: 'createCustomDomain', subject: 'x', once: true },
    },
  );
  server.close();
  const { answer } = await activity.details(activityId);
  expect(answer?.body.length).toBeLessThan(longestRecordedBody);
  expect(answer && cutOf(answer)).toBe(cut);
});

it('says of a longer request that only its first 64 KiB are written down', async () => {
  const request = requestOf('saveThemeTemplate');
  const long = { ...request, body: JSON.stringify({ name: 'x'.repeat(100_000) }) };
  const { activityId } = await client.send(connectionAt(place.baseAddress), long, {
    kind: 'saveThemeTemplate',
    subject: 'Long',
    once: false,
  });
  const recorded = (await activity.details(activityId)).request;
  expect(recorded.body).toHaveLength(65_536);
  expect(recorded.isCut).toBe(true);
  const short = await send('saveThemeTemplate');
  expect((await activity.details(short.activityId)).request.isCut).toBe(false);
});

it('says of a plan change that its return address is not written down whole', async () => {
  const of = async (sent: { activityId: string }) =>
    (await activity.details(sent.activityId)).request;
  expect((await of(await send('updateSubscription'))).isRedacted).toBe(true);
  expect(await of(await send('saveThemeTemplate'))).not.toHaveProperty('isRedacted');
});

it('says so of a header in which the token stood beside its own place', async () => {
  const of = async (scheme: string) => {
    const presentation = { kind: 'header', header: 'X-Api-Key', scheme } as const;
    const connection = connectionAt(place.baseAddress, presentation);
    const { activityId } = await client.send(connection, requestOf('saveThemeTemplate'), {
      ...{ kind: 'saveThemeTemplate', subject: 'Harbour', once: false },
    });
    return (await activity.details(activityId)).request;
  };
  expect((await of(canary)).isRedacted).toBe(true);
  expect(await of('Token')).not.toHaveProperty('isRedacted');
});
