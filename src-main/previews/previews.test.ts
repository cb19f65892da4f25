import { mkdtemp, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@shared/connection';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { previewsSchema, type Previews } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import type { ServiceRequest } from '@shared/service/operations';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPreviews, type PreviewsOptions, type SendPreview } from './previews';

const connection = trialConnection('northwind');

const accepted: Outcome = { kind: 'accepted', status: 200 };
const neverLeftOut = (): never => expect.fail('something was left out');
const form = {
  connectionId: 'northwind',
  botId: 'bot',
  to: '+44 20 7946 0958',
  startGroupId: '',
  confirmedPlace: trialPlace,
};

let folder: string;
const rooms: Awaited<ReturnType<typeof createPreviews>>[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
});
afterEach(async () => {
  // What the disk refused is written by itself, later.
  await Promise.all(rooms.splice(0).map((room) => room.close()));
  await rm(folder, { recursive: true, force: true });
});

/** A service that answers when the test says so. */
function waitingService() {
  const requests: ServiceRequest[] = [];
  const arrivals: (() => void)[] = [];
  let answer: (outcome: Outcome, body?: unknown) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const send: SendPreview = async (_connection, request, options) => {
    const { activityId, signal } = options;
    options.onStart();
    requests.push(request);
    for (const arrived of arrivals.splice(0)) arrived();
    return new Promise((resolve, reject) => {
      answer = (outcome, body) => resolve({ activityId, outcome, body });
      fail = reject;
      signal.addEventListener('abort', () => {
        const outcome: Outcome = { kind: 'unsure', reason: 'cancelled', detail: '' };
        resolve({ activityId, outcome, body: undefined });
      });
    });
  };
  return {
    send,
    requests,
    arrival: () => new Promise<void>((resolve) => arrivals.push(resolve)),
    answer: (outcome: Outcome, body?: unknown) => answer(outcome, body),
    fail: (error: Error) => fail(error),
  };
}

const taking: SendPreview = (_connection, _request, { activityId }) =>
  Promise.resolve({ activityId, outcome: accepted, body: { message: 'success' } });

/** As the client does: what has to be written down first is, and what that throws keeps it back. */
const atItsTurn =
  (send: SendPreview): SendPreview =>
  async (connection, request, options) => {
    await options.beforeStart();
    return send(connection, request, options);
  };

async function open(send: SendPreview, change: Partial<PreviewsOptions> = {}) {
  const room = await createPreviews({
    folder,
    send: atItsTurn(send),
    connectionById: (id) => (id === connection.id ? connection : undefined),
    connectionAt: () => undefined,
    warn: () => undefined,
    ...change,
  });
  rooms.push(room);
  return room;
}

async function problemOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  return undefined;
}

