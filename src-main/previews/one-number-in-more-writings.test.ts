/**
 * The guide: “One number gets one preview at a time, however you write it.” People copy numbers from web pages and signatures:
 * with brackets, with dots, and with the hyphens that break no line, which word processors and pages have. Signatures write
 * the zero that nobody dials from abroad in brackets, and 00 for the plus; a plus may stand apart.
 * Business cards have dots between the digits. WhatsApp, its links (`wa.me/447700900112`) and most chat services write the
 * country's code without a plus; who types in wide digits types wide signs with them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createPreviews, type SendPreview } from './previews';

const connection = trialConnection('northwind');
const form = {
  ...{ connectionId: 'northwind', botId: 'bot', startGroupId: '' },
  confirmedPlace: trialPlace,
};

it.each([
  ['the control: with dashes', '+44 7700-900-112'],
  ['with brackets', '+44 (7700) 900112'],
  ['with dots', '+44.7700.900.112'],
  ['with hyphens that break no line', '+44 7700\u2011900\u2011112'],
  ['with dashes of a page', '+44 7700–900–112'],
  ['a plus that stands apart', '+ 44 7700 900112'],
  ['brackets that begin it', '(+44) 7700 900112'],
  ['the zero of the trunk', '+44 (0)7700 900112'],
  ['two zeros for the plus', '0044 7700 900112'],
  ['without the plus, as WhatsApp has it', '447700900112'],
  ['the same with spaces', '44 7700 900112'],
  ['the same with the zero of the trunk', '44 (0)7700 900112'],
  ['in wide digits', '４４７７００９００１１２'],
  ['in wide digits with their plus', '＋４４７７００９００１１２'],
  ['in wide digits with a wide space and brackets', '４４　（０）７７００　９００１１２'],
  ['in Arabic digits', '+٤٤ ٧٧٠٠ ٩٠٠١١٢'],
  ['with the dots of a business card', '+44 · 7700 · 900112'],
  ['with its bullets', '+44•7700•900112'],
  ['copied from a link', 'tel:+447700900112'],
  ['as programs address WhatsApp', 'whatsapp:+447700900112'],
  ['with the comma of a list', '+44 7700 900112,'],
])('is not sent a second one while one is under way: %s', async (_, to) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const sent: string[] = [];
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((done) => (answer = done));
  const send: SendPreview = async (_connection, request, { activityId, beforeStart, onStart }) => {
    await beforeStart();
    onStart();
    sent.push(request.body);
    // Another one would have its answer at once.
    if (sent.length === 1) await answered;
    return { activityId, outcome: { kind: 'accepted', status: 200 }, body: { message: 'ok' } };
  };
  const room = await createPreviews({
    ...{ folder, send, warn: () => undefined },
    connectionById: (id) => (id === connection.id ? connection : undefined),
    connectionAt: () => undefined,
  });
  onTestFinished(() => room.close());
  const first = room.start({ ...form, to: '+44 7700 900112' });
  await expect.poll(() => sent.length).toBe(1);
  const second = room.start({ ...form, to }).then(
    () => 'sent',
    (error: { problem?: { code: string } }) => error.problem?.code,
  );
  expect(await second).toBe('alreadyUnderWay');
  answer();
  await first;
});
