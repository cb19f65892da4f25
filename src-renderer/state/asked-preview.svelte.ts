/** One preview that is asked for, and what came of it. */
import type { PreviewAsk } from '@shared/previews';
import type { Connection } from '@shared/connection';
import type { Problem } from '@shared/problem';
import type { PreviewRun } from '@shared/sending';
import { bridge } from '../bridge';
import { connections } from './connections.svelte';
import { problemOf } from './report.svelte';

type Progress =
  | { phase: 'asking'; problem: Problem | null }
  | { phase: 'sending' }
  | { phase: 'ended'; run: PreviewRun };

/**
 * A preview from its question to its end. Each question has one of these, which alone hears the
 * answer to what it sent: an answer that comes after it was closed reaches no other.
 */
export class AskedPreview {
  readonly asked: PreviewAsk;
  #progress = $state.raw<Progress>({ phase: 'asking', problem: null });
  /** Fixed when it is sent: another connection may come into use before the answer. */
  #sentThrough = $state.raw<string | null>(null);

  constructor(asked: PreviewAsk) {
    this.asked = asked;
  }

  readonly phase: Progress['phase'] = $derived(this.#progress.phase);
  /** How it ended, when it did. */
  readonly run: PreviewRun | null = $derived(
    this.#progress.phase === 'ended' ? this.#progress.run : null,
  );
  /** Why nothing was sent; it can be tried again. */
  readonly problem: Problem | null = $derived(
    this.#progress.phase === 'asking' ? this.#progress.problem : null,
  );
  /** What it is sent through; `undefined` when there is none. */
  readonly connection: Connection | undefined = $derived.by(() => {
    const id = this.#sentThrough ?? (this.asked.kind === 'filled' ? this.asked.connectionId : null);
    return id === null ? (connections.current ?? undefined) : connections.byId(id);
  });

  /** Sends it, once; a second press does nothing. */
  async send(): Promise<void> {
    const { asked, connection } = this;
    if (asked.kind !== 'filled' || !connection || this.#progress.phase !== 'asking') return;
    this.#progress = { phase: 'sending' };
    this.#sentThrough = connection.id;
    try {
      const run = await bridge.previews.start({
        connectionId: connection.id,
        ...asked.fields,
        isConfirmed: true,
      });
      this.#progress = { phase: 'ended', run };
    } catch (error) {
      this.#progress = { phase: 'asking', problem: problemOf(error) };
    }
  }
}
