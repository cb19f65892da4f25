/** Publishing several themes to one connection, one after the other, with what came of each. */
import type { ThemeSummary } from '@shared/library';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { Outcome } from '@shared/service/outcome';
import { bridge } from '../../bridge';

/** What came of one theme: the service's answer, or why it was not sent. */
export interface PublishedTheme {
  id: string;
  name: string;
  outcome: Outcome | null;
  problem: Problem | null;
}

/** The whole of a run that ended. */
export interface PublishSummary {
  connectionLabel: string;
  /** How many were chosen; more than `results` when a person stopped it. */
  count: number;
  accepted: number;
  results: PublishedTheme[];
}

/** How far a run is; `at` counts from 1. */
export interface PublishProgress {
  at: number;
  count: number;
  connectionLabel: string;
}

function isAccepted({ outcome }: PublishedTheme): boolean {
  return outcome?.kind === 'accepted' || outcome?.kind === 'acceptedUnreadable';
}

async function publishOne(theme: ThemeSummary, connectionId: string): Promise<PublishedTheme> {
  const { id, name } = theme;
  try {
    const { outcome } = await bridge.publishing.publish({ themeId: id, connectionId });
    return { id, name, outcome, problem: null };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { id, name, outcome: null, problem: error.problem };
  }
}

class PublishRun {
  #progress = $state.raw<PublishProgress | null>(null);
  #unseen = $state.raw<PublishSummary | null>(null);
  #isStopping = false;

  /** `null` while nothing is published from here. */
  readonly progress: PublishProgress | null = $derived(this.#progress);
  /** The last run in which not everything went well, until it was seen. */
  readonly unseen: PublishSummary | null = $derived(this.#unseen);

  /**
   * Publishes each theme and waits for its answer before the next. Gives the summary; `null` when a
   * run is under way already. A run with anything but full success stays `unseen` until dismissed.
   */
  async publish(
    themes: readonly ThemeSummary[],
    connection: { id: string; label: string },
  ): Promise<PublishSummary | null> {
    if (this.#progress) return null;
    this.#isStopping = false;
    const results: PublishedTheme[] = [];
    const count = themes.length;
    const connectionLabel = connection.label;
    try {
      for (const theme of themes) {
        if (this.#isStopping) break;
        this.#progress = { at: results.length + 1, count, connectionLabel };
        results.push(await publishOne(theme, connection.id));
      }
    } finally {
      this.#progress = null;
    }
    const accepted = results.filter(isAccepted).length;
    const summary = { connectionLabel, count, accepted, results };
    if (accepted < count) this.#unseen = summary;
    return summary;
  }

  /** Sends no more after the theme under way, whose answer is still awaited. */
  stop(): void {
    this.#isStopping = true;
  }

  /** The summary was seen. */
  dismiss(): void {
    this.#unseen = null;
  }
}

/** The one run of this window: it goes on when a person looks at another screen meanwhile. */
export const publishRun = new PublishRun();
