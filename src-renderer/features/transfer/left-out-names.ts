import { m } from '@shared/messages/messages';
import type { LeftOut } from '@shared/transfer';

/** How the parts of a backup are called. */
const parts: Readonly<Record<string, () => string>> = {
  connections: m.transfer_part_connections,
  previewShortcuts: m.transfer_part_shortcuts,
  preferences: m.transfer_part_preferences,
};

/** A part of a backup, as a person calls it; its own name where this version doesn't know it. */
export function partName(part: string): string {
  return parts[part]?.() ?? part;
}

/** What was left out, with the part that it belongs to. A theme needs none. */
export function leftOutName({ part, name }: LeftOut): string {
  if (part === 'themes') return name;
  return name === '' ? partName(part) : m.transfer_part_entry({ part: partName(part), name });
}
