/**
 * Activity is exported for a support question. An export masks phone numbers, wherever they stand: also in the
 * address of a request, as where a service names its bots by their numbers, and in what a connection is called.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createActivity, type Activity } from './activity';

let activity: Activity;

beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'foyer-activity-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  activity = createActivity({ folder: join(root, 'activity') });
});

/** The export after a preview of a bot was started through a connection, as one object. */
async function exportedAfter(
  bot: string,
  label: string,
  host = 'n.example',
): Promise<Record<string, unknown>> {
  const id = await activity.begin({
    kind: 'startChatAppPreview',
    subject: bot,
    connectionId: 'c1',
    connectionLabel: label,
    request: {
      method: 'POST',
      url: `https://${host}/v1/bots/${bot}/chat-app/start-preview`,
      headers: {},
      body: '{"to":"+44 7700 900112"}',
    },
  });
  const answer = { status: 200, headers: {}, form: 'json', body: '{}', isCut: false } as const;
  await activity.end(id, { outcome: { kind: 'accepted', status: 200 }, tookMs: 1, answer });
  return JSON.parse(await activity.exported()) as Record<string, unknown>;
}

it('the control: the bot’s number is masked where the request is about it, and so is the recipient', async () => {
  const { subject, request } = await exportedAfter('447700900345', 'Northwind');
  expect(subject).toBe('••••••••••45');
  expect(request).toMatchObject({ body: '{"to":"•••12"}' });
});

it('and in the address of the same request', async () => {
  const exported = await exportedAfter('447700900345', 'Northwind');
  expect(JSON.stringify(exported)).not.toContain('447700900345');
});

it('and in the connection’s label', async () => {
  const exported = await exportedAfter('cl_booking', 'Shop +44 7700 900678');
  expect(JSON.stringify(exported)).not.toContain('7700 900678');
});

it('but not the host that it went to, which may be digits, too', async () => {
  const { request } = await exportedAfter('447700900345', 'Northwind', '192.168.100.20:8443');
  expect(request).toMatchObject({
    url: 'https://192.168.100.20:8443/v1/bots/••••••••••45/chat-app/start-preview',
  });
});
