/** A service client before the practice service, with a record of its own for each test. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TokenPresentation } from '@shared/connection';
import type { ProblemError } from '@shared/problem-error';
import {
  createCustomDomainRequest,
  saveThemeTemplateRequest,
  startChatAppPreviewRequest,
  updateSubscriptionRequest,
  type Operation,
  type ServiceRequest,
} from '@shared/service/operations';
import { newTheme } from '@shared/theme/theme';
import { afterEach, beforeEach } from 'vitest';
import { createActivity, type Activity } from '../../activity/activity';
import {
  createPracticeService,
  type PracticeEndpoint,
  type PracticeService,
} from '../../practice/practice';
import { createNodeTransport } from '../node-transport';
import {
  createServiceClient,
  type SendOptions,
  type ServiceClient,
  type ServiceConnection,
} from '../service';
import type { Transport } from '../transport';

export const canary = 'canary-7c1f4e55-secret';
export const returnUrl = 'http://127.0.0.1:1234/return/one-time-9a8b7c';

export const operations: readonly Operation[] = [
  'saveThemeTemplate',
  'updateSubscription',
  'createCustomDomain',
  'startChatAppPreview',
];

export let folder: string;
export let practice: PracticeService;
export let place: PracticeEndpoint;
export let transport: Transport;
export let activity: Activity;
export let client: ServiceClient;
/** The one connection that there is. */
export let connection: ServiceConnection | undefined;
export const connectionById = () => connection;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
  practice = createPracticeService({ token: canary });
  place = await practice.start();
  transport = createNodeTransport();
  activity = createActivity({ folder: join(folder, 'activity') });
  client = clientWith({});
});

afterEach(async () => {
  await transport.close();
  await practice.stop();
  await rm(folder, { recursive: true, force: true });
});

export function clientWith(options: {
  timeLimitMs?: number;
  token?: string | undefined;
  transport?: Transport;
}): ServiceClient {
  const token = 'token' in options ? options.token : canary;
  return createServiceClient({
    transport: options.transport ?? transport,
    connectionById,
    activity,
    tokenFor: async () => token,
    ...(options.timeLimitMs === undefined ? {} : { timeLimitMs: options.timeLimitMs }),
  });
}

export function connectionAt(
  baseAddress: string,
  presentation: TokenPresentation = { kind: 'bearer' },
) {
  const place = { baseAddress, workspaceId: 'w1', preset: 'documented' as const };
  connection = { id: 'c1', label: 'Northwind', presentation, ...place };
  return connection;
}

export function requestOf(operation: Operation, baseAddress = place.baseAddress): ServiceRequest {
  const at = { baseAddress, workspaceId: 'w1', preset: 'documented' as const };
  switch (operation) {
    case 'saveThemeTemplate':
      return saveThemeTemplateRequest(at, { templateId: 't1', name: 'Sunny', theme: newTheme() });
    case 'updateSubscription':
      return updateSubscriptionRequest(at, {
        returnUrl,
        plan: 'PRO',
        additionalChats: 1,
        currency: 'eur',
        isYearly: true,
      });
    case 'createCustomDomain':
      return createCustomDomainRequest(at, { name: 'chat.example.com' });
    case 'startChatAppPreview':
      return startChatAppPreviewRequest(at, { botId: 'b/1', to: '+1 555' });
  }
}

export function send(operation: Operation, more: Partial<SendOptions> = {}, from = client) {
  return from.send(connectionAt(place.baseAddress), requestOf(operation), {
    kind: operation,
    subject: 'it',
    once: true,
    ...more,
  });
}

/** Everything that lies in the activity folder, and what the room gives out of it. */
export async function everythingRecorded(): Promise<string> {
  const { entries } = await activity.list({ limit: 500 });
  const details = await Promise.all(entries.map(({ id }) => activity.details(id)));
  const files = await readdir(join(folder, 'activity'));
  const texts = await Promise.all(
    files.map((file) => readFile(join(folder, 'activity', file), 'utf8')),
  );
  return JSON.stringify([entries, details]) + texts.join('');
}

export async function problemOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'nothing was thrown',
    (error: unknown) => (error as ProblemError).problem,
  );
}
