/** What the log of this computer is told of connections: never a token. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalAction } from '@shared/activity';
import type { ConnectionInput } from '@shared/connection';
import { expect, it, onTestFinished } from 'vitest';
import { createConnections } from './connections';
import { connectionsFixture, input as added } from './testing/fixture-connections';
import { noTokens } from './testing/no-tokens';

const input: ConnectionInput = {
  ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'w1' },
  ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
};

it('tells what was added, edited and removed, and that a token was replaced or removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-actions-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const kept = new Set<string>();
  const undone = () => Promise.resolve(() => Promise.resolve());
  const actions: LocalAction[] = [];
  const connections = createConnections({
    file: join(folder, 'connections.json'),
    tokens: {
      ...noTokens,
      token: () => Promise.resolve('sesame'),
      keep: (id) => (kept.add(id), undone()),
      forget: (id) => (kept.delete(id), undone()),
    },
    check: () => Promise.reject(new Error('nothing is asked here')),
    startPractice: () =>
      Promise.resolve({ baseAddress: 'http://127.0.0.1:4010/v1', workspaceId: 'p', token: 'pt' }),
    practiceLabel: () => 'Practice',
    onChange: () => undefined,
    onDone: (action) => actions.push(action),
    log: { warn: () => undefined },
  });
  await connections.start();
  const { handlers } = connections;
  const { id } = await handlers.add({ input, token: 'sesame', keep: 'keychain' });
  await handlers.edit({ id, input: { ...input, label: 'Kestrel' }, keep: 'keychain' });
  await handlers.replaceToken({ id, reach: input, token: 'sesame-2', keep: 'keychain' });
  await handlers.forgetToken({ id, reach: input });
  await handlers.select({ id });
  await handlers.practise(undefined);
  await handlers.practise(undefined);
  await handlers.remove({ id });
  await expect((async () => handlers.remove({ id }))()).rejects.toThrow();
  await connections.close();
  expect(actions.map(({ kind, touched }) => [kind, ...touched.map(({ name }) => name)])).toEqual([
    ['connectionAdded', 'Northwind'],
    ['connectionEdited', 'Kestrel'],
    ['tokenReplaced', 'Kestrel'],
    ['tokenRemoved', 'Kestrel'],
    ['connectionAdded', 'Practice'],
    ['connectionRemoved', 'Kestrel'],
  ]);
  expect(JSON.stringify(actions)).not.toContain('sesame');
});

it.each<[string, Partial<ConnectionInput>, string | undefined, LocalAction['kind'][]]>([
  ['another name', { label: 'Kestrel' }, undefined, ['connectionEdited']],
  ['another workspace', { workspaceId: 'w2' }, undefined, ['connectionEdited']],
  ['as it was', {}, undefined, []],
  ['as it was, with another token', {}, 'sesame-2', ['tokenReplaced']],
])(
  'tells of a form that was saved what came of it: %s',
  async (_name, changes, token, expected) => {
    const actions: LocalAction['kind'][] = [];
    const { connections, id } = await connectionsFixture(added.presentation, {
      onDone: ({ kind }) => actions.push(kind),
    });
    actions.length = 0;
    await connections.handlers.edit({
      ...{ id, input: { ...added, ...changes }, keep: 'keychain' },
      ...(token !== undefined && { token }),
    });
    expect(actions).toEqual(expected);
  },
);
