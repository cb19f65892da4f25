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
    void this.#add(asked);
  }

  /** Shows a shortcut, to be confirmed. */
  choose(shortcut: ShownShortcut): void {
    void this.#add(filled(shortcut));
  }

  /** Sends a shortcut at once; one to a new recipient is confirmed first. */
  async start(shortcut: ShownShortcut): Promise<void> {
    const preview = await this.#add(filled(shortcut));
    // Behind another one it waits to be seen.
    if (preview && this.current === preview && !preview.isNew) await preview.send();
  }

  /** Takes away what is shown; what is under way goes on, and its end stands in the history. */
  close(): void {
    this.current?.putAway();
    this.#waiting = this.#waiting.slice(1);
    // What main said while it waited may be another thing by now.
    void this.current?.prepare();
  }

  /**
   * What is asked for, once main has said what has to be shown with it; `undefined` when the same is
   * there already and was not answered yet: a key pressed twice asks once.
   */
  async #add(asked: PreviewAsk): Promise<AskedPreview | undefined> {
    const isThere = this.#waiting.some(
      (one) => one.phase !== 'ended' && JSON.stringify(one.asked) === JSON.stringify(asked),
    );
    if (isThere || this.#waiting.length >= mostWaiting) return undefined;
    const preview = new AskedPreview(asked);
    this.#waiting = [...this.#waiting, preview];
    await preview.prepare();
    return preview;
  }
}

function filled({ name, connectionId, botId, to, startGroupId }: ShownShortcut): PreviewAsk {
  const fields = { botId, to, startGroupId };
  return { kind: 'filled', name, connectionId, fields, isFromLink: false };
}

/** The one of this window. */
export const previewStarter = new PreviewStarter();
