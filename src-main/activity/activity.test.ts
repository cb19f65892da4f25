import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { activityDetailsSchema, type ActivityEntry, activityEntrySchema } from '@shared/activity';
import { isSent } from '@shared/listed-entry';
import { createRedactor } from '../logging/logging';
import { StorageError } from '../storage/storage';
import { type Activity, type ActivityBegin, type ActivityEnd, createActivity } from './activity';

let folder: string;
let activity: Activity;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'foyer-activity-')), 'activity');
  activity = createActivity({ folder });
});

afterEach(async () => {
  await rm(join(folder, '..'), { recursive: true, force: true });
});

function beginning(subject: string, more: Partial<ActivityBegin> = {}): ActivityBegin {
  return {
    kind: 'startChatAppPreview',
    subject,
    connectionId: 'c1',
    connectionLabel: 'Northwind',
    request: { method: 'POST', url: 'https://x.example/v1', headers: { A: 'b' }, body: '{}' },
    ...more,
  };
}

const ending: ActivityEnd = {
  outcome: { kind: 'accepted', status: 200 },
  tookMs: 12.5,
  answer: { status: 200, headers: {}, form: 'json', body: '{"message":"ok"}', isCut: false },
};

const subjects = (entries: readonly ActivityEntry[]) => entries.map(({ subject }) => subject);

/** A page of a log with nothing but requests in it. */
async function listed(room: Activity, page: Parameters<Activity['list']>[0]) {
  const { entries, ...rest } = await room.list(page);
  return { ...rest, entries: entries.filter(isSent) };
}

it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  'knows after a kill that it may have left, though its file went as it left (%i before it)',
  async (count) => {
    const room = createActivity({ folder, maxSegmentBytes: 1_000, maxSegments: 2 });
    const id = await room.begin(beginning('one', { isInLine: true }));
    for (let each = 0; each < count; each += 1) {
      await room.end(await room.begin(beginning('other')), ending);
    }
    await room.itsTurn(id);
    // What is carried over is on the disk when what comes after it is.
    await room.end(await room.begin(beginning('last')), ending);
    const { entries } = await listed(createActivity({ folder }), { limit: 99 });
    expect(entries.find((entry) => entry.id === id)?.outcome).toMatchObject({ kind: 'unsure' });
  },
);

it('writes down what leaves and how it ended, over a restart', async () => {
  const id = await activity.begin(beginning('one', { themeId: 't1' }));
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/u);
  await activity.end(id, ending);
  for (const room of [activity, createActivity({ folder })]) {
    const { entries } = await listed(room, { limit: 10 });
    expect(entries).toHaveLength(1);
    expect(activityEntrySchema.strict().parse(entries[0])).toMatchObject({
      id,
      subject: 'one',
      ...{ outcome: ending.outcome, tookMs: 12.5 },
    });
    const details = await room.details(id);
    expect(activityDetailsSchema.strict().parse(details)).toMatchObject({
      id,
      request: { method: 'POST', body: '{}' },
      answer: ending.answer,
    });
  }
});

it('tells of what is under way, and at the next start that it is not known', async () => {
  const id = await activity.begin(beginning('cut off'));
  expect(await activity.details(id)).toMatchObject({ outcome: null, tookMs: null, answer: null });

  const interrupted = { kind: 'unsure', reason: 'interrupted', detail: '' };
  const next = createActivity({ folder });
  expect((await listed(next, { limit: 1 })).entries[0]).toMatchObject({ id, outcome: interrupted });
  // It is written down, not only shown.
  await next.ready();
  const later = createActivity({ folder });
  expect(await later.details(id)).toMatchObject({ outcome: interrupted, tookMs: null });
});

it('does not say that an answer is awaited of what stands in line', async () => {
  const shown: (boolean | undefined)[] = [];
  activity.onChange((entry) => isSent(entry) && shown.push(entry.isInLine));
  const id = await activity.begin(beginning('in line'));
  expect(await activity.details(id)).toMatchObject({ isInLine: true, outcome: null });
  activity.left(id);
  expect((await activity.details(id)).isInLine).toBeUndefined();
  await activity.end(id, ending);
  // It was told late, or of one that is not known.
  activity.left(id);
  activity.left('no-such-id');
  expect(shown).toEqual([true, undefined, undefined]);

  const stopped = await activity.begin(beginning('never left'));
  await activity.end(stopped, ending);
  expect((await activity.details(stopped)).isInLine).toBeUndefined();
});

