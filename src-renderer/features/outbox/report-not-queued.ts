/** Says above the screen what could not be queued, where no dialog is there to say it. */
import { m } from '@shared/messages/messages';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { reportUnsent } from '../../ui/report';

/** A theme that could not even be queued. */
export interface NotQueued {
  readonly themeId: string;
  readonly name: string;
  readonly connectionLabel: string;
  readonly problem: Problem;
}

/** Once for each kind of reason: only a few are shown, and each theme's may name its own file. */
export function reportNotQueued(notQueued: readonly NotQueued[]): void {
  const byKind = new Map<string, NotQueued[]>();
  for (const one of notQueued) {
    const { code } = one.problem;
    byKind.set(code, [...(byKind.get(code) ?? []), one]);
  }
  for (const alike of byKind.values()) {
    const [first] = alike;
    if (!first) continue;
    const { name, connectionLabel: label, problem } = first;
    const count = new Set(alike.map(({ themeId }) => themeId)).size;
    const what =
      alike.length === 1 ? m.outbox_unsent({ name, label }) : m.outbox_not_queued_title({ count });
    reportUnsent(new ProblemError(problem), what);
  }
}
