import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TokenPresentation } from '@shared/connection';
import {
  createCustomDomainRequest,
  saveThemeTemplateRequest,
  startChatAppPreviewRequest,
} from '@shared/service/operations';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { createActivity } from '../activity/activity';
import { createRedactor } from '../logging/logging';
import { readAnswer } from './answer';
import { createRedaction } from './exchange-redaction';
import { recordedAnswer, type RecordedEnd } from './recorded-exchange';
import { createServiceClient, type ServiceConnection } from './service';
import { playedTransport } from './testing/played-transport';
import type { TransportResult } from './transport';

const token = 'fyr_live_5b1c9e7a2d4f8e60';

/** A service that repeats the request, token and all, and an answer that is cut off in the middle of it. */
describe('a token that an answer is cut off in', () => {
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
    'escaped by number': [...token]
      .map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
      .join(''),
    'encoded for an address': encodeURIComponent(token),
    'escaped for HTML': token.replaceAll('/', '&#x2F;').replaceAll('+', '&#43;'),
    'in base64': Buffer.from(token).toString('base64'),
  };

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

/**
 * A person pastes the token into the field above it as well, the label’s, and presses *Connect*. They see it and
 * put it right. What was checked is in Activity, which never has a token in it (docs/guide.md), and in its export.
 */
describe('a token in the label', () => {
  /** What Activity has, on the disk and in its export, after a check and a preview. */
  async function recorded(label: string, botId: string) {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const connection = trialConnection('northwind', { label });
    const activity = createActivity({
      folder,
      // As `rooms.ts` has it: what was done on this computer is without the token in a name.
      withoutSecrets: (text) => text.replaceAll(token, '[token]'),
    });
    const client = createServiceClient({
      transport: playedTransport(() =>
        Promise.resolve({
          ...{ end: 'complete', head: { status: 200, headers: {} } },
          body: Buffer.from('{"message":"success"}'),
        }),
      ),
      activity,
      connectionById: () => connection,
      tokenFor: async () => token,
    });
    await client.checkConnection(connection, token);
    await client.send(connection, startChatAppPreviewRequest(connection, { botId, to: '+44 1' }), {
      ...{ kind: 'startChatAppPreview', subject: botId, once: true },
    });
    activity.note({ kind: 'connectionAdded', touched: [{ id: connection.id, name: label }] });
    await activity.settled();
    const [exported, files] = [await activity.exported(), await readdir(folder)];
    const written = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    return { exported, written: written.join('') };
  }

  it.each([
    ['the control: in the label is none', 'Northwind', 'bot'],
    ['the control: it was pasted into the bot’s field', 'Northwind', token],
    ['it was pasted into the label', token, 'bot'],
  ])('Activity and its export have no token: %s', async (_name, label, botId) => {
    const { exported, written } = await recorded(label, botId);
    expect(written).not.toContain(token);
    expect(exported).not.toContain(token);
  });
});

/**
 * A connection presents its token in a header of its own. A person doesn't know what *Scheme* stands for and pastes the
 * token there as well, or into the header’s name. The service refuses that, and they look into Activity, which never has
 * a token in it (docs/guide.md), and export it for a support question.
 */
describe('a token in the scheme', () => {
  /** What Activity has, on the disk and in its export, after a check and a preview. */
  async function recorded(presentation: TokenPresentation) {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const connection = trialConnection('northwind', { presentation });
    const activity = createActivity({ folder });
    const client = createServiceClient({
      transport: playedTransport(() =>
        Promise.resolve({
          ...{ end: 'complete', head: { status: 401, headers: {} } },
          body: Buffer.from('{"message":"Unauthorized"}'),
        }),
      ),
      activity,
      connectionById: () => connection,
      tokenFor: async () => token,
    });
    await client.checkConnection(connection, token);
    const request = startChatAppPreviewRequest(connection, { botId: 'bot', to: '+44 1' });
    await client.send(connection, request, {
      ...{ kind: 'startChatAppPreview', subject: 'bot', once: true },
    });
    const [exported, files] = [await activity.exported(), await readdir(folder)];
    const written = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    return { exported, written: written.join('') };
  }

  it.each<[string, TokenPresentation]>([
    ['the control: beside a scheme', { kind: 'header', header: 'X-Api-Key', scheme: 'Key' }],
    ['it was pasted into the scheme', { kind: 'header', header: 'X-Api-Key', scheme: token }],
    [
      'it was pasted behind the scheme',
      { kind: 'header', header: 'X-Key', scheme: `Key ${token}` },
    ],
    ['it was pasted into the header’s name', { kind: 'header', header: token, scheme: '' }],
  ])('Activity and its export have no token: %s', async (_name, presentation) => {
    const { exported, written } = await recorded(presentation);
    expect(exported).toContain('startChatAppPreview');
    expect(written).not.toContain(token);
    expect(exported).not.toContain(token);
  });
});

/**
 * The changelog: a token “is removed from Activity, its export and the log, however a service repeats it”. Dashboards show it as
 * `Bearer TOKEN` or `Token TOKEN`, and so it is pasted; and where the connection's scheme is empty, it has to be entered so. What the
 * service repeats is the token without that word.
 */
describe('a token that was pasted with its scheme', () => {
  const token = 'sk_live_a1B2c3D4e5F6g7H8i9';

  it.each([
    ['the control: the token alone', token],
    ['behind Bearer', `Bearer ${token}`],
    ['behind Token', `Token ${token}`],
    ['behind the name of its header', `Authorization: Bearer ${token}`],
    ['as a value in quotes', `Token token="${token}"`],
  ])('%s', (_, typed) => {
    const { answer, token: withoutToken } = createRedaction({
      ...{ token: typed, requestBody: '{}', cutsAllAddresses: false },
    });
    const body = JSON.stringify({ message: `Unknown token ${token}` });
    expect(answer(body)).not.toContain(token);
    expect(withoutToken(body)).not.toContain(token);
  });
});

/**
 * A person has a new token and pastes it into another field of the connection than the token's own, which may stay empty:
 * *Save* takes it. What they send then is refused, so they look, put the field right and enter the token where it belongs.
 * From then on Foyer knows it for one: as it is taken out of a connection's former name, it is taken out of what was sent.
 */
describe('a token that was told in a request before it was known', () => {
  const key = { kind: 'header', header: 'X-Api-Key', scheme: 'Key' } as const;
  const mended = trialConnection('northwind', { presentation: key });

  /** Activity after a request of the connection as it was saved first, once the token is known for one. */
  async function told(saved: typeof mended) {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const secrets = createRedactor();
    secrets.registerSecret('fyr_live_old');
    const activity = createActivity({ folder, withoutSecrets: (text) => secrets.text(text) });
    let connection = saved;
    let present = 'fyr_live_old';
    const client = createServiceClient({
      transport: playedTransport(() =>
        Promise.resolve({
          ...{ end: 'complete', head: { status: 401, headers: {} } },
          body: Buffer.from('{"message":"Unauthorized"}'),
        }),
      ),
      activity,
      connectionById: () => connection,
      tokenFor: async () => present,
    });
    const name = 'chat.northwind.example';
    const send = () =>
      client.send(connection, createCustomDomainRequest(connection, { name }), {
        ...{ kind: 'createCustomDomain', subject: name, once: true },
      });
    await send();
    // Put right, and entered where it belongs (`onSecret` of the credentials).
    connection = mended;
    present = token;
    secrets.registerSecret(token);
    await send();
    const exported = await activity.exported();
    const { entries } = await activity.list({ limit: 10 });
    const details = await Promise.all(entries.map(({ id }) => activity.details(id)));
    return { exported, shown: JSON.stringify(details) };
  }

  it.each([
    ['the control: into the name', { label: token }],
    ['into the scheme', { presentation: { ...key, scheme: token } }],
    ['into the workspace’s ID', { workspaceId: token }],
  ])('Activity and its export have it no more: %s', async (_name, slip) => {
    const { exported, shown } = await told({ ...mended, ...slip });
    expect(exported.match(/"kind":"createCustomDomain"/gu)).toHaveLength(2);
    expect(exported).not.toContain(token);
    expect(shown).not.toContain(token);
  });
});

/**
 * Security: none of the token is in what is recorded. With `Authorization: Basic` it is a name and a password in base64: PHP decodes it before
 * any program of the service runs, and the pages with which Whoops and Symfony tell of an error list `PHP_AUTH_PW` among the server's data.
 */
describe('a password that the service decodes', () => {
  const password = 'S3cret-pass-word9';
  const token = Buffer.from(`mia:${password}`).toString('base64');

  function recorded(type: string, body: string, entered = token): string {
    const result: TransportResult = {
      end: 'complete',
      head: { status: 500, headers: { 'content-type': type, 'content-length': '9' } },
      body: Buffer.from(body),
    };
    const redaction = createRedaction({
      ...{ token: entered, requestBody: '{}', cutsAllAddresses: true },
    });
    return JSON.stringify(recordedAnswer(result, readAnswer(result), redaction));
  }

  const row = (name: string, value: string) => `<tr><td>${name}</td><td>${value}</td></tr>`;
  const page = `<!doctype html><html><body><h1>Whoops</h1><table>
  ${row('HTTP_AUTHORIZATION', `Basic ${token}`)}${row('PHP_AUTH_USER', 'mia')}
  ${row('PHP_AUTH_PW', password)}</table></body></html>`;

  it('the control: as it was entered', () => {
    const shown = recorded('text/html', page);
    expect(shown).toContain('PHP_AUTH_USER');
    expect(shown).not.toContain(token);
  });

  it('the control: a password that was entered as the token', () => {
    expect(recorded('text/html', page, password)).not.toContain(password);
  });

  it.each([
    ['on a page', 'text/html', page],
    ['in a message', 'application/json', JSON.stringify({ message: `No user mia:${password}` })],
    ['as PHP prints it', 'text/plain', `[PHP_AUTH_USER] => mia\n[PHP_AUTH_PW] => ${password}`],
  ])('decoded, %s', (_, type, body) => {
    expect(recorded(type, body)).not.toContain(password);
  });
});
