/**
 * The guide: “A later save is repeated once automatically, and then Foyer asks as well”. Where the service keeps the client's IDs, and answers a
 * change with a 200 that has no template in it (nothing, `{"success":true}`, or its no), the same theme is sent again every two and a half
 * minutes, without an end and without a question: twenty-four times an hour of what was taken, or refused, at the first.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { outboxFixture, type FixtureConnection } from './testing/fixture-outbox';

const anHour = 60 * 60_000;

/** The service answers the first save with its template, and every change with this. */
async function serviceAnswering(changed: string, status = 200) {
  const saves: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const id = request.url?.split('/').at(-1) ?? '';
      const body = JSON.parse(text) as { name: string };
      saves.push(body.name);
      const isFirst = saves.length === 1;
      response.writeHead(isFirst ? 200 : status, { 'content-type': 'application/json' });
      response.end(isFirst ? JSON.stringify({ themeTemplate: { id, ...body } }) : changed);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const connection = {
    ...{ id: 'c1', workspaceId: 'w1', label: 'c1' },
    ...{ baseAddress: `http://127.0.0.1:${String(port)}/v1` },
    ...{ preset: 'documented', presentation: { kind: 'bearer' }, keepsClientIds: 'unknown' },
  } as const satisfies FixtureConnection;
  return { saves, connection };
}

it.each([
  ['the control: a 400', '{"message":"The theme is locked"}', 400],
  ['nothing', '', 200],
  ['the usual answer to a PUT', '', 204],
  ['no template', '{"success":true}', 200],
  ['its no', '{"success":false,"message":"The theme is locked"}', 200],
] as const)('a change is repeated once at most: %s', async (_, changed, status) => {
  const { saves, connection } = await serviceAnswering(changed, status);
  const made = await outboxFixture({ themes: 1, connections: [connection] });
  const [id = ''] = made.ids;
  const publish = async () => {
    await made.outbox.handlers.publish({ themeIds: [id], connectionIds: ['c1'] });
    await made.settled();
  };
  await publish();
  await made.library.handlers.rename({ id, name: 'Port' });
  await publish();
  const end = made.clock.date().getTime() + anHour;
  for (;;) {
    await made.settled();
    const [item] = await made.items();
    const next = item?.nextTryAt === undefined ? Infinity : Date.parse(item.nextTryAt);
    if (next > end) break;
    made.clock.pass(Math.max(1, next - made.clock.date().getTime() + 1));
  }
  expect(saves.filter((name) => name === 'Port').length).toBeLessThanOrEqual(2);
});