it('takes the id that it is given, once', async () => {
  expect(await activity.begin(beginning('mine', { id: 'given' }))).toBe('given');
  await expect(activity.begin(beginning('mine', { id: 'given' }))).rejects.toThrow('this id');
});

it('lists page by page, newest first, by order of writing whatever the clock does', async () => {
  let clock = Date.parse('2030-01-01T00:00:00Z');
  const back = createActivity({
    folder,
    now: () => new Date((clock -= 86_400_000)).toISOString(),
  });
  const ids: string[] = [];
  for (let n = 0; n < 25; n += 1) ids.push(await back.begin(beginning(String(n))));
  // An entry that ends late stays in its place.
  await back.end(ids[3] ?? '', ending);

  for (const room of [back, createActivity({ folder })]) {
    const seen: ActivityEntry[] = [];
    let hasMore = true;
    while (hasMore) {
      const page = await listed(room, { limit: 10, before: seen[seen.length - 1]?.sequence });
      seen.push(...page.entries);
      ({ hasMore } = page);
    }
    expect(subjects(seen)).toEqual(Array.from({ length: 25 }, (_, n) => String(24 - n)));
  }
});

it('tells each change', async () => {
  const heard: ActivityEntry[] = [];
  const stop = activity.onChange((entry) => isSent(entry) && heard.push(entry));
  const id = await activity.begin(beginning('heard'));
  await activity.end(id, ending);
  stop();
  await activity.begin(beginning('not heard'));
  expect(heard.map(({ outcome }) => outcome)).toEqual([null, ending.outcome]);
  expect(new Set(heard.map(({ sequence }) => sequence)).size).toBe(1);
});

it('stays bounded, and keeps the newest', async () => {
  const small = createActivity({ folder, maxSegmentBytes: 4_096, maxSegments: 3 });
  const ids: string[] = [];
  for (let n = 0; n < 60; n += 1) {
    const id = await small.begin(beginning(String(n)));
    await small.end(id, ending);
    ids.push(id);
  }
  expect(await readdir(folder)).toHaveLength(3);
  const again = createActivity({ folder, maxSegmentBytes: 4_096, maxSegments: 3 });
  const { entries } = await listed(again, { limit: 500 });
  expect(entries.length).toBeGreaterThan(5);
  expect(entries.length).toBeLessThan(30);
  expect(entries[0]?.subject).toBe('59');
  // One that is gone is gone, and says so.
  expect((await listed(small, { limit: 500 })).entries).toEqual(entries);
  await expect(small.details(ids[0] ?? '')).rejects.toMatchObject({
    problem: { code: 'notFound', what: 'activity' },
  });
});

it('survives lines that are no records', async () => {
  const id = await activity.begin(beginning('kept'));
  const [file = ''] = await readdir(folder);
  await writeFile(join(folder, file), '{"sequence":9,"record":{"type":"begun"}}\nhalf a li', {
    flag: 'a',
  });
  const again = createActivity({ folder });
  expect(subjects((await listed(again, { limit: 9 })).entries)).toEqual(['kept']);
  expect((await again.details(id)).subject).toBe('kept');
});

it('has no entry when the disk refuses it, and shows an end that it refuses', async () => {
  const id = await activity.begin(beginning('before'));
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file where the folder was');
  await expect(activity.begin(beginning('refused'))).rejects.toMatchObject({
    name: 'StorageError',
  });
  await expect(activity.end(id, ending)).rejects.toMatchObject({ name: 'StorageError' });
  const { entries } = await listed(activity, { limit: 9 });
  expect(entries.map(({ subject, outcome }) => [subject, outcome])).toEqual([
    ['before', ending.outcome],
  ]);
});

