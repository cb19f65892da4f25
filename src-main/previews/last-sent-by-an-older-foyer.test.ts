/** What an older Foyer left, which noted of a shortcut when it was sent, and of the oldest runs not from where. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Connection } from '@shared/connection';
import { publicationKey } from '@shared/theme/theme';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { temporaryFolder } from '../testing/temporary-folder';
import { previewsFixture } from './testing/fixture-previews';

const fields = { botId: 'bot', to: '+447700900112', startGroupId: '' };
const january = '2026-01-02T03:04:05.000Z';
const november = '2026-11-20T03:04:05.000Z';
const connections = ['c1', 'c2'].map((id) => trialConnection(id, { label: id }));
const [connection] = connections;
const place = publicationKey(trialConnection('c1'));
const recipients = { [`c1 ${place}`]: [fields.to], [`c2 ${place}`]: [fields.to] };
const shortcut = (id: string, connectionId: string, lastAt: string) => ({
  ...{ id, name: id, connectionId, ...fields, lastAt },
});

async function opened(document: object, connectionById: (id: string) => Connection | undefined) {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'previews.json'), JSON.stringify({ format: 1, ...document }));
  return previewsFixture({
    folder,
    connectionById,
    send: () => expect.fail('nothing is sent'),
  });
}

describe('a shortcut that was sent in January by an older Foyer, and in November', () => {
  const run = (at: string, where?: string) => ({
    ...{ activityId: at, at, connectionId: 'c1', input: { botId: 'bot', to: fields.to } },
    ...(where !== undefined && { place: where }),
    outcome: { kind: 'accepted', status: 200 },
  });
  const left = {
    history: [run(november, place), run(january)],
    shortcuts: [shortcut('s1', 'c1', november)],
    recipients,
  };

  it.each([
    ['the control: the connection is there', () => connection],
    [
      'the connections can’t be read for now',
      () => {
        throw new ProblemError({ code: 'storageNotRead', files: [] });
      },
    ],
    ['its connection was removed', () => undefined],
  ])('says November: %s', async (_, connectionById) => {
    const room = await opened(left, connectionById);
    expect(room.snapshot().shortcuts).toMatchObject([{ lastAt: november }]);
  });

  it('says nothing beside the question that nothing was sent from where its connection leads now', async () => {
    const room = await opened(left, () => trialConnection('c1', { workspaceId: 'other' }));
    expect(room.snapshot().shortcuts).toMatchObject([{ isNewRecipient: true, lastAt: null }]);
  });
});

/** Two connections lead to one workspace, each with a shortcut for the same; both runs have left the history since. */
it.each([
  [
    'the control: the later one is below',
    [
      ['s2', 'c2', january],
      ['s1', 'c1', november],
    ],
  ],
  [
    'the later one is above',
    [
      ['s1', 'c1', november],
      ['s2', 'c2', january],
    ],
  ],
] as const)('of two alike, neither says an earlier time than the last: %s', async (_, listed) => {
  const shortcuts = listed.map(([id, connectionId, at]) => shortcut(id, connectionId, at));
  const room = await opened({ history: [], shortcuts, recipients }, (wanted) =>
    connections.find(({ id }) => id === wanted),
  );
  expect(room.snapshot().shortcuts.map(({ lastAt }) => lastAt)).toEqual([november, november]);
});
