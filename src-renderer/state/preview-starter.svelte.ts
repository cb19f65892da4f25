/**
 * Previews that are asked for from elsewhere than their form: by a key, the palette, a shortcut's
 * button, the tray or a link. Each is shown filled in, and sent at a person's word.
 */
import type { PreviewAsk, ShownShortcut } from '@shared/previews';
import { AskedPreview } from './asked-preview.svelte';

/** Links can come by the hundred; more than this are not read one after the other. */
const mostWaiting = 5;

class PreviewStarter {
  #waiting = $state.raw<readonly AskedPreview[]>([]);

  /** What is shown. What comes meanwhile waits, so that nothing changes under a finger. */
  readonly current: AskedPreview | null = $derived(this.#waiting[0] ?? null);

  /** Shows it, to be confirmed. */
  ask(asked: PreviewAsk): void {
    this.#add(new AskedPreview(asked));
  }

  /** Shows a shortcut, to be confirmed. */
  choose(shortcut: ShownShortcut): void {
    this.#add(filled(shortcut));
  }

  /** Sends a shortcut at once; one to a new recipient is confirmed first. */
  async start(shortcut: ShownShortcut): Promise<void> {
    const preview = filled(shortcut);
    this.#add(preview);
    // Behind another one it waits to be seen.
    if (this.current === preview && !shortcut.isNewRecipient) await preview.send();
  }

  /** Takes away what is shown; what is under way goes on, and its end stands in the history. */
  close(): void {
    this.#waiting = this.#waiting.slice(1);
  }

  #add(preview: AskedPreview): void {
    if (this.#waiting.length < mostWaiting) this.#waiting = [...this.#waiting, preview];
  }
}

function filled({ name, connectionId, botId, to, startGroupId }: ShownShortcut): AskedPreview {
  return new AskedPreview({
    kind: 'filled',
    name,
    connectionId,
    fields: { botId, to, startGroupId },
    isFromLink: false,
  });
}

/** The one of this window. */
export const previewStarter = new PreviewStarter();
