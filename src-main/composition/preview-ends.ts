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

/** An end of one of the launcher's, until its page has heard of it. */
interface Unsaid {
  readonly key: string;
  readonly tell: () => void;
  /** It was told in a notification. */
  readonly isTold: boolean;
}

/** Tells in notifications what no window in sight says. */
export class PreviewEnds {
  readonly #host: PreviewEndsHost;
  #unsaid: readonly Unsaid[] = [];
  #launcherPage = 0;

  constructor(host: PreviewEndsHost) {
    this.#host = host;
  }

  /** The launcher's page that is there now, by its number. */
  get launcherPage(): number {
    return this.#launcherPage;
  }

  /** A preview has ended. */
  ended(run: PreviewRun, from: StartedFrom): void {
    const tell = () => notifyOfEnd(run, this.#host.show);
    this.#over(run.activityId, tell, from);
  }

  /** A preview sent nothing. */
  refused(problem: Problem, from: StartedFrom): void {
    const tell = () => notifyOfProblem(problem, this.#host.show);
    this.#over(refusal(problem), tell, from);
  }

  /** The launcher's page has heard how one of its own ended: it says so, where it is still in sight. */
  endSaid({ activityId }: PreviewRun): void {
    this.#said(activityId, () => undefined);
  }

  /** The same of why one of its own sent nothing; also where that is no word of the previews' room, which tells of its own. */
  refusalSaid(problem: Problem): void {
    this.#said(refusal(problem), () => notifyOfProblem(problem, this.#host.show));
  }

  /** The launcher's page is gone, and the next one knows nothing of what it had sent. */
  isAnotherPage(): void {
    this.#launcherPage += 1;
    const unsaid = this.#unsaid;
    this.#unsaid = [];
    for (const { isTold, tell } of unsaid) if (!isTold) tell();
  }

  #over(key: string, tell: () => void, from: StartedFrom): void {
    if (from === 'window' && this.#host.isInSight()) return;
    // A page that is gone hears nothing any more.
    const isOfPage = typeof from === 'object' && from.launcherPage === this.#launcherPage;
    // It may be put away before its page has heard of it.
    const isTold = !isOfPage || !this.#host.isLauncherInSight();
    if (isOfPage) this.#unsaid = [...this.#unsaid, { key, tell, isTold }];
    if (isTold) tell();
  }

  #said(key: string, tellUnknown: () => void): void {
    const end = this.#unsaid.find((each) => each.key === key);
    this.#unsaid = this.#unsaid.filter((each) => each !== end);
    if (end?.isTold || this.#host.isLauncherInSight()) return;
    (end?.tell ?? tellUnknown)();
  }
}

/** Of several that were refused for the same reason one is as good as the other: nothing was sent. */
function refusal({ code }: Problem): string {
  return `refused: ${code}`;
}
