/**
 * A person edits a connection and leaves a blank in the field of its token (*Leave empty to keep the stored token*): they
 * pressed the space bar there, or pasted an empty cell. The field shows a dot, and the stored token is kept. Activity
 * tells what was done here.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalAction } from '@shared/activity';
import type { ConnectionInput } from '@shared/connection';
import { expect, it, onTestFinished } from 'vitest';
import { createConnections } from './connections';
import { noTokens } from './testing/no-tokens';

const input: ConnectionInput = {
  ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'w1' },
  ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
};

/** What is told of an edit with that token, and the tokens that were kept by then. */
async function toldOf(token: string | undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-actions-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const kept: string[] = [];
  const actions: LocalAction[] = [];
  const connections = createConnections({
    file: join(folder, 'connections.json'),
    tokens: {
      ...noTokens,
      keep(_id, _origin, given) {
        kept.push(given);
        return Promise.resolve(() => Promise.resolve());
      },
    },
    check: () => Promise.reject(new Error('nothing is asked here')),
    startPractice: () => Promise.reject(new Error('nobody practises here')),
    practiceLabel: () => 'Practice',
    onChange: () => undefined,
    onDone: (action) => actions.push(action),
    log: { warn: () => undefined },
  });
  await connections.start();
  const { handlers } = connections;
  const { id } = await handlers.add({ input, token: 'sesame', keep: 'keychain' });
  actions.length = 0;
  const edited = { ...input, label: 'Kestrel' };
  await handlers.edit({
    id,
    input: edited,
    ...(token !== undefined && { token }),
    keep: 'keychain',
  });
  await connections.close();
  return { told: actions.map(({ kind }) => kind), kept };
}

it.each([
  ['the control: none', undefined],
  ['a blank', ' '],
  ['what nobody sees', '\u200B'],
])('no token is said to be replaced where none was: %s', async (_name, token) => {
  const { told, kept } = await toldOf(token);
  expect(kept).toEqual(['sesame']);
  expect(told).toEqual(['connectionEdited']);
});

it('the control: one that was replaced is said to be', async () => {
  const { told, kept } = await toldOf('sesame-2');
  expect(kept).toEqual(['sesame', 'sesame-2']);
  expect(told).toEqual(['connectionEdited', 'tokenReplaced']);
});
