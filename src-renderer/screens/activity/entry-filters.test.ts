import type { Outcome } from '@shared/service/outcome';
import { expect, it } from 'vitest';
import type { ActivityEntry, ActivityKind, ListedEntry } from '@shared/activity';
import { whatText } from './activity-text';
import {
  filteredEntries,
  needsAttention,
  type EntryFilter,
  type TimeFilter,
} from './entry-filters';

const everything: EntryFilter = {
  ...{ shown: 'all', kind: 'all', isAttentionOnly: false, connectionId: '', text: '', time: 'any' },
};

const refused = (status: number, message: string): Outcome => ({
  kind: 'rejected',
  status,
  error: { message, issues: [] },
});

it('asks for attention where a check’s 404 judged nothing, not where the theme was judged', () => {
  const check = (outcome: Outcome) => needsAttention({ kind: 'checkConnection', outcome });
  expect(check(refused(404, 'Not found'))).toBe(true);
  expect(check(refused(404, 'Workspace not found'))).toBe(false);
  expect(check(refused(400, 'Invalid'))).toBe(true);
  expect(check(refused(400, 'Input validation failed'))).toBe(false);
});

it('asks for attention where a registration was answered with another domain', () => {
  const made = (outcome: Outcome) => needsAttention({ kind: 'createCustomDomain', outcome });
  expect(made({ kind: 'accepted', status: 200 })).toBe(false);
  expect(made({ kind: 'accepted', status: 200, otherDomain: 'other.example' })).toBe(true);
});

it('narrows to days by the calendar, not to hours', () => {
  const now = new Date(2024, 10, 14, 0, 30).getTime();
  const entry = (id: string, ...at: [number, number, number, number, number]): ActivityEntry => ({
    ...{ id, at: new Date(...at).toISOString(), kind: 'checkConnection', subject: id, sequence: 1 },
    ...{ connectionId: 'k', connectionLabel: 'Kestrel', isInLine: false, tookMs: 1 },
    outcome: { kind: 'accepted', status: 200 },
  });
  const entries = [
    entry('this night', 2024, 10, 14, 0, 10),
    entry('late', 2024, 10, 13, 23, 50),
    entry('early', 2024, 10, 13, 0, 5),
    entry('six days', 2024, 10, 8, 12, 0),
    entry('long ago', 2024, 9, 1, 12, 0),
  ];
  const ids = (time: TimeFilter) =>
    filteredEntries(entries, { ...everything, time }, now).map(({ id }) => id);
  expect(ids('any')).toHaveLength(5);
  expect(ids('today')).toEqual(['this night']);
  expect(ids('yesterday')).toEqual(['late', 'early']);
  expect(ids('week')).toEqual(['this night', 'late', 'early', 'six days']);
  expect(ids('month')).toEqual(['this night', 'late', 'early', 'six days']);
});

it('tells what was sent from what was done here, and finds both by name', () => {
  const at = new Date(2024, 10, 14, 12, 0).toISOString();
  const sent: ActivityEntry = {
    ...{ id: 'sent', at, kind: 'saveThemeTemplate', subject: 'Harbour', sequence: 4 },
    ...{ connectionId: 'k', connectionLabel: 'Kestrel', tookMs: 1 },
    outcome: { kind: 'rejected', status: 400 },
  };
  const here = (id: string, more: Partial<ListedEntry>): ListedEntry =>
    ({ id, at, sequence: 3, kind: 'themeEdited', touched: [], count: 1, ...more }) as ListedEntry;
  const entries = [
    sent,
    here('edited', { touched: [{ id: 't', name: 'Harbour' }] }),
    here('deleted', {
      kind: 'themesDeleted',
      count: 2,
      touched: [{ name: 'A' }, { name: 'Pier' }],
    }),
    here('connection', { kind: 'connectionEdited', touched: [{ id: 'k', name: 'Kestrel' }] }),
  ];
  const ids = (filter: Partial<EntryFilter>) =>
    filteredEntries(entries, { ...everything, ...filter }, Date.parse(at)).map(({ id }) => id);
  expect(ids({ shown: 'sent' })).toEqual(['sent']);
  expect(ids({ shown: 'here' })).toEqual(['edited', 'deleted', 'connection']);
  expect(ids({ kind: 'saveThemeTemplate' })).toEqual(['sent', 'edited', 'deleted']);
  expect(ids({ kind: 'checkConnection' })).toEqual(['connection']);
  expect(ids({ connectionId: 'k' })).toEqual(['sent', 'connection']);
  expect(ids({ isAttentionOnly: true })).toEqual(['sent']);
  expect(ids({ text: 'harbour' })).toEqual(['sent', 'edited']);
  expect(ids({ text: 'pier' })).toEqual(['deleted']);
  expect(ids({ text: 'deleted' })).toEqual(['deleted']);
  expect(ids({ shown: 'here', time: 'yesterday' })).toEqual([]);
});

it.each<[ActivityKind, string, string]>([
  ['saveThemeTemplate', 'Harbour', 'Publish Harbour'],
  ['startChatAppPreview', 'cl_booking', 'Preview, cl_booking'],
  ['updateSubscription', 'PRO', 'Plan change, Pro'],
  ['createCustomDomain', 'bot.example.com', 'Domain, bot.example.com'],
  ['checkConnection', 'northwind.example', 'Connection check'],
])('finds %s of %s by “%s”, which its row says', (kind, subject, row) => {
  const at = '2026-11-20T14:05:00.000Z';
  const sent: ActivityEntry = {
    ...{ id: kind, sequence: 1, at, kind, subject, connectionId: 'c', tookMs: 212 },
    ...{ connectionLabel: 'Northwind', outcome: { kind: 'accepted', status: 200 } },
  };
  const found = (text: string) =>
    filteredEntries([sent], { ...everything, text }, Date.parse(at)).length;
  expect(whatText(sent)).toBe(row);
  expect([row, subject, 'Northwind', 'Elsewhere'].map(found)).toEqual([1, 1, 1, 0]);
});