describe('previews', () => {
  it('sends what was typed without the spaces around it, and leaves an empty group out', async () => {
    const service = waitingService();
    const { handlers } = await open(service.send);
    const arrival = service.arrival();
    const run = handlers.start({ ...form, botId: '  bot/1 ', to: ' +44 20 7946 0958\t' });
    await arrival;
    expect(service.requests).toEqual([
      {
        operation: 'startChatAppPreview',
        method: 'POST',
        url: 'https://northwind.example/api/v1/bots/bot%2F1/chat-app/start-preview',
        body: '{"to":"+44 20 7946 0958"}',
      },
    ]);
    service.answer(accepted, { message: 'On its way' });
    expect(await run).toMatchObject({ outcome: accepted, message: 'On its way' });
  });

  it('sends a start group when there is one', async () => {
    const requests: ServiceRequest[] = [];
    const { handlers } = await open((one, request, options) => {
      requests.push(request);
      return taking(one, request, options);
    });
    await handlers.start({ ...form, startGroupId: ' g1 ' });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ to: form.to, startGroupId: 'g1' });
  });

  it.each([
    [{ botId: ' ' }, [{ field: 'botId', reason: 'required' }]],
    [{ to: '' }, [{ field: 'to', reason: 'required' }]],
    [
      { botId: '', to: '' },
      [
        { field: 'botId', reason: 'required' },
        { field: 'to', reason: 'required' },
      ],
    ],
    [{ botId: '..' }, [{ field: 'botId', reason: 'unsafePathId' }]],
    [{ to: '1'.repeat(501) }, [{ field: 'to', reason: 'tooLong' }]],
    [{ startGroupId: 'g'.repeat(501) }, [{ field: 'startGroupId', reason: 'tooLong' }]],
    [{ botId: 'bo\0t' }, [{ field: 'botId', reason: 'unsendableText' }]],
    [{ startGroupId: 'g\u200d1' }, [{ field: 'startGroupId', reason: 'unsendableText' }]],
    [{ to: '+44 \uD83D' }, [{ field: 'to', reason: 'unsendableText' }]],
    [{ startGroupId: '\uDE00' }, [{ field: 'startGroupId', reason: 'unsendableText' }]],
  ])('refuses %j and sends nothing', async (change, fields) => {
    const service = waitingService();
    const { handlers } = await open(service.send);
    const problem = await problemOf(() => handlers.start({ ...form, ...change }));
    expect(problem).toEqual({ code: 'invalidFields', fields });
    expect(service.requests).toEqual([]);
    expect((await handlers.list(undefined)).history).toEqual([]);
  });

  it('does not send a second one to the same recipient while one is under way', async () => {
    const service = waitingService();
    const { handlers } = await open(service.send);
    const arrival = service.arrival();
    const first = handlers.start(form);
    const second = problemOf(() => handlers.start(form));
    expect(await second).toEqual({ code: 'alreadyUnderWay' });
    await arrival;
    expect(await problemOf(() => handlers.start({ ...form, to: ` ${form.to} ` }))).toEqual({
      code: 'alreadyUnderWay',
    });
    service.answer(accepted, { message: 'success' });
    await first;
    expect(service.requests).toHaveLength(1);
    expect((await handlers.list(undefined)).history).toHaveLength(1);
  });

  it('sends to another recipient meanwhile, and again after the end', async () => {
    let count = 0;
    const { handlers } = await open((...sent) => {
      count += 1;
      return taking(...sent);
    });
    await Promise.all([handlers.start(form), handlers.start({ ...form, to: '2' })]);
    await handlers.start(form);
    expect(count).toBe(3);
  });

  it('says after a restart that what was under way is not known', async () => {
    const service = waitingService();
    const before = await open(service.send);
    const arrival = service.arrival();
    const run = before.handlers.start(form);
    await arrival;
    const expectUnsure = async () => {
      const after = await open(taking);
      expect((await after.handlers.list(undefined)).history).toMatchObject([
        { outcome: { kind: 'unsure', reason: 'interrupted' }, input: { to: form.to } },
      ]);
    };
    // At once, and when the list on the disk has it as well.
    await expectUnsure();
    const file = join(folder, 'previews.json');
    await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toContain(form.to));
    await expectUnsure();
    service.answer(accepted);
    await run;
  });

  it('is not known after it was cancelled', async () => {
    const service = waitingService();
    const { handlers } = await open(service.send);
    const arrival = service.arrival();
    const run = handlers.start(form);
    await arrival;
    const { connectionId, botId, to } = form;
    // Of these none is under way, and the one that is goes on.
    await handlers.cancel({ connectionId: 'another', botId, to });
    await handlers.cancel({ connectionId, botId, to: '+44 1' });
    await vi.waitFor(async () =>
      expect((await handlers.list(undefined)).history).toMatchObject([{ outcome: null }]),
    );
    await handlers.cancel({ connectionId, botId, to: ` ${to} ` });
    expect((await run).outcome).toMatchObject({ kind: 'unsure', reason: 'cancelled' });
  });

  it('forgets the run when nothing was sent', async () => {
    const { handlers } = await open(() => {
      throw new ProblemError({ code: 'tokenMissing', label: 'Northwind' });
    });
    expect(await problemOf(() => handlers.start(form))).toMatchObject({ code: 'tokenMissing' });
    expect((await handlers.list(undefined)).history).toEqual([]);
  });

  it('says that it is not sure, and not to try again, when the way out breaks unforeseen', async () => {
    const service = waitingService();
    const { handlers } = await open(service.send);
    const arrival = service.arrival();
    const run = handlers.start(form);
    await arrival;
    service.fail(new Error('broken'));
    expect((await run).outcome).toEqual({ kind: 'unsure', reason: 'other', detail: '' });
    expect((await handlers.list(undefined)).history).toMatchObject([
      { outcome: { kind: 'unsure', reason: 'other' } },
    ]);
  });

  it('is shown with its end when the disk refuses the list', async () => {
    const warnings: string[] = [];
    const { handlers } = await open(taking, { warn: (event) => warnings.push(event) });
    await mkdir(join(folder, 'previews.json'));
    expect(await handlers.start(form)).toMatchObject({ outcome: accepted });
    expect((await handlers.list(undefined)).history).toMatchObject([{ outcome: accepted }]);
    expect(warnings).toContain('previews.notSaved');
  });

  it('is in the list after a restart, though the disk refused the list as it ended', async () => {
    const first = await open(taking);
    // The list can't be written; the record of what is under way can.
    await mkdir(join(folder, 'previews.json', 'x'), { recursive: true });
    await first.handlers.start(form);
    await first.close();
    await rm(join(folder, 'previews.json'), { recursive: true });
    const second = await open(taking);
    expect(second.snapshot().history).toMatchObject([{ input: { to: form.to } }]);
    await second.close();
  });

  it('sends nothing while it is not known to whom something was sent, confirmed or not', async () => {
    await mkdir(join(folder, 'previews.json'));
    const { handlers, close } = await open(() => Promise.reject(new Error('it was sent')));
    await expect(handlers.start({ ...form, confirmedPlace: trialPlace })).rejects.toMatchObject({
      problem: { code: 'storageNotRead', files: ['previews.json'] },
    });
    await close();
  });

  it('starts with what can be had of a damaged history', async () => {
    const first = await open(taking);
    await first.handlers.start({ ...form, to: '1' });
    await first.handlers.start({ ...form, to: '2' });
    await writeFile(join(folder, 'previews.json'), '{"format":1,');
    const second = await open(taking);
    expect((await second.handlers.list(undefined)).history.length).toBeGreaterThan(0);
    await second.handlers.start({ ...form, to: '3' });
    const third = await open(taking);
    expect((await third.handlers.list(undefined)).history[0]).toMatchObject({ input: { to: '3' } });
  });

  it('keeps the newest 50 and tells of each change', async () => {
    const told: Previews[] = [];
    const { handlers, onChange } = await open((connection, request, its) => {
      its.onStart();
      return taking(connection, request, its);
    });
    const end = onChange((previews) => told.push(previews));
    for (let run = 0; run < 55; run += 1) await handlers.start({ ...form, to: String(run) });
    const { history } = await handlers.list(undefined);
    expect(history).toHaveLength(50);
    expect(history[0]?.input.to).toBe('54');
    expect(told).toHaveLength(55);
    expect(told.map(({ revision }) => revision)).toEqual(told.map((_one, index) => index + 1));
    expect(() => previewsSchema.array().parse(told)).not.toThrow();
    end();
    await handlers.start(form);
    expect(told).toHaveLength(55);
  });

  it('knows no connection by another id', async () => {
    const { handlers } = await open(taking);
    expect(await problemOf(() => handlers.start({ ...form, connectionId: 'gone' }))).toEqual({
      code: 'notFound',
      what: 'connection',
    });
  });
});

