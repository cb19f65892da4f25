/**
 * The base address of a connection was wrong, and nothing answers there: a preview hangs for up to a minute. Its
 * owner corrects the address and starts the same preview again. What they are told of that one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { publicationKey } from '@shared/theme/theme';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews } from './previews';

const form = {
  ...{ connectionId: 'northwind', botId: 'bot', to: '+44 7700 900112' },
  ...{ startGroupId: '', confirmedPlace: trialPlace },
};

/** What is said of the second start, and which addresses were asked for one. */
async function second(isCorrected: boolean): Promise<{ said: string; hosts: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const hosts: string[] = [];
  let connection: Connection = trialConnection('northwind');
  let giveUp: () => void = () => undefined;
  const isOver = new Promise<void>((done) => (giveUp = done));
  const previews = await createPreviews({
    ...{ folder, warn: () => undefined },
    connectionById: () => connection,
    connectionAt: () => undefined,
    async send(_connection, request, { activityId, beforeStart, onStart }) {
      await beforeStart();
      onStart();
      hosts.push(new URL(request.url).host);
      await isOver;
      return { activityId, outcome: { kind: 'unsure', reason: 'timeLimit', detail: '' }, body: {} };
    },
  });
  const first = Promise.resolve(previews.handlers.start(form));
  await expect.poll(() => hosts).toHaveLength(1);
  if (isCorrected) {
    const corrected = { baseAddress: 'https://right.example/api/v1', host: 'right.example' };
    connection = { ...connection, ...corrected };
  }
  const confirmedPlace = publicationKey(connection);
  const next = Promise.resolve(previews.handlers.start({ ...form, confirmedPlace })).then(
    () => '',
    (error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
      const { what, kept } = problemText(error.problem);
      return `${what} ${kept}`.trim();
    },
  );
  setImmediate(giveUp);
  const said = await next;
  await first;
  await previews.close();
  return { said, hosts };
}

const already = 'This is already in progress. It won’t be sent twice.';

it('the control: of the same to where it is being sent, that it is', async () => {
  const { said, hosts } = await second(false);
  expect(said).toBe(already);
  expect(hosts).toHaveLength(1);
});

it('of the same to the corrected address, where nothing is being sent, nothing: it is sent there', async () => {
  const { said, hosts } = await second(true);
  expect(said).toBe('');
  expect(hosts).toEqual([expect.any(String), 'right.example']);
});
