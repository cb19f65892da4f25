/**
 * The kept examples of everything that Foyer stores (`fixtures/formats`), and a profile and a library
 * made of them, as one person's Foyer had them.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { storedFormats, type StoredDocument } from '@shared/stored-formats';

const folder = resolve(import.meta.dirname, '..', '..', 'fixtures', 'formats');

/** What is in the examples. */
export const inTheExamples = {
  connectionId: '01a2015e-3240-7371-97b6-8537ff7d73a1',
  place: 'http://127.0.0.1:20999/api/v1 w1',
  themeId: '01a2015e-3247-7072-a45b-8d0812d016f7',
  binnedThemeId: '01a2015e-324f-7719-abe0-7b5922b12da1',
} as const;

/** Where each lies, in the profile or the library; `undefined`: wherever a person puts it. */
const places: Record<StoredDocument, string | undefined> = {
  activity: 'profile/activity/activity-000000000001.jsonl',
  'activity-here': 'profile/activity/here-000000000001.jsonl',
  backup: undefined,
  billing: 'profile/billing.json',
  bin: 'profile/bin/c1d07551736363d0c144b9ccec9712d5-000000-52d94e104729cb93.json',
  'bin-visits': 'profile/bin-visits.json',
  connections: 'profile/connections.json',
  domains: 'profile/domains.json',
  export: undefined,
  history: 'profile/history/acc0003149c3e698f79ee1a1c55eeb3a/000000000001.jsonl',
  libraries: 'profile/libraries.json',
  'library-index': 'profile/library-index.jsonl',
  'library-move': 'profile/library-move.json',
  'outbox-item': 'profile/outbox/415e913913f26e3ea5805dcc25bb20ee.json',
  'outbox-state': 'profile/outbox.json',
  preferences: 'profile/preferences.json',
  previews: 'profile/previews.json',
  'previews-under-way': 'profile/previews/under-way-000000000001.jsonl',
  theme: 'library/harbour-01a2015e.json',
  transfer: 'profile/transfer.json',
};
export const storedDocuments = Object.keys(places) as StoredDocument[];

/** The files of the examples, without their folder. */
export function exampleFiles(): Promise<string[]> {
  return readdir(folder);
}

export function exampleName(
  document: StoredDocument,
  format: number = storedFormats[document],
): string {
  const isLines = places[document]?.endsWith('.jsonl') === true;
  return `${document}-${String(format)}.${isLines ? 'jsonl' : 'json'}`;
}

/** The text of one example. */
export function example(document: StoredDocument, format?: number): Promise<string> {
  return readFile(join(folder, exampleName(document, format)), 'utf8');
}

/** Where a document lies in a person's folders; `undefined` for one that has no place of its own. */
export function placeOf(
  document: StoredDocument,
  { profile, library }: { readonly profile: string; readonly library: string },
): string | undefined {
  const place = places[document];
  if (place === undefined) return undefined;
  const [, root, rest = ''] = /^(profile|library)\/(.*)$/u.exec(place) ?? [];
  return join(root === 'library' ? library : profile, rest);
}

/** Puts the examples where Foyer looks for them. */
export async function putExamples(
  folders: { readonly profile: string; readonly library: string },
  documents: readonly StoredDocument[] = storedDocuments,
  text: (document: StoredDocument) => Promise<string> = (document) => example(document),
): Promise<void> {
  for (const document of documents) {
    const path = placeOf(document, folders);
    if (path === undefined) continue;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, await text(document));
  }
}

/**
 * The example as a Foyer of some later day may write it: a higher number, and things that this one
 * has never seen.
 */
export async function asNewer(document: StoredDocument): Promise<string> {
  const text = await example(document);
  if (document === 'library-index') {
    const { createHash } = await import('node:crypto');
    const json = JSON.stringify({ format: 99, folder: 'elsewhere', later: true });
    return `${createHash('sha1').update(json).digest('hex').slice(0, 16)} ${json}\nlater\n`;
  }
  if (document === 'history') return text.replace('{"format":1,', '{"format":99,"later":true,');
  if (document === 'library-move') return '{"format": 99, "later": true}\n';
  const { foyerChecksum: _old, ...content } = JSON.parse(text) as { foyerChecksum?: string };
  return `${JSON.stringify({ ...content, format: 99, later: true }, null, 2)}\n`;
}
