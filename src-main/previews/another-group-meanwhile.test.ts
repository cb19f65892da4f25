/**
 * Two shortcuts start one bot for one phone, the second from a group of its own. The second is started while the
 * service is still at the first: what a person is told of it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews } from './previews';

const connection = trialConnection('northwind');
const form = {
  ...{ connectionId: connection.id, botId: 'bot', to: '+44 7700 900112' },
  ...{ startGroupId: '', confirmedPlace: trialPlace },
};

/** What is said of a second start during a first one, and from which groups the service was asked for any. */
async function second(startGroupId: string): Promise<{ said: string; groups: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const groups: string[] = [];
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((done) => (answer = done));
  const previews = await createPreviews({
    ...{ folder, warn: () => undefined },
    connectionById: () => connection,
    connectionAt: () => undefined,
    async send(_connection, request, { activityId, beforeStart, onStart }) {
      await beforeStart();
      onStart();
      groups.push(/evening/u.exec(request.body)?.[0] ?? '');
      await answered;
      return { activityId, outcome: { kind: 'accepted', status: 200 }, body: {} };
    },
  });
  const first = previews.handlers.start(form);
  const next = Promise.resolve(previews.handlers.start({ ...form, startGroupId })).then(
    () => '',
    (error: unknown) => {
      if (error instanceof ProblemError) return problemText(error.problem).what;
      throw error;
    },
  );
  setImmediate(answer);
  const said = await next;
  await first;
  await previews.close();
  return { said, groups };
}

it('the control: of the same again, that it is already under way', async () => {
  expect(await second('')).toEqual({ said: 'This is already in progress.', groups: [''] });
});

it('of one from another group, which is not under way, not that it is', async () => {
  const { said, groups } = await second('evening');
  // Nor in the launcher: “Already in progress. It won’t be sent twice.” Nothing of it is sent once.
  if (!groups.includes('evening')) expect(said).not.toBe('This is already in progress.');
  expect(said).toBe('Another preview to this recipient is in progress. This one wasn’t sent.');
});
