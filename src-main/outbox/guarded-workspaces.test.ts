/**
 * A theme is published to two workspaces of one service, which keeps the ids that clients pick and lets nobody
 * write to another workspace's template.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { outboxFixture, type FixtureConnection } from './testing/fixture-outbox';

/** The service; `templates` says of each id whose it is. */
async function guardedService() {
  const templates = new Map<string, string>();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const id = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
      const body = JSON.parse(text) as { workspaceId: string };
      const isOthers = (templates.get(id) ?? body.workspaceId) !== body.workspaceId;
      if (!isOthers) templates.set(id, body.workspaceId);
      response.writeHead(isOthers ? 403 : 200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(
          isOthers
            ? { message: 'Forbidden', code: 'FORBIDDEN' }
            : { themeTemplate: { id, ...body } },
        ),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const at = (id: string, workspaceId: string): FixtureConnection => ({
    ...{ id, workspaceId, label: id, baseAddress: `http://127.0.0.1:${String(port)}/v1` },
    ...{ preset: 'documented', presentation: { kind: 'bearer' }, keepsClientIds: 'unknown' },
  });
  return { templates, at };
}

it('the control: each of two themes goes to a workspace of its own', async () => {
  const { templates, at } = await guardedService();
  const made = await outboxFixture({ themes: 2, connections: [at('c1', 'w1'), at('c2', 'w2')] });
  const [one = '', two = ''] = made.ids;
  await made.outbox.handlers.publish({ themeIds: [one], connectionIds: ['c1'] });
  await made.outbox.handlers.publish({ themeIds: [two], connectionIds: ['c2'] });
  await made.drained();
  expect([...templates.values()].sort()).toEqual(['w1', 'w2']);
  expect(await made.items()).toEqual([]);
});

it('a good token is not said to be refused, and no other theme waits for it', async () => {
  const { templates, at } = await guardedService();
  const made = await outboxFixture({ themes: 2, connections: [at('c1', 'w1'), at('c2', 'w2')] });
  const [one = '', two = ''] = made.ids;
  await made.outbox.handlers.publish({ themeIds: [one], connectionIds: ['c1'] });
  await made.drained();
  await made.outbox.handlers.publish({ themeIds: [one, two], connectionIds: ['c2'] });
  await made.drained();
  const { holds, items } = await made.outbox.handlers.list(undefined);
  expect(holds).toEqual([]);
  expect(items).toEqual([]);
  expect([...templates.values()].sort()).toEqual(['w1', 'w2', 'w2']);
});
