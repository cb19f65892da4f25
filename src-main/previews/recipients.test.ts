/** Who a preview goes to: one number in many writings, and recipients that nothing was sent to before. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { createPreviews, type SendPreview } from './previews';

const connection = trialConnection('northwind');
const form = {
  ...{ connectionId: 'northwind', botId: 'bot', startGroupId: '' },
  confirmedPlace: trialPlace,
};

/** While a preview to one is under way, one to the other is sent to nobody. */
async function isRefused(one: string, other: string): Promise<void> {
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
  const first = room.handlers.start({ ...form, to: one });
  await expect.poll(() => sent.length).toBe(1);
  const second = Promise.resolve().then(() => room.handlers.start({ ...form, to: other }));
  await expect(second).rejects.toMatchObject({ problem: { code: 'alreadyUnderWay' } });
  answer();
  await first;
  expect(sent).toHaveLength(1);
}

/** To one target one preview is under way at a time (`targetOf`), however its number is written. */
describe('one recipient in two writings', () => {
  it.each([
    ['the control: the same writing', ' +44 7700 900112'],
    ['another writing', '+447700900112'],
    ['with dashes', '+44 7700-900-112'],
    ['as Contacts copies it', '\u202a+44 7700 900112\u202c'],
  ])('is not sent a second one while one is under way: %s', async (_, to) => {
    await isRefused('+44 7700 900112', to);
  });
});

/**
 * The guide: “One number gets one preview at a time, however you write it.” People copy numbers from web pages and signatures:
 * with brackets, with dots, and with the hyphens that break no line, which word processors and pages have. Signatures write
 * the zero that nobody dials from abroad in brackets, and 00 for the plus; a plus may stand apart.
 * Business cards have dots between the digits. WhatsApp, its links (`wa.me/447700900112`) and most chat services write the
 * country's code without a plus; who types in wide digits types wide signs with them.
 */
describe('one number in more writings', () => {
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
    await isRefused('+44 7700 900112', to);
  });
});

/**
 * The guide: “One number gets one preview at a time, however you write it”. On a Japanese keyboard the key for a hyphen writes
 * the long mark of kana (`ー`, in half width `ｰ`): `０９０ー１２３４ー５６７８`. The rules of boxes (`─`) are typed and pasted as
 * hyphens as well.
 */
describe('a number with the hyphen of kana', () => {
  const writings = [
    ['the control', '090-1234-5678'],
    ['the mark of kana', '090ー1234ー5678'],
    ['in wide digits', '０９０ー１２３４ー５６７８'],
    ['in half width', '090ｰ1234ｰ5678'],
    ['a rule', '090─1234─5678'],
  ] as const;

  it.each(writings)('is not sent a second one while one is under way: %s', async (_, to) => {
    await isRefused('09012345678', to);
  });
});

/**
 * What a recipient looks like is unknown and never guessed: spaces and dashes count for nothing in a number, and
 * make another recipient of what is none. The first preview to each is confirmed.
 */
describe('another recipient, taken for a known one', () => {
  const unconfirmed = { connectionId: 'northwind', botId: 'bot', startGroupId: '' };

  async function standUp() {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const sent: unknown[] = [];
    const send: SendPreview = async (
      _connection,
      request,
      { activityId, beforeStart, onStart },
    ) => {
      await beforeStart();
      onStart();
      sent.push(JSON.parse(request.body));
      return { activityId, outcome: { kind: 'accepted', status: 200 }, body: { message: 'ok' } };
    };
    const room = await createPreviews({
      ...{ folder, send, warn: () => undefined },
      connectionById: (id) => (id === connection.id ? connection : undefined),
      connectionAt: () => undefined,
    });
    onTestFinished(() => room.close());
    return { room, sent };
  }

  it.each([
    ['the control: of another name', 'anna@example.com', 'berta@example.com'],
    ['of a name without its dash', 'ann-eking@example.com', 'anneking@example.com'],
    ['of a handle in another case', '@AnnaK', '@annak'],
    ['of a name that is a number after a dash', '7700900112', '-7700900112'],
  ])('nothing is sent unconfirmed to one who was never sent to: %s', async (_, known, other) => {
    const { room, sent } = await standUp();
    await room.handlers.start({ ...unconfirmed, to: known, confirmedPlace: trialPlace });
    const end = await Promise.resolve()
      .then(() => room.handlers.start({ ...unconfirmed, to: other }))
      .catch((error: unknown) => error);
    expect(sent).toEqual([{ to: known }]);
    expect(end).toMatchObject({ problem: { code: 'newRecipient' } });
  });
});
