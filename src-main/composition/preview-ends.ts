/** Where a person hears how a preview ended: one place decides that, once for each. */
import type { Problem } from '@shared/problem';
import type { PreviewRun } from '@shared/sending';
import { notifyOfEnd, notifyOfProblem } from '../app/app';
import type { StartedFrom } from '../previews/previews';

/** What is asked about the windows. */
export interface PreviewEndsHost {
  /** Brings the main window to the front. */
  readonly show: () => void;
  /** Whether the main window is in sight, which shows every preview but those of the launcher and the tray. */
  readonly isInSight: () => boolean;
  /** Whether the launcher is, which shows its own. */
  readonly isLauncherInSight: () => boolean;
}

/** An end of which the launcher's page has not heard yet. */
interface Unsaid {
  readonly key: string;
  readonly tell: () => void;
}

/** Tells in notifications what no window in sight says. */
export class PreviewEnds {
  readonly #host: PreviewEndsHost;
  #unsaid: readonly Unsaid[] = [];

  constructor(host: PreviewEndsHost) {
    this.#host = host;
  }

  /** A preview has ended. */
  ended(run: PreviewRun, from: StartedFrom): void {
    const tell = () => notifyOfEnd(run, this.#host.show);
    this.#over({ key: run.activityId, tell }, from);
  }

  /** A preview sent nothing. */
  refused(problem: Problem, from: StartedFrom): void {
    const tell = () => notifyOfProblem(problem, this.#host.show);
    this.#over({ key: refusal(problem), tell }, from);
  }

  /** The launcher's page has heard how one of its own ended: it says so, where it is still in sight. */
  endSaid({ activityId }: PreviewRun): void {
    this.#said(activityId);
  }

  /** The same of why one of its own sent nothing. */
  refusalSaid(problem: Problem): void {
    this.#said(refusal(problem));
  }

  /** The launcher has another page, which knows nothing of what the one before had sent. */
  isAnotherPage(): void {
    const unsaid = this.#unsaid;
    this.#unsaid = [];
    for (const { tell } of unsaid) tell();
  }

  #over(end: Unsaid, from: StartedFrom): void {
    if (from === 'window' && this.#host.isInSight()) return;
    // It may be put away before its page has heard of it.
    if (from === 'launcher' && this.#host.isLauncherInSight()) {
      this.#unsaid = [...this.#unsaid, end];
    } else end.tell();
  }

  #said(key: string): void {
    // One that was told of in a notification is not among them.
    const end = this.#unsaid.find((each) => each.key === key);
    this.#unsaid = this.#unsaid.filter((each) => each !== end);
    if (!this.#host.isLauncherInSight()) end?.tell();
  }
}

/** Of several that were refused for the same reason one is as good as the other: nothing was sent. */
function refusal({ code }: Problem): string {
  return `refused: ${code}`;
}