describe('a recipient that nothing was sent to before', () => {
  const unconfirmed = { ...form, confirmedPlace: undefined };

  it('is confirmed by a person first', async () => {
    const service = waitingService();
    const { handlers } = await open(service.send);
    expect(await problemOf(() => handlers.start(unconfirmed))).toEqual({
      code: 'newRecipient',
      to: form.to,
      label: 'Northwind',
      place: trialPlace,
    });
    expect(service.requests).toEqual([]);
    expect((await handlers.list(undefined)).history).toEqual([]);
  });

  it('is known afterwards, however it is written, also after a restart', async () => {
    const before = await open(taking);
    await before.handlers.start(form);
    const after = await open(taking);
    await after.handlers.start({ ...unconfirmed, to: '+442079460958' });
    await after.handlers.start({ ...unconfirmed, botId: 'another' });
    expect((await after.handlers.list(undefined)).history).toHaveLength(3);
  });

  it.each<[boolean, Outcome]>([
    [true, { kind: 'notSent', reason: 'offline', detail: '' }],
    [true, { kind: 'rejected', status: 400 }],
    [false, { kind: 'unsure', reason: 'connectionClosed', detail: '' }],
    [false, { kind: 'serviceFailed', status: 500 }],
  ])('stays new: %s, after %j', async (isNew, outcome) => {
    const { handlers } = await open((_one, _request, { activityId }) =>
      Promise.resolve({ activityId, outcome, body: undefined }),
    );
    await handlers.start(form);
    const again = await problemOf(() => handlers.start(unconfirmed));
    expect(again === undefined).toBe(!isNew);
  });

  it('is known through another connection to the same workspace, and new to another one', async () => {
    const { handlers } = await open(taking, {
      connectionById: (id) =>
        id === 'kestrel'
          ? { ...connection, id, label: id, workspaceId: 'w2' }
          : { ...connection, id },
    });
    await handlers.start(form);
    await handlers.start({ ...unconfirmed, connectionId: 'anew' });
    expect(
      await problemOf(() => handlers.start({ ...unconfirmed, connectionId: 'kestrel' })),
    ).toMatchObject({ code: 'newRecipient', label: 'kestrel' });
  });

  it('is known through a connection that was entered anew, after many others and a restart', async () => {
    const before = await open(taking);
    await before.handlers.start(form);
    for (let other = 0; other < 50; other += 1) {
      await before.handlers.start({ ...form, to: String(other) });
    }
    await before.close();
    const anew = { ...connection, id: 'anew' };
    const after = await open(taking, {
      connectionById: (id) => (id === anew.id ? anew : undefined),
    });
    await after.handlers.start({ ...unconfirmed, connectionId: anew.id });
    expect(after.snapshot().history[0]).toMatchObject({ input: { to: form.to } });
  });
});

