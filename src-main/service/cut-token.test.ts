/** A service that repeats the request, token and all, and an answer that is cut off in the middle of it. */
import { saveThemeTemplateRequest } from '@shared/service/operations';
import { newTheme } from '@shared/theme/theme';
import { describe, expect, it } from 'vitest';
import type { RecordedEnd } from './recorded-exchange';
import { createServiceClient, type ServiceConnection, type TransportResult } from './service';

const token = 'tok_9f2c/4e7a+b1d84c6f9e0357a2b6c81d4f==';
const connection: ServiceConnection = {
  ...{ id: 'c1', label: 'Northwind', baseAddress: 'https://northwind.example/v1' },
  ...{ workspaceId: 'w1', preset: 'documented', presentation: { kind: 'bearer' } },
};

/** What is kept, and given to the rooms, of an answer that ends so. */
async function keptOf(result: TransportResult): Promise<string> {
  const ends: RecordedEnd[] = [];
  const client = createServiceClient({
    transport: { send: () => Promise.resolve(result), close: () => Promise.resolve() },
    connectionById: () => connection,
    tokenFor: () => Promise.resolve(token),
    activity: {
      begin: () => Promise.resolve('a1'),
      itsTurn: () => Promise.resolve(),
      left: () => undefined,
      end: (_id, end) => Promise.resolve(void ends.push(end)),
    },
  });
  const content = { templateId: 't1', name: 'Harbour', theme: newTheme() };
  const { bodyText } = await client.send(
    connection,
    saveThemeTemplateRequest(connection, content),
    { kind: 'saveThemeTemplate', subject: 'Harbour', once: true },
  );
  expect(bodyText).toContain('Authorization');
  return JSON.stringify([ends, bodyText]);
}

const head = { status: 500, headers: { 'content-type': 'text/html' } };
const ends: Record<string, (body: Buffer) => TransportResult> = {
  'as the connection ended': (body) => ({ end: 'cut', head, body, code: 'ECONNRESET' }),
  'because it was too long': (body) => ({ end: 'tooLarge', head, body }),
  'because nobody waited longer': (body) => ({ end: 'stopped', hasStarted: true, head, body }),
  'by a server that gave no length': (body) => ({ end: 'complete', head, body }),
};

const forms: Record<string, string> = {
  'as it is': token,
  'escaped for JSON': JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/'),
  'escaped by number': [...token].map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join(''),
  'encoded for an address': encodeURIComponent(token),
  'escaped for HTML': token.replaceAll('/', '&#x2F;').replaceAll('+', '&#43;'),
  'in base64': Buffer.from(token).toString('base64'),
};

describe('a token that an answer is cut off in', () => {
  it.each(Object.keys(ends).flatMap((how) => Object.keys(forms).map((form) => ({ how, form }))))(
    'is not written down but for its last letters: $form, cut off $how',
    async ({ how, form }) => {
      const written = forms[form] ?? '';
      const step = form === 'escaped by number' ? 6 : 1;
      // Every place to cut it at that leaves enough of it to be told from chance.
      for (let kept = 4 * step + 2 * step; kept < written.length; kept += 1) {
        const page = Buffer.from(`<pre>Authorization: Bearer ${written.slice(0, kept)}`);
        const all = await keptOf((ends[how] ?? ends['cut'])!(page));
        expect(all).not.toContain(JSON.stringify(written.slice(0, 4 * step)).slice(1, -1));
      }
    },
  );

  it('takes nothing from an answer that is whole', async () => {
    const whole = { ...head, headers: { ...head.headers, 'content-length': '26' } };
    const body = Buffer.from('Authorization failed: tok_9f2c');
    expect(await keptOf({ end: 'complete', head: whole, body })).toContain('tok_9f2c');
  });
});