it('tries again after a folder that could not be read', async () => {
  await writeFile(folder, '');
  await expect(activity.ready()).rejects.toMatchObject({ name: 'StorageError' });
  await rm(folder);
  await mkdir(folder);
  await activity.begin(beginning('now it works'));
  expect((await listed(activity, { limit: 1 })).entries).toHaveLength(1);
});

it('knows no other id', async () => {
  await expect(activity.details('nowhere')).rejects.toMatchObject({
    problem: { code: 'notFound', what: 'activity' },
  });
});

/** Enough requests, one after the other, that the oldest files of the log go. */
async function fill(room: Activity, count: number): Promise<void> {
  const request = { ...beginning('').request, body: 'b'.repeat(500) };
  for (let index = 0; index < count; index += 1) {
    const id = await room.begin(beginning(`request ${String(index)}`, { request }));
    await room.end(id, ending);
  }
}
const small = { maxSegmentBytes: 4_000, maxSegments: 3 };

it('lists nothing that it no longer has after its oldest files went', async () => {
  const room = createActivity({ folder, ...small });
  const gone: number[] = [];
  room.onDropped(({ before }) => gone.push(before));
  await fill(room, 40);
  const { entries } = await listed(room, { limit: 100 });
  expect(entries.length).toBeLessThan(40);
  expect(entries[0]?.subject).toBe('request 39');
  for (const { id, subject } of entries) {
    expect(await room.details(id)).toMatchObject({ subject, answer: ending.answer });
  }
  const exported = (await room.exported()).trimEnd().split('\n');
  expect(exported).toHaveLength(entries.length);
  // The windows drop the same ones.
  expect(gone.at(-1)).toBeLessThanOrEqual(entries.at(-1)?.sequence ?? 0);
  expect(gone).toEqual([...gone].sort((one, other) => one - other));
  // Another start finds exactly these.
  const next = createActivity({ folder, ...small });
  expect((await listed(next, { limit: 100 })).entries).toEqual(entries);
});

it('does not forget what is under way when the file that tells of its beginning goes', async () => {
  const room = createActivity({ folder, ...small });
  const slow = await room.begin(beginning('slow'));
  await fill(room, 40);
  expect(await room.details(slow)).toMatchObject({ subject: 'slow', outcome: null });
  // Killed now, it would be said that it is not known whether it arrived.
  const killed = createActivity({ folder: join(folder, '..', 'copy'), ...small });
  await cp(folder, join(folder, '..', 'copy'), { recursive: true });
  const found = (await listed(killed, { limit: 100 })).entries.find(({ id }) => id === slow);
  expect(found).toMatchObject({ subject: 'slow', outcome: { kind: 'unsure' } });
  await room.end(slow, ending);
  const next = createActivity({ folder, ...small });
  expect(await next.details(slow)).toMatchObject({
    subject: 'slow',
    outcome: ending.outcome,
    answer: ending.answer,
  });
});

it('does not write that an end is not known while a file of the log can’t be read', async () => {
  const room = createActivity({ folder, ...small });
  await fill(room, 12);
  const before = (await listed(room, { limit: 100 })).entries;
  const names = (await readdir(folder)).sort();
  // The last file has the ends of what began in the one before.
  const last = join(folder, names.at(-1) ?? '');
  await rename(last, join(folder, 'aside'));
  await symlink(last, last);
  const meanwhile = createActivity({ folder, ...small });
  await meanwhile.ready();
  await rm(last);
  await rename(join(folder, 'aside'), last);
  const next = createActivity({ folder, ...small });
  expect((await listed(next, { limit: 100 })).entries).toEqual(before);
});

it('gives no part of the log for the whole while a file of it can’t be read', async () => {
  const { illDisk } = await import('../storage/trial-ill-disk');
  const id = await activity.begin(beginning('one'));
  await activity.end(id, ending);
  const ill = illDisk((path) => path.endsWith('.jsonl'), 'EIO', 'open');
  await expect(activity.exported()).rejects.toBeInstanceOf(StorageError);
  await expect(activity.details(id)).rejects.toBeInstanceOf(StorageError);
  ill.heal();
  expect(await activity.exported()).toContain('one');
});

