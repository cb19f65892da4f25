/**
 * A refused token holds up its own connection; a 403 is of what was sent alone, in whichever words and with whichever body: a change
 * of a theme that is there already is taken.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { outboxFixture, type FixtureConnection } from './testing/fixture-outbox';

/** The service takes one theme, and changes of it. */
async function serviceOfOneTheme(refusal: Record<string, unknown>) {
  const names: string[] = [];
  const kept = new Set<string>();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const id = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
      const body = JSON.parse(text) as { name: string };
      const isTooMany = kept.size === 1 && !kept.has(id);
      if (!isTooMany) {
        kept.add(id);
        names.push(body.name);
      }
      response.writeHead(isTooMany ? 403 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isTooMany ? refusal : { themeTemplate: { id, ...body } }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const connection: FixtureConnection = {
    ...{ id: 'c1', workspaceId: 'w1', label: 'c1' },
    ...{ baseAddress: `http://127.0.0.1:${String(port)}/v1` },
    ...{ preset: 'documented', presentation: { kind: 'bearer' }, keepsClientIds: 'unknown' },
  };
  return { names, connection };
}

it.each([
  ['in words alone', { message: 'The number of themes is at its limit' }],
  [
    'with its framework’s code',
    { message: 'The number of themes is at its limit', code: 'FORBIDDEN' },
  ],
  ['in error', { error: 'The number of themes is at its limit' }],
  [
    'of the plan',
    { message: 'You don’t have access to more themes on your plan. Upgrade to Pro.' },
  ],
  ['in no words', { message: 'Forbidden' }],
])('a change of another theme arrives: %s', async (_, refusal) => {
  const { names, connection } = await serviceOfOneTheme(refusal);
  const made = await outboxFixture({ themes: 2, connections: [connection] });
  const [one = '', two = ''] = made.ids;
  await made.outbox.handlers.publish({ themeIds: [one], connectionIds: ['c1'] });
  await made.drained();
  await made.outbox.handlers.publish({ themeIds: [two], connectionIds: ['c1'] });
  await made.drained();
  expect((await made.outbox.handlers.list(undefined)).holds).toEqual([]);
  await made.outbox.handlers.publish({ themeIds: [one], connectionIds: ['c1'] });
  await made.drained();
  expect(names).toHaveLength(2);
});
