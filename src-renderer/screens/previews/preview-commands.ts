/** Previews as commands: for the palette, and for the keys Ctrl 1 to 9. */
import { m } from '@shared/messages/messages';
import type { Keys } from '@shared/shared-commands';
import { connections } from '../../state/connections.svelte';
import { previewStarter } from '../../state/preview-starter.svelte';
import { shortcuts } from '../../state/preview-shortcuts.svelte';

export interface PreviewCommand {
  id: string;
  label: string;
  /** To whom, through what. */
  context: string;
  /** Absent for those without a number. */
  keys: readonly Keys[] | undefined;
  /** Shows it filled in, to be confirmed; by itself it sends nothing. */
  run: () => void;
}

/**
 * A command for each shortcut, in their order. As in the launcher, the digit chooses and Enter sends,
 * so that no slip of a finger writes to a client.
 */
export function previewCommands(): PreviewCommand[] {
  return shortcuts.list.map((shortcut) => {
    const number = shortcuts.numberOf(shortcut);
    const label = connections.byId(shortcut.connectionId)?.label ?? m.previews_removed_option();
    return {
      id: `preview.${shortcut.id}`,
      label: shortcut.name,
      context: m.previews_command_context({ to: shortcut.to, label }),
      keys: number === null ? undefined : [['Mod', String(number)]],
      run: () => previewStarter.choose(shortcut),
    };
  });
}
