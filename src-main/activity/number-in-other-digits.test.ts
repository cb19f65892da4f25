/**
 * A recipient's number is typed in the digits of another script, as keyboards for Arabic, Persian or Hindi write them,
 * with spaces. The service repeats it without the spaces. The guide: an export masks phone numbers and the recipient
 * of a preview, even where the answer repeats them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialConnection } from '@shared/trial-connection';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { expect, it, onTestFinished } from 'vitest';
import { createActivity } from './activity';

const northwind = trialConnection('northwind');

/** The export after the service refused a preview to the recipient in these words. */
async function exportedAfter(
  to: string,
  message: string,
  connectionLabel = northwind.label,
): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'foyer-activity-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const activity = createActivity({ folder: join(root, 'activity') });
  const { method, url, body } = startChatAppPreviewRequest(northwind, { botId: 'bot', to });
  const id = await activity.begin({
    ...{ kind: 'startChatAppPreview', subject: 'bot' },
    ...{ connectionId: northwind.id, connectionLabel },
    request: { method, url, headers: {}, body },
  });
  const answer = { status: 400, headers: {}, form: 'json', isCut: false } as const;
  await activity.end(id, {
    outcome: { kind: 'rejected', status: 400, error: { message, issues: [] } },
    tookMs: 1,
    answer: { ...answer, body: JSON.stringify({ message }) },
  });
  return activity.exported();
}

it('the control: in the digits of this script', async () => {
  const exported = await exportedAfter('050 123 4567', 'no chat with 0501234567');
  expect(exported).not.toContain('0501234567');
});

it('the control: in Arabic digits, repeated as it was typed', async () => {
  const exported = await exportedAfter('٠٥٠ ١٢٣ ٤٥٦٧', 'no chat with ٠٥٠ ١٢٣ ٤٥٦٧');
  expect(exported).not.toContain('١٢٣');
});

it.each([
  ['Arabic', '٠٥٠ ١٢٣ ٤٥٦٧', '٠٥٠١٢٣٤٥٦٧'],
  ['Persian', '۰۹۱۲ ۳۴۵ ۶۷۸۹', '۰۹۱۲۳۴۵۶۷۸۹'],
])('in %s digits, repeated without its spaces', async (_, to, repeated) => {
  const exported = await exportedAfter(to, `no chat with ${repeated}`);
  expect(exported).not.toContain(repeated);
});

it('in Arabic digits, in a connection’s label', async () => {
  const exported = await exportedAfter('+44 7700 900112', 'no', 'Shop ٠٥٠١٢٣٤٥٦٧');
  expect(exported).not.toContain('٠٥٠١٢٣٤٥٦٧');
});