describe('shortcuts', () => {
  const fields = { connectionId: 'northwind', botId: 'bot', to: '+1 555', startGroupId: '' };
  const namesIn = async ({ handlers }: Awaited<ReturnType<typeof open>>) =>
    (await handlers.list(undefined)).shortcuts?.map(({ name }) => name);

  async function three() {
    const room = await open(taking);
    const ids = [];
    for (const name of ['Booking', 'Claims', 'Flowers']) {
      ids.push((await room.handlers.addShortcut({ ...fields, name })).id);
    }
    return { room, ids: ids as [string, string, string] };
  }

  it('are kept in order, and there after a restart', async () => {
    const { room } = await three();
    expect(await namesIn(room)).toEqual(['Booking', 'Claims', 'Flowers']);
    expect(await namesIn(await open(taking))).toEqual(['Booking', 'Claims', 'Flowers']);
  });

  it('are moved to a place', async () => {
    const { room, ids } = await three();
    await room.handlers.moveShortcut({ id: ids[2], index: 0 });
    expect(await namesIn(room)).toEqual(['Flowers', 'Booking', 'Claims']);
    await room.handlers.moveShortcut({ id: ids[2], index: 99 });
    expect(await namesIn(room)).toEqual(['Booking', 'Claims', 'Flowers']);
  });

  it('are taken away and put back where they were', async () => {
    const { room, ids } = await three();
    await room.handlers.removeShortcut({ id: ids[1] });
    expect(await namesIn(room)).toEqual(['Booking', 'Flowers']);
    await room.handlers.addShortcut({ ...fields, name: 'claims' });
    await room.handlers.restoreShortcut({ id: ids[1] });
    expect(await namesIn(room)).toEqual(['Booking', 'Claims 2', 'Flowers', 'claims']);
    expect(await problemOf(() => room.handlers.restoreShortcut({ id: ids[1] }))).toEqual({
      code: 'notFound',
      what: 'shortcut',
    });
  });

  it.each([
    [{ name: ' ' }, [{ field: 'name', reason: 'required' }]],
    [{ name: ' booking  ' }, [{ field: 'name', reason: 'alreadyThere' }]],
    [{ name: 'Dots', botId: '..' }, [{ field: 'botId', reason: 'unsafePathId' }]],
    [{ name: 'Zero', botId: 'bo\0t' }, [{ field: 'botId', reason: 'unsendableText' }]],
    [
      { name: 'n'.repeat(101), to: '' },
      [
        { field: 'name', reason: 'tooLong' },
        { field: 'to', reason: 'required' },
      ],
    ],
  ])('with %j are refused, and the list stays', async (change, refused) => {
    const { room } = await three();
    const problem = await problemOf(() => room.handlers.addShortcut({ ...fields, ...change }));
    expect(problem).toEqual({ code: 'invalidFields', fields: refused });
    expect(await namesIn(room)).toHaveLength(3);
  });

  it('tell when they were last sent, until they point elsewhere', async () => {
    const { room, ids } = await three();
    await room.handlers.start({ ...fields, confirmedPlace: trialPlace });
    const first = async () => (await room.handlers.list(undefined)).shortcuts?.[0];
    expect(await first()).toMatchObject({ isNewRecipient: false });
    expect((await first())?.lastAt).toBeTruthy();
    await room.handlers.editShortcut({ ...fields, id: ids[0], name: 'Evening' });
    expect((await first())?.lastAt).toBeTruthy();
    await room.handlers.editShortcut({ ...fields, id: ids[0], name: 'Evening', to: '+9' });
    expect(await first()).toMatchObject({ name: 'Evening', lastAt: null, isNewRecipient: true });
  });

  it('stay as they were when the disk refuses a change', async () => {
    const { room, ids } = await three();
    await rm(join(folder, 'previews.json'));
    await mkdir(join(folder, 'previews.json'));
    await expect(room.handlers.removeShortcut({ id: ids[0] })).rejects.toThrow();
    expect(await namesIn(room)).toEqual(['Booking', 'Claims', 'Flowers']);
  });
});

