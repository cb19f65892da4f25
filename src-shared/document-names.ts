/** What a person calls the documents of the profile, by the names of their files and folders. */
import { m } from './messages/messages';

const names: Readonly<Record<string, () => string>> = {
  activity: m.document_activity,
  bin: m.document_bin,
  history: m.document_history,
  outbox: m.document_outbox,
  previews: m.document_previews,
  'bin-visits.json': m.document_bin,
  'billing.json': m.document_billing,
  'connections.json': m.document_connections,
  'domains.json': m.document_domains,
  'libraries.json': m.document_library,
  'library-index.jsonl': m.document_library,
  'library-move.json': m.document_library,
  'outbox.json': m.document_outbox,
  'preferences.json': m.document_preferences,
  'previews.json': m.document_previews,
  'transfer.json': m.document_transfer,
};

/** Each once; a file that has no name of its own is called what it is called on the disk. */
export function documentNames(files: readonly string[]): string[] {
  return [
    ...new Set(files.map((file) => (Object.hasOwn(names, file) ? names[file]?.() : file) ?? file)),
  ];
}
