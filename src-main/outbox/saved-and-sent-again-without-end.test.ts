/**
 * Where the service keeps the client's IDs, a save that got no answer is repeated until it gets one. One that was answered with a success
 * that has no template in it (nothing, `{"success":true}`, or its no) would be answered so each time: it is repeated once at most, and
 * then a person decides, as anywhere.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import {
  outboxFixture,
  type FixtureConnection,
  type OutboxFixture,
} from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

const anHour = 60 * 60_000;

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** The service answers the first saves with their template, and each after those with this. */
async function serviceAnswering({ status, body: said }: Answer, understood: number) {
  const saves: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const id = request.url?.split('/').at(-1) ?? '';
      const body = JSON.parse(text) as { name: string };
      saves.push(body.name);
      const isUnderstood = saves.length <= understood;
      response.writeHead(isUnderstood ? 200 : status, { 'content-type': 'application/json' });
      response.end(isUnderstood ? JSON.stringify({ themeTemplate: { id, ...body } }) : said);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const connection: FixtureConnection = {
    ...{ id: 'c1', workspaceId: 'w1', label: 'c1', preset: 'documented' },
    ...{ presentation: { kind: 'bearer' }, keepsClientIds: 'unknown' },
    baseAddress: `http://127.0.0.1:${String(port)}/v1`,
  };
  return { saves, connection };
}

async function publish(made: OutboxFixture, themeId = made.ids[0] ?? ''): Promise<void> {
  await made.outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  await made.settled();
}

/** Lets everything go that goes by itself within an hour. */
async function passAnHour(made: OutboxFixture): Promise<void> {
  const end = made.clock.date().getTime() + anHour;
  for (;;) {
    await made.settled();
    const [item] = await made.items();
    const next = item?.nextTryAt === undefined ? Infinity : Date.parse(item.nextTryAt);
    if (next > end) break;
    made.clock.pass(Math.max(1, next - made.clock.date().getTime() + 1));
  }
}

const answers = [
  ['nothing', { status: 200, body: '' }],
  ['the usual answer to a PUT', { status: 204, body: '' }],
  ['no template', { status: 200, body: '{"success":true}' }],
  ['its no', { status: 200, body: '{"success":false,"message":"The theme is locked"}' }],
] as const;

it('the control: a change that is refused is sent once', async () => {
  const { saves, connection } = await serviceAnswering(
    { status: 400, body: '{"message":"The theme is locked"}' },
    1,
  );
  const made = await outboxFixture({ themes: 1, connections: [connection] });
  await publish(made);
  await made.library.handlers.rename({ id: made.ids[0] ?? '', name: 'Port' });
  await publish(made);
  await passAnHour(made);
  expect(saves).toEqual(['Harbour', 'Port']);
});

it.each(answers)('a change is repeated once, and asked about then: %s', async (_, answer) => {
  const { saves, connection } = await serviceAnswering(answer, 1);
  const made = await outboxFixture({ themes: 1, connections: [connection] });
  await publish(made);
  await made.library.handlers.rename({ id: made.ids[0] ?? '', name: 'Port' });
  await publish(made);
  await passAnHour(made);
  expect(saves).toEqual(['Harbour', 'Port', 'Port']);
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
});

it.each(answers)('also over restarts: %s', async (_, answer) => {
  const { saves, connection } = await serviceAnswering(answer, 1);
  let made = await outboxFixture({ themes: 1, connections: [connection] });
  await publish(made);
  await made.library.handlers.rename({ id: made.ids[0] ?? '', name: 'Port' });
  await publish(made);
  for (let run = 0; run < 3; run += 1) {
    await made.outbox.close(0);
    made = await nextRun(made);
    await passAnHour(made);
  }
  expect(saves).toEqual(['Harbour', 'Port', 'Port']);
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
});

it.each(answers)('a first save is asked about at once: %s', async (_, answer) => {
  const { saves, connection } = await serviceAnswering(answer, 1);
  const made = await outboxFixture({ themes: 2, connections: [connection] });
  await publish(made);
  await publish(made, made.ids[1]);
  await passAnHour(made);
  expect(saves).toEqual(['Harbour', 'Harbour 2']);
  expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: true }]);
});
