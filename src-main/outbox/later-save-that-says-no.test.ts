/**
 * A service that answers 200 to everything says of a save that it came to nothing, and gives the template as it is beside that. That is
 * not taken for saved: a later save is repeated once, and a person decides about that and about a first one.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publicationKey } from '@shared/theme/theme';
import { expect, it, onTestFinished } from 'vitest';
import { outboxFixture, type FixtureConnection } from './testing/fixture-outbox';

/** The service takes the first save and no change, or nothing at all. */
async function lockedService(no: (template: unknown) => unknown, takesFirst = true) {
  const saves: string[] = [];
  let kept: unknown;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const id = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
      const isFirst = takesFirst && kept === undefined;
      saves.push(id);
      kept ??= { id, ...(JSON.parse(text) as object) };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isFirst ? { themeTemplate: kept } : no(kept)));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const connection = {
    ...{ id: 'c1', workspaceId: 'w1', label: 'c1' },
    ...{ baseAddress: `http://127.0.0.1:${String(port)}/v1` },
    ...{ preset: 'documented', presentation: { kind: 'bearer' }, keepsClientIds: 'unknown' },
  } satisfies FixtureConnection;
  return { saves, connection };
}

const message = 'The theme is locked by another editor';

const noes = [
  ['without the template', () => ({ success: false, message })],
  ['with the template', (themeTemplate: unknown) => ({ success: false, message, themeTemplate })],
  ['in other words', (themeTemplate: unknown) => ({ Status: 'FAILED', message, themeTemplate })],
  ['as a number', (themeTemplate: unknown) => ({ ok: 0, message, themeTemplate })],
] as const;

it.each(noes)(
  'a later save that came to nothing is not said to be published: %s',
  async (_, no) => {
    const { connection } = await lockedService(no);
    const made = await outboxFixture({ themes: 1, connections: [connection] });
    const [id = ''] = made.ids;
    await made.outbox.handlers.publish({ themeIds: [id], connectionIds: ['c1'] });
    await made.settled();
    await made.library.handlers.rename({ id, name: 'Port' });
    await made.outbox.handlers.publish({ themeIds: [id], connectionIds: ['c1'] });
    await made.settled();
    const publication = (await made.document(id)).publications[publicationKey(connection)];
    expect(publication?.sent?.name).not.toBe('Port');
    expect(await made.items()).toHaveLength(1);
  },
);

it.each(noes)('a first save is asked about, and not sent again unasked: %s', async (_, no) => {
  const { connection, saves } = await lockedService(no, false);
  const made = await outboxFixture({ themes: 1, connections: [connection] });
  const [id = ''] = made.ids;
  await made.outbox.handlers.publish({ themeIds: [id], connectionIds: ['c1'] });
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: true }]);
  expect(saves).toHaveLength(1);
});
