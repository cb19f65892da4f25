import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Outcome } from '@shared/service/outcome';
import { type Operation } from '@shared/service/operations';
import { describe, expect, it } from 'vitest';
import { client, connectionAt, requestOf } from './testing/fixture-service';

describe('the reason in an answer', () => {
  async function answered(
    operation: Operation,
    status: number,
    headers: Record<string, string>,
    body: string,
  ): Promise<Outcome> {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, headers);
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
    const sent = await client.send(connectionAt(base), requestOf(operation, base), {
      kind: operation,
      subject: 'x',
      once: true,
    });
    server.close();
    return sent.outcome;
  }

  it('is a short plain text', async () => {
    expect(await answered('saveThemeTemplate', 413, {}, 'Body exceeded 1mb limit\n')).toEqual({
      kind: 'rejected',
      status: 413,
      form: 'text',
      plainText: 'Body exceeded 1mb limit',
    });
  });

  it('is none where a page or nothing came', async () => {
    const type = { 'content-type': 'text/html' };
    expect(await answered('saveThemeTemplate', 404, type, '<h1>Gone</h1>')).toEqual({
      kind: 'rejected',
      status: 404,
      form: 'html',
    });
    expect(await answered('saveThemeTemplate', 431, {}, '')).toEqual({
      kind: 'rejected',
      status: 431,
      form: 'empty',
    });
  });

  it.each([
    ['{"customDomain":{"name":"other.example"}}', { otherDomain: 'other.example' }],
    ['{"name":"other.example"}', { otherDomain: 'other.example' }],
    ['{"customDomain":{"name":"CHAT.example.com."}}', {}],
    ['{"customDomain":{"name":"chat.example.com","workspace":{"name":"a.b"}}}', {}],
    ['{"ok":true}', {}],
    ['[]', {}],
  ])(
    'says of a registration answered with %s whether it is another domain’s',
    async (body, more) => {
      expect(await answered('createCustomDomain', 200, {}, body)).toEqual({
        kind: 'accepted',
        status: 200,
        ...more,
      });
    },
  );
});
