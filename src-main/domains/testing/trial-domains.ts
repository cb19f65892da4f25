/** Domains in a folder that is thrown away, with a service that is played. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '@shared/problem-error';
import type { Outcome } from '@shared/service/outcome';
import type { ServiceRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, beforeEach } from 'vitest';
import { createDomains, type SendDomain } from '../domains';

export const northwind = trialConnection('northwind');
export const accepted: Outcome = { kind: 'accepted', status: 200 };
export const at = { connectionId: 'northwind' };

/** A service that answers this to everything, `null` for no answer, and what it was sent. */
export function answering(
  outcome: Outcome,
  answer: string | null = '{"customDomain":{"name":"x"}}',
) {
  const bodyText = answer ?? undefined;
  const requests: ServiceRequest[] = [];
  const send: SendDomain = (_connection, request, { activityId }) => {
    requests.push(request);
    return Promise.resolve({ activityId, outcome, form: 'json', bodyText });
  };
  return { requests, send };
}

/** As the client does: what has to be written down first is, and what that throws keeps it back. */
export const atItsTurn =
  (send: SendDomain): SendDomain =>
  async (connection, request, options) => {
    await options.beforeStart();
    return send(connection, request, options);
  };

/** Each test has a folder of its own, in which domains can be opened more than once. */
export function trialDomains() {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-domains-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  function open(
    send: SendDomain,
    connection = () => northwind,
    now = () => new Date().toISOString(),
  ) {
    return createDomains({
      folder,
      send: atItsTurn(send),
      now,
      connectionById: (id) => (id === 'northwind' ? connection() : undefined),
      warn: () => undefined,
    });
  }

  return { open, folder: () => folder };
}

/** The problem that it ends with, if it does. */
export async function problemOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  return undefined;
}
