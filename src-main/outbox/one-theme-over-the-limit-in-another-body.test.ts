/**
 * The changelog: “One problem holds up only what it concerns … a refusal that is about something else isn’t blamed on the token”. A service
 * takes no second theme, and says so in `error`, `detail` or `errors`, or says that the plan has no access to more: the change of
 * the theme that is there already, which it takes, is held up until the token is replaced by another.
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
  ['the control: in message', { message: 'The number of themes is at its limit' }],
  ['in error', { error: 'The number of themes is at its limit' }],
  ['in detail', { detail: 'The number of themes is at its limit' }],
  ['in a list of errors', { errors: [{ message: 'The number of themes is at its limit' }] }],
  ['of the plan', { message: 'You don’t have access to more themes on your plan. Upgrade to Pro.' }],
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
