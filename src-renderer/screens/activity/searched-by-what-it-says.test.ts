/**
 * The search of Activity looks “in what the list says of it”: what was done here is found by the words of its row. So must be
 * what was sent: who looks for a plan change types what the row says, and is told “Nothing found for …”.
 */
import type { ActivityEntry, ActivityKind, ListedEntry, LocalEntry } from '@shared/activity';
import { expect, it } from 'vitest';
import { whatText } from './activity-text';
import { filteredEntries, type EntryFilter } from './entry-filters';

const now = Date.parse('2026-11-20T15:00:00.000Z');
const at = '2026-11-20T14:05:00.000Z';
const all: EntryFilter = {
  ...{ shown: 'all', kind: 'all', isAttentionOnly: false, connectionId: '', text: '', time: 'any' },
};
const sent = (kind: ActivityKind, subject: string): ActivityEntry => ({
  ...{ id: kind, sequence: 1, at, kind, subject, connectionId: 'c', connectionLabel: 'Northwind' },
  ...{ outcome: { kind: 'accepted', status: 200 }, tookMs: 212 },
});
const edited: LocalEntry = {
  ...{ id: 'edited', sequence: 2, at, kind: 'themeEdited', count: 1 },
  touched: [{ id: 't', name: 'Harbour' }],
};

const found = (entry: ListedEntry, text: string) =>
  filteredEntries([entry], { ...all, text }, now).length;

it('the control: what was done here is found by the words of its row', () => {
  expect(whatText(edited)).toBe('Edited Harbour');
  expect(found(edited, 'Edited Harbour')).toBe(1);
});

it.each([
  ['saveThemeTemplate', 'Harbour', 'Publish Harbour'],
  ['startChatAppPreview', 'cl_booking', 'Preview, cl_booking'],
  ['updateSubscription', 'PRO', 'Plan change, Pro'],
  ['createCustomDomain', 'bot.example.com', 'Domain, bot.example.com'],
  ['checkConnection', 'northwind.example', 'Connection check'],
] as const)('%s of %s is found by “%s”, which its row says', (kind, subject, row) => {
  const entry = sent(kind, subject);
  expect(whatText(entry)).toBe(row);
  expect(found(entry, subject)).toBe(1);
  expect(found(entry, row)).toBe(1);
});
