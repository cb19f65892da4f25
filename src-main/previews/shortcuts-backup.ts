/**
 * The preview shortcuts' part of a backup. To whom something was sent before is no part of it: on
 * another computer the first preview to each recipient is confirmed again.
 */
import { previewShortcutSchema, type PreviewShortcut } from '@shared/previews';
import { shortcutNamed } from '@shared/shortcuts';
import { z } from 'zod';
import { readShortcutForm } from './preview-form';

const backedUpSchema = z.array(
  previewShortcutSchema.omit({ lastAt: true }).extend({ id: z.string().min(1).max(100) }),
);

/** What the backup room asks of the previews. */
export interface ShortcutsBackup {
  readonly name: 'previewShortcuts';
  collect(): unknown;
  /** @throws zod's error for a wrong shape, ProblemError invalidFields for what can't be kept */
  prepare(value: unknown): () => Promise<number>;
}

export interface BackedUpShortcuts {
  all(): readonly PreviewShortcut[];
  /** Practice belongs to one computer: its shortcuts are left out. */
  isPractice(connectionId: string): boolean;
  /** Changes the list, durably. */
  change(work: (list: readonly PreviewShortcut[]) => PreviewShortcut[]): Promise<void>;
}

export function shortcutsBackup(shortcuts: BackedUpShortcuts): ShortcutsBackup {
  return {
    name: 'previewShortcuts',
    collect: () =>
      shortcuts
        .all()
        .filter(({ connectionId }) => !shortcuts.isPractice(connectionId))
        .map(({ lastAt: _lastAt, ...rest }) => rest),
    prepare(value) {
      const given = backedUpSchema.parse(value).map(({ id, ...form }): PreviewShortcut => ({
        ...readShortcutForm(form, []),
        id,
        lastAt: null,
      }));
      return async () => {
        let count = 0;
        await shortcuts.change((list) => {
          const after = [...list];
          for (const shortcut of given) {
            // One that is here stays as it is, with its number.
            const isHere = after.some(({ id }) => id === shortcut.id);
            if (!isHere && !shortcutNamed(after, shortcut.name)) after.push(shortcut);
          }
          count = after.length - list.length;
          return after;
        });
        return count;
      };
    },
  };
}
