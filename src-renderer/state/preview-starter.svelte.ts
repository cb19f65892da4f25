/**
 * A preview that is asked for from elsewhere than its form: by a key, the palette, a shortcut's
 * button, the tray or a link. It is shown filled in, and sent at a person's word.
 */
import type { PreviewAsk, ShownShortcut } from '@shared/previews';
import type { Problem } from '@shared/problem';
import type { PreviewRun } from '@shared/sending';
import { bridge } from '../bridge';
import { connections } from './connections.svelte';
import { problemOf } from './report.svelte';

export type StarterPhase = 'asking' | 'sending' | 'ended';

/** Links can come by the hundred; more than this are not read one after the other. */
const mostWaiting = 5;

class PreviewStarter {
  #waiting = $state.raw<readonly PreviewAsk[]>([]);
  #phase = $state.raw<StarterPhase>('asking');
  #run = $state.raw<PreviewRun | null>(null);
  #problem = $state.raw<Problem | null>(null);

  /** What is shown. What comes meanwhile waits, so that nothing changes under a finger. */
  readonly asked: PreviewAsk | null = $derived(this.#waiting[0] ?? null);
  readonly phase: StarterPhase = $derived(this.#phase);
  readonly run: PreviewRun | null = $derived(this.#run);
  readonly problem: Problem | null = $derived(this.#problem);

  /** Shows it, to be confirmed. */
  ask(asked: PreviewAsk): void {
    if (this.#waiting.length < mostWaiting) this.#waiting = [...this.#waiting, asked];
  }

  /** Shows a shortcut, to be confirmed. */
  choose({ name, connectionId, botId, to, startGroupId }: ShownShortcut): void {
    this.ask({
      kind: 'filled',
      name,
      connectionId,
      fields: { botId, to, startGroupId },
      isFromLink: false,
    });
  }

  /** Sends a shortcut at once; one to a new recipient is confirmed first. */
  async start(shortcut: ShownShortcut): Promise<void> {
    const isFirst = this.#waiting.length === 0;
    this.choose(shortcut);
    if (isFirst && !shortcut.isNewRecipient) await this.send();
  }

  /** Sends what is shown, once; a second press does nothing. */
  async send(): Promise<void> {
    const { asked } = this;
    if (asked?.kind !== 'filled' || this.#phase === 'sending' || this.#run) return;
    const connectionId = asked.connectionId ?? connections.current?.id;
    if (connectionId === undefined) return;
    this.#phase = 'sending';
    this.#problem = null;
    try {
      this.#run = await bridge.previews.start({ connectionId, ...asked.fields, isConfirmed: true });
      this.#phase = 'ended';
    } catch (error) {
      this.#problem = problemOf(error);
      this.#phase = 'asking';
    }
  }

  /** Takes it away; what is under way goes on, and its end stands in the history. */
  close(): void {
    this.#waiting = this.#waiting.slice(1);
    this.#phase = 'asking';
    this.#run = null;
    this.#problem = null;
  }
}

/** The one of this window. */
export const previewStarter = new PreviewStarter();