it('lists the rest while a file of the log can’t be read, and names the file', async () => {
  const { illDisk } = await import('../storage/trial-ill-disk');
  const room = createActivity({ folder, ...small });
  await fill(room, 12);
  const { entries: all } = await listed(room, { limit: 100 });
  const names = (await readdir(folder)).sort();
  const [, ill = ''] = names;
  const disk = illDisk((path) => path.endsWith(ill), 'EIO', 'open');
  const next = createActivity({ folder, ...small });
  const { entries, unread } = await listed(next, { limit: 100 });
  expect(unread).toEqual([ill]);
  expect(entries.length).toBeGreaterThan(1);
  expect(entries.length).toBeLessThan(all.length);
  // What is whole is shown whole; what may be in that file is neither gone nor without an answer.
  const [newest] = entries;
  expect(await next.details(newest?.id ?? '')).toMatchObject({ answer: ending.answer });
  const hidden = all.filter(({ id }) => !entries.some((each) => each.id === id));
  await expect(next.details(hidden[0]?.id ?? '')).rejects.toBeInstanceOf(StorageError);
  await expect(next.exported()).rejects.toBeInstanceOf(StorageError);
  disk.heal();
  expect(await listed(next, { limit: 100 })).toEqual({ entries: all, hasMore: false });
});

it('lists and exports every entry once a disk that was ill at the start is well', async () => {
  const { illDisk } = await import('../storage/trial-ill-disk');
  const id = await activity.begin(beginning('one'));
  await activity.end(id, ending);
  const ill = illDisk((path) => path.endsWith('.jsonl'), 'EMFILE', 'open');
  const room = createActivity({ folder });
  const [file = ''] = await readdir(folder);
  expect(await listed(room, { limit: 10 })).toEqual({
    entries: [],
    hasMore: false,
    unread: [file],
  });
  // What leaves meanwhile is written down all the same, and nothing of it is taken for interrupted.
  const ended = await room.begin(beginning('two'));
  await room.end(ended, ending);
  await room.begin(beginning('three'));
  ill.heal();
  const { entries } = await listed(room, { limit: 10 });
  expect(entries.map(({ subject, outcome }) => [subject, outcome])).toEqual([
    ['three', null],
    ['two', ending.outcome],
    ['one', ending.outcome],
  ]);
  expect((await room.exported()).trim().split('\n')).toHaveLength(3);
  expect(new Set(entries.map(({ sequence }) => sequence)).size).toBe(3);
});

/**
 * A person pastes a token into the scheme of a connection's own header, and a request leaves so. Activity leaves it out once
 * it is known for one, and what is left of the request is not what was sent: as where it stood in the address or the body,
 * the request can't be copied as curl, and the note beside it says why.
 */
describe('a request without its secret, as curl', () => {
  const token = 'fyr_live_5b1c9e7a2d4f8e60';

  async function shownWith(where: 'body' | 'scheme' | 'name' | 'nowhere') {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-activity-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const secrets = createRedactor();
    const activity = createActivity({ folder, withoutSecrets: (text) => secrets.text(text) });
    const name = where === 'name' ? token : 'X-Api-Key';
    const id = await activity.begin({
      ...{ kind: 'saveThemeTemplate', subject: 'Harbour', connectionId: 'c1' },
      ...{ connectionLabel: 'Northwind', isInLine: false },
      request: {
        method: 'PUT',
        url: 'https://northwind.example/api/v1/themes/a',
        headers: { [name]: where === 'scheme' ? `${token} [token]` : 'Bearer [token]' },
        body: JSON.stringify({ name: where === 'body' ? token : 'Harbour' }),
        isCut: false,
      },
    });
    secrets.registerSecret(token);
    const { request } = await activity.details(id);
    expect(JSON.stringify(request)).not.toContain(token);
    return request;
  }

  it.each(['body', 'scheme', 'name'] as const)(
    'says that something was left out where it stood in the %s',
    async (where) => {
      expect((await shownWith(where)).isRedacted).toBe(true);
    },
  );

  it('says nothing of it where only the token’s own place is filled in', async () => {
    expect(await shownWith('nowhere')).not.toHaveProperty('isRedacted');
  });
});
