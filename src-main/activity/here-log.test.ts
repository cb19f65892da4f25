/** The log of what was done on this computer. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ListedEntry, listedEntrySchema, type LocalAction } from '@shared/activity';
import { isSent } from '@shared/listed-entry';
import { type Activity, type ActivityOptions, createActivity } from './activity';

let folder: string;
let clock: number;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'foyer-here-')), 'activity');
  clock = new Date(2026, 10, 21, 14, 0).getTime();
});

afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const minutes = (count: number) => count * 60_000;
const room = (more: Partial<ActivityOptions> = {}): Activity =>
  createActivity({ folder, now: () => new Date(clock).toISOString(), ...more });
const action = (kind: LocalAction['kind'], ...names: string[]): LocalAction => ({
  kind,
  touched: names.map((name) => ({ id: name.toLowerCase(), name })),
});
const edit = (name = 'Harbour') => action('themeEdited', name);

async function said(activity: Activity): Promise<string[]> {
  const { entries } = await activity.list({ limit: 100 });
  return entries.map((entry) =>
    isSent(entry)
      ? `sent ${entry.subject}`
      : [entry.kind, ...entry.touched.map(({ name }) => name)].join(' '),
  );
}

const request = (subject: string) => ({
  ...{ kind: 'startChatAppPreview' as const, subject, connectionId: 'c1', connectionLabel: 'N' },
  request: { method: 'POST', url: 'https://x.example/v1', headers: {}, body: '{}' },
});

it('is one list with the requests, in the order in which they happened, over restarts', async () => {
  const first = room();
  first.note(action('themeCreated', 'Harbour'));
  await first.settled();
  await first.begin(request('one'));
  first.note(action('themesDeleted', 'Harbour', 'Matchday'));
  await first.settled();
  // The clock is set back: the order stays.
  clock -= minutes(600);
  const again = room();
  await again.begin(request('two'));
  again.note(action('connectionAdded', 'Kestrel'));
  await again.settled();
  const lines = [
    'connectionAdded Kestrel',
    'sent two',
    'themesDeleted Harbour Matchday',
    'sent one',
    'themeCreated Harbour',
  ];
  for (const activity of [again, room()]) {
    expect(await said(activity)).toEqual(lines);
    const { entries } = await activity.list({ limit: 2 });
    for (const entry of entries) expect(listedEntrySchema.parse(entry)).toEqual(entry);
    const rest = await activity.list({ limit: 9, before: entries[1]?.sequence });
    expect(rest.entries).toHaveLength(3);
  }
});

describe('an editing session', () => {
  it('is one entry for a theme, however often it is edited', async () => {
    const activity = room();
    for (let each = 0; each < 500; each += 1) {
      activity.note(edit());
      if (each % 2 === 0) activity.note(edit('Matchday'));
      clock += 1_000;
    }
    activity.note(edit('Harbour at night'));
    await activity.settled();
    expect(await said(activity)).toEqual([
      'themeEdited Harbour at night',
      'themeEdited Matchday',
      'themeEdited Harbour',
    ]);
  });

  it('ends after ten minutes of rest, at midnight, and when the theme is deleted', async () => {
    const activity = room();
    activity.note(edit());
    clock += minutes(9);
    activity.note(edit());
    clock += minutes(11);
    activity.note(edit());
    clock = new Date(2026, 10, 21, 23, 59).getTime();
    activity.note(edit());
    clock += minutes(2);
    activity.note(edit());
    activity.note(action('themesDeleted', 'Harbour'));
    activity.note(action('restoredFromBin', 'Harbour'));
    activity.note(edit());
    await activity.settled();
    expect((await said(activity)).reverse()).toEqual([
      'themeEdited Harbour',
      'themeEdited Harbour',
      'themeEdited Harbour',
      'themeEdited Harbour',
      'themesDeleted Harbour',
      'restoredFromBin Harbour',
      'themeEdited Harbour',
    ]);
  });

  it('is on the disk at its first edit, and with its last one when the app quits', async () => {
    const activity = room();
    activity.note(edit());
    // The next room waits for no farewell of the first, as after a kill.
    await expect.poll(async () => said(room())).toEqual(['themeEdited Harbour']);
    clock += 5_000;
    activity.note(edit('Pier'));
    activity.note({ kind: 'themeEdited', touched: [{ id: 'harbour', name: 'Pier' }] });
    await activity.settled();
    const { entries } = await room().list({ limit: 9 });
    expect(entries).toMatchObject([
      { touched: [{ name: 'Pier' }] },
      { touched: [{ id: 'harbour', name: 'Pier' }], until: new Date(clock).toISOString() },
    ]);
    expect(entries).toEqual((await activity.list({ limit: 9 })).entries);
  });

  it('stays in its place in the list while it goes on', async () => {
    const activity = room();
    const heard: ListedEntry[] = [];
    activity.onChange((entry) => heard.push(entry));
    activity.note(edit());
    await activity.settled();
    await activity.begin(request('between'));
    clock += minutes(2);
    activity.note(edit());
    await activity.settled();
    const [first, , last] = heard;
    expect(last).toMatchObject({ id: first?.id, sequence: first?.sequence });
    for (const one of [activity, room()]) {
      expect(await said(one)).toEqual(['sent between', 'themeEdited Harbour']);
    }
  });
});

it('never fails what it tells of, nor a request, where the disk refuses', async () => {
  await writeFile(folder, 'a file where the folder should be');
  const warned: string[] = [];
  const activity = room({ warn: (event) => warned.push(event) });
  expect(() => activity.note(edit())).not.toThrow();
  await activity.settled();
  expect(warned).toEqual(['activity.deedNotKept']);
  await rm(folder);
  activity.note(action('themesDeleted', 'Harbour'));
  await activity.settled();
  // What was refused is there, too, as soon as the disk takes it.
  expect(await said(activity)).toEqual(['themesDeleted Harbour', 'themeEdited Harbour']);
});

it('writes no secret down, names no more than it has room for, and masks numbers in the export', async () => {
  const activity = room({ withoutSecrets: (text) => text.replaceAll('sesame', '[redacted]') });
  const touched = [{ id: 'c1', name: 'sesame at +44 1632 960001' }];
  activity.note({ kind: 'connectionAdded', touched });
  activity.note(action('themesDeleted', ...Array.from({ length: 60 }, (_, at) => `Theme ${at}`)));
  await activity.settled();
  const [file = ''] = await readdir(folder);
  expect(await readFile(join(folder, file), 'utf8')).not.toContain('sesame at');
  expect((await activity.list({ limit: 1 })).entries).toMatchObject([{ count: 60 }]);
  await activity.begin(request('one'));
  const lines = (await activity.exported()).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as ListedEntry).kind)).toEqual([
    'connectionAdded',
    'themesDeleted',
    'startChatAppPreview',
  ]);
  expect(lines[0]).toContain('[redacted] at +•• •••• ••••01');
});

it('has a bound of its own: requests push nothing of it out', async () => {
  const activity = room({ maxSegmentBytes: 2_000, maxSegments: 2 });
  const dropped: string[] = [];
  activity.onDropped(({ source }) => dropped.push(source));
  activity.note(action('themeCreated', 'Harbour'));
  await activity.settled();
  for (let each = 0; each < 40; each += 1) {
    const id = await activity.begin(request(String(each)));
    await activity.end(id, { outcome: { kind: 'accepted', status: 200 }, tookMs: 1, answer: null });
  }
  expect(new Set(dropped)).toEqual(new Set(['sent']));
  expect(await said(activity)).toContain('themeCreated Harbour');
});

it('lets its oldest entries go as new ones come', async () => {
  const activity = room();
  const dropped: string[] = [];
  activity.onDropped(({ source }) => dropped.push(source));
  const names = Array.from({ length: 50 }, (_, at) => `${String(at)} ${'x'.repeat(180)}`);
  for (let each = 0; each < 400; each += 1) activity.note(action('themesDeleted', ...names));
  await activity.settled();
  expect(dropped[0]).toBe('here');
  const { entries } = await activity.list({ limit: 500 });
  expect(entries.length).toBeLessThan(400);
  expect(entries).toEqual((await room().list({ limit: 500 })).entries);
}, 30_000);

/** The disk refuses the log for a moment, as one that is full does. */
describe('a disk that refuses the log for a moment', () => {
  it('what was done in it is in the list as soon as the disk takes it', async () => {
    const profile = await mkdtemp(join(tmpdir(), 'foyer-actions-'));
    onTestFinished(() => rm(profile, { recursive: true, force: true }));
    const folder = join(profile, 'activity');
    await writeFile(folder, 'in the way');
    const activity = createActivity({ folder });
    activity.note(action('themesDeleted', 'Harbour'));
    await activity.settled();
    await rm(folder);
    activity.note(action('themeCreated', 'Pier'));
    await activity.settled();
    const { entries } = await activity.list({ limit: 10 });
    const kinds = entries.flatMap((entry) => (isSent(entry) ? [] : [entry.kind]));
    expect(kinds.sort()).toEqual(['themeCreated', 'themesDeleted']);
  });
});