describe('the shortcuts’ part of a backup', () => {
  const practice: Connection = { ...connection, id: 'practice', isPractice: true };
  const practising: Partial<PreviewsOptions> = {
    connectionById: (id) => [connection, practice].find((one) => one.id === id),
  };
  const shortcut = (name: string) => ({ ...form, name, confirmedPlace: undefined });

  it('brings back what is not here, in order, and leaves the rest as it is', async () => {
    const { handlers, backupPart } = await open(taking, practising);
    const { id: gone } = await handlers.addShortcut(shortcut('Gone'));
    const { id: here } = await handlers.addShortcut(shortcut('Here'));
    await handlers.addShortcut({ ...shortcut('Of practice'), connectionId: 'practice' });
    await handlers.start(form);
    const part = JSON.parse(JSON.stringify(backupPart.collect())) as unknown[];
    expect(part).toHaveLength(2);
    expect(part).not.toContainEqual(
      expect.objectContaining({ lastAt: expect.anything() as string }),
    );
    await handlers.removeShortcut({ id: gone });
    await handlers.editShortcut({ ...shortcut('Renamed'), id: here });
    expect(await backupPart.prepare(part)(neverLeftOut)).toBe(1);
    expect(await backupPart.prepare(part)(neverLeftOut)).toBe(0);
    const { snapshot } = await open(taking);
    const names = snapshot().shortcuts.map(({ name, lastAt }) => [name, lastAt !== null]);
    expect(names).toEqual([
      ['Renamed', true],
      ['Of practice', false],
      // The same was sent from this computer, though not since it is back.
      ['Gone', true],
    ]);
  });

  it('makes no recipient known, and names the shortcut whose name is taken as left out', async () => {
    const { handlers, backupPart, snapshot } = await open(taking);
    const given = [
      { ...form, id: 'a', name: 'Reception' },
      { ...form, id: 'b', name: 'reception' },
    ];
    const leftOut: [string, Problem][] = [];
    await backupPart.prepare(given)((name, problem) => leftOut.push([name, problem]));
    expect(leftOut).toEqual([['reception', { code: 'shortcutNameTaken', name: 'reception' }]]);
    expect(snapshot().shortcuts).toMatchObject([{ name: 'Reception', isNewRecipient: true }]);
    expect(
      await problemOf(() => handlers.start({ ...form, confirmedPlace: undefined })),
    ).toMatchObject({ code: 'newRecipient' });
  });

  it('points to the same workspace where that was connected anew on another computer', async () => {
    const before = await open(taking, practising);
    await before.handlers.addShortcut(shortcut('Reception'));
    await before.handlers.addShortcut({ ...shortcut('Gone'), connectionId: 'removed' });
    const part = JSON.parse(JSON.stringify(before.backupPart.collect())) as unknown;
    const anew = { ...connection, id: 'anew' };
    const after = await open(taking, {
      folder: join(folder, 'another computer'),
      connectionById: (id) => (id === anew.id ? anew : undefined),
      connectionAt: ({ baseAddress, workspaceId }) =>
        baseAddress === anew.baseAddress && workspaceId === anew.workspaceId ? anew : undefined,
    });
    expect(await after.backupPart.prepare(part)(neverLeftOut)).toBe(2);
    expect(after.snapshot().shortcuts).toMatchObject([
      { name: 'Reception', connectionId: 'anew' },
      { name: 'Gone', connectionId: 'removed' },
    ]);
    const run = await after.handlers.start({ ...form, connectionId: 'anew' });
    expect(run.outcome).toEqual(accepted);
  });

  it('is refused whole, and nothing is kept, when one is wrong', async () => {
    const { backupPart, snapshot } = await open(taking);
    const right = { ...form, id: 'a', name: 'Right' };
    expect(() => backupPart.prepare([right, { id: 'b' }])).toThrow();
    expect(() => backupPart.prepare([right, { ...right, id: 'b', name: ' ' }])).toThrow();
    expect(snapshot().shortcuts).toEqual([]);
  });
});

describe('the one-off form', () => {
  it('is there after a restart, for each connection', async () => {
    const { handlers } = await open(taking);
    const typed = { botId: 'bot', to: '+1', startGroupId: 'g' };
    await handlers.saveDraft({ connectionId: 'northwind', fields: typed });
    await handlers.saveDraft({ connectionId: 'kestrel', fields: { ...typed, to: '+2' } });
    const after = await open(taking);
    expect((await after.handlers.list(undefined)).drafts).toEqual({
      northwind: typed,
      kestrel: { ...typed, to: '+2' },
    });
  });
});
