/**
 * The preview shortcuts' part of a backup. To whom something was sent before is no part of it: on
 * another computer the first preview to each recipient is confirmed again.
 */
import type { Connection } from '@shared/connection';
import type { Problem } from '@shared/problem';
import { previewShortcutSchema, type PreviewShortcut, type ShortcutInput } from '@shared/previews';
import { shortcutNamed } from '@shared/names';
import { publicationKey } from '@shared/theme/theme';
import { z } from 'zod';
import { knownConnections } from './known-connection';
import { readShortcutForm } from './preview-form';

const placeSchema = z.object({ baseAddress: z.string(), workspaceId: z.string() });

/** Which workspace a connection is to, whatever id it has on this computer. */
export type ConnectionPlace = z.infer<typeof placeSchema>;

/** No connection has it as its id. */
const noConnection = '';

const backedUpSchema = z.array(
  previewShortcutSchema.omit({ lastAt: true }).extend({
    id: z.string().min(1).max(100),
    /** Absent where its connection was gone. */
    place: placeSchema.optional(),
  }),
);

/** What the backup room asks of the previews. */
export interface ShortcutsBackup {
  readonly name: 'previewShortcuts';
  /** @throws ProblemError while it is not known where they lead */
  collect(): unknown;
  /** @throws zod's error for a wrong shape, ProblemError invalidFields for what can't be kept */
  prepare(value: unknown): (leaveOut: (name: string, problem: Problem) => void) => Promise<number>;
}

export interface BackedUpShortcuts {
  all(): readonly PreviewShortcut[];
  /**
   * Practice belongs to one computer: its shortcuts are left out.
   * @throws ProblemError while it is not known whether there is one
   */
  connectionById(id: string): Connection | undefined;
  /** The connection of this computer that is to the same workspace. */
  connectionAt(place: ConnectionPlace): Connection | undefined;
  /** When the same was last sent from this computer, from a shortcut or not. */
  lastSentAt(shortcut: ShortcutInput): string | null;
  /** Changes the list, durably. */
  change(work: (list: readonly PreviewShortcut[]) => PreviewShortcut[]): Promise<void>;
}

export function shortcutsBackup(shortcuts: BackedUpShortcuts): ShortcutsBackup {
  const knownConnection = knownConnections((id) => shortcuts.connectionById(id));
  /**
   * Where the same workspace was connected anew on this computer, its connection has another id; and
   * one with the id can lead elsewhere by now, which must not be sent to. Where nothing leads there,
   * the shortcut is kept without a connection, for a person to choose one. Asked when they are put
   * back: the connections of the backup are there by then.
   */
  function idHere(connectionId: string, place: ConnectionPlace | undefined): string {
    const same = knownConnection(connectionId);
    if (!place) return connectionId;
    if (same && publicationKey(same) === publicationKey(place)) return connectionId;
    return shortcuts.connectionAt(place)?.id ?? (same ? noConnection : connectionId);
  }

  return {
    name: 'previewShortcuts',
    collect: () =>
      shortcuts.all().flatMap(({ lastAt: _lastAt, ...rest }) => {
        // Without its place it would be sent to wherever its connection leads by then.
        const connection = shortcuts.connectionById(rest.connectionId);
        if (connection?.isPractice) return [];
        if (!connection) return [rest];
        const { baseAddress, workspaceId } = connection;
        return [{ ...rest, place: { baseAddress, workspaceId } }];
      }),
    prepare(value) {
      const given = backedUpSchema.parse(value).map(({ id, place, ...form }) => ({
        shortcut: { ...readShortcutForm(form, []), id },
        place,
      }));
      return async (leaveOut) => {
        let count = 0;
        let taken: string[] = [];
        await shortcuts.change((list) => {
          const after = [...list];
          taken = [];
          for (const { shortcut: kept, place } of given) {
            const shortcut = { ...kept, connectionId: idHere(kept.connectionId, place) };
            // One that is here stays as it is, with its number.
            const isHere = after.some(({ id }) => id === shortcut.id);
            if (isHere) continue;
            if (shortcutNamed(after, shortcut.name)) taken.push(shortcut.name);
            else after.push({ ...shortcut, lastAt: shortcuts.lastSentAt(shortcut) });
          }
          count = after.length - list.length;
          return after;
        });
        for (const name of taken) leaveOut(name, { code: 'shortcutNameTaken', name });
        return count;
      };
    },
  };
}
