/** One preview that is asked for, and what came of it. */
import type { PreviewAsk } from '@shared/previews';
import type { Connection } from '@shared/connection';
import { m } from '@shared/messages/messages';
import type { Problem } from '@shared/problem';
import type { PreviewRun } from '@shared/sending';
import { bridge } from '../bridge';
import { connections } from './connections.svelte';
import { shortcuts } from './preview-shortcuts.svelte';
import { isOfToken } from './token-failure';
import { reportUnsent } from '../ui/report';
import { problemOf } from '../ui/reports.svelte';

type Progress =
  | { phase: 'asking'; problem: null }
  | { phase: 'asking'; problem: Problem; access: number | undefined; revision: number | undefined }
  | { phase: 'sending' }
  | { phase: 'ended'; run: PreviewRun };

/**
 * A preview from its question to its end. Each question has one of these, which alone hears the
 * answer to what it sent: an answer that comes after it was closed reaches no other.
 */
export class AskedPreview {
  readonly asked: PreviewAsk;
  #progress = $state.raw<Progress>({ phase: 'asking', problem: null });
  /** Fixed before it is shown: another connection may come into use under a finger, or before the answer. */
  #through = $state.raw<string | null>(null);

  /** What main says of its recipient. */
  #recipient = $state.raw<'new' | 'known' | 'notKnown'>('notKnown');
  /** Where main says that it would go: confirmed, it goes nowhere else. */
  #place: string | undefined;
  #isReady = $state.raw(false);
  #isPutAway = false;

  constructor(asked: PreviewAsk) {
    this.asked = asked;
  }

  /**
   * Whether it would be the first one to its recipient, in main's words; also while main can't tell.
   * Shown, it is confirmed by sending.
   */
  get isNew(): boolean {
    return this.#recipient !== 'known';
  }

  /** Whether main can't tell whether it would be the first one. */
  get isNotKnown(): boolean {
    return this.#recipient === 'notKnown';
  }

  /** Whether main was asked for what has to be shown with it. */
  get isReady(): boolean {
    return this.#isReady;
  }

  readonly phase: Progress['phase'] = $derived(this.#progress.phase);
  /** How it ended, when it did. */
  readonly run: PreviewRun | null = $derived(
    this.#progress.phase === 'ended' ? this.#progress.run : null,
  );
  /** What it is sent through; `undefined` when there is none. */
  readonly connection: Connection | undefined = $derived.by(() => {
    const id = this.#through ?? (this.asked.kind === 'filled' ? this.asked.connectionId : null);
    return id === null ? (connections.current ?? undefined) : connections.byId(id);
  });

  /** Why nothing was sent; it can be tried again. */
  readonly problem: Problem | null = $derived.by(() => {
    if (this.#progress.phase !== 'asking') return null;
    const { problem } = this.#progress;
    if (problem === null) return null;
    const { access, revision } = this.#progress;
    // What main could not read it has read once it tells what there is.
    const isRead = problem.code === 'storageNotRead' && shortcuts.revision !== revision;
    const isMended = isOfToken(problem) && this.connection?.access !== access;
    return isRead || isMended ? null : problem;
  });

  /** Asks main what has to be shown with it, as it is now. Never rejects. */
  async prepare(): Promise<void> {
    this.#isReady = false;
    this.#through = null;
    const { asked, connection } = this;
    this.#through = connection?.id ?? null;
    try {
      if (asked.kind !== 'filled' || !connection) return;
      const { to } = asked.fields;
      const { isNew, place } = await bridge.previews.isNewRecipient({
        ...{ connectionId: connection.id, to },
      });
      this.#recipient = isNew ? 'new' : 'known';
      this.#place = place;
    } catch {
      // Main says why when it is sent.
      this.#recipient = 'notKnown';
    } finally {
      this.#isReady = true;
    }
  }

  /** Sends it, once; a second press does nothing. */
  async send(): Promise<void> {
    const { asked, connection } = this;
    if (asked.kind !== 'filled' || !connection || this.#progress.phase !== 'asking') return;
    const { access } = connection;
    this.#progress = { phase: 'sending' };
    this.#through = connection.id;
    try {
      const run = await bridge.previews.start({
        connectionId: connection.id,
        ...asked.fields,
        confirmedPlace: this.isNew ? this.#place : undefined,
      });
      this.#progress = { phase: 'ended', run };
    } catch (error) {
      const problem = problemOf(error);
      // It leads elsewhere since it was shown: shown as a first one now, it is asked for again.
      if (problem.code === 'newRecipient') {
        this.#recipient = 'new';
        this.#place = problem.place;
      }
      this.#progress = { phase: 'asking', problem, access, revision: shortcuts.revision };
      if (this.#isPutAway) reportUnsent(error, m.previews_unsent({ to: asked.fields.to }));
    }
  }

  /** Nobody sees it any more. */
  putAway(): void {
    this.#isPutAway = true;
  }
}
