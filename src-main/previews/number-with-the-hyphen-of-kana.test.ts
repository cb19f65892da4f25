/**
 * The guide: “One number gets one preview at a time, however you write it”, and an export “masks phone numbers”. On a Japanese
 * keyboard the key for a hyphen writes the long mark of kana (`ー`, in half width `ｰ`): `０９０ー１２３４ー５６７８`. Box rules and the
 * long dash of Chinese (`─`) are typed and pasted as hyphens as well. With them a number is none to Foyer.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { withMaskedNumbers } from '../activity/export-redaction';
import { createPreviews, type SendPreview } from './previews';

const connection = trialConnection('northwind');
const form = {
  ...{ connectionId: 'northwind', botId: 'bot', startGroupId: '' },
  confirmedPlace: trialPlace,
};

const writings = [
  ['the control', '090-1234-5678'],
  ['the mark of kana', '090ー1234ー5678'],
  ['in wide digits', '０９０ー１２３４ー５６７８'],
  ['in half width', '090ｰ1234ｰ5678'],
  ['a rule', '090─1234─5678'],
] as const;

it.each(writings)('is not sent a second one while one is under way: %s', async (_, to) => {
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
  const first = room.start({ ...form, to: '09012345678' });
  await expect.poll(() => sent.length).toBe(1);
  const second = room.start({ ...form, to }).then(
    () => 'sent',
    (error: { problem?: { code: string } }) => error.problem?.code,
  );
  expect(await second).toBe('alreadyUnderWay');
  answer();
  await first;
});

it.each(writings)('is masked in an export: %s', (_, number) => {
  expect(withMaskedNumbers(`Not reachable: ${number}`)).not.toMatch(/1234|１２３４/u);
});
