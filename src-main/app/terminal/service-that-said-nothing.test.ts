/**
 * A service takes a preview and answers `{"message":""}`: it said nothing. `foyer preview` and the window don't say “The
 * service said:” with nothing behind it.
 */
import { expect, it } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { readPreviewAnswer } from '@shared/service/answers';
import { answerTerminal } from './terminal';

const connection = trialConnection('northwind');

async function printed(body: unknown): Promise<string> {
  // As the room makes a run of an answer.
  const answer = readPreviewAnswer(body);
  const { out } = await answerTerminal(
    {
      ...{ kind: 'preview', json: false, botId: 'b', to: '+44 1', startGroupId: '' },
      connection: undefined,
    },
    {
      previews: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
      connections: () => ({ list: [connection], currentId: connection.id }),
      start: () => ({
        ...{ activityId: 'a', at: '2026-01-01T00:00:00.000Z', connectionId: connection.id },
        ...{ input: { botId: 'b', to: '+44 1' }, outcome: { kind: 'accepted', status: 200 } },
        ...answer,
      }),
    },
  );
  return out;
}

it('the control: what it said is printed', async () => {
  expect(await printed({ message: 'Queued' })).toMatch(/^The service said: Queued$/mu);
});

it.each(['', '  '])('where it said %j, nothing is said to have been said', async (message) => {
  expect(await printed({ message })).not.toContain('The service said');
});
