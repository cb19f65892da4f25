/** Publishing several themes from the library: they go into the outbox, which tells how they fare. */
import type { Connection } from '@shared/connection';
import type { ThemeSummary } from '@shared/library';
import { m } from '@shared/messages/messages';
import type { Problem } from '@shared/problem';
import { bridge } from '../../bridge';
import { askConfirmation } from '../../ui/confirmation.svelte';
import { toast } from '../../ui/toast';
import { firstSavesQuestion } from './first-saves';

/** A theme that could not even be queued. */
export interface NotQueued {
  readonly key: string;
  readonly name: string;
  readonly connectionLabel: string;
  readonly problem: Problem;
}

/**
 * Queues each theme for each connection, and says so. Where more than a few would be there for the
 * first time, and so for good, a person is asked once. Gives what could not be queued; `null`: nothing
 * was wanted after all.
 */
export async function publishThemes(
  themes: readonly ThemeSummary[],
  connections: readonly Connection[],
): Promise<NotQueued[] | null> {
  const question = firstSavesQuestion(themes, connections);
  if (question && !(await askConfirmation(question))) return null;
  const { queued, problems } = await bridge.outbox.publish({
    themeIds: themes.map(({ id }) => id),
    connectionIds: connections.map(({ id }) => id),
  });
  if (queued > 0) toast(queuedText(themes, connections, queued));
  return problems.map(({ themeId, connectionId, problem }) => ({
    key: `${themeId} ${connectionId}`,
    name: themes.find(({ id }) => id === themeId)?.name ?? '',
    connectionLabel: connections.find(({ id }) => id === connectionId)?.label ?? '',
    problem,
  }));
}

function queuedText(
  themes: readonly ThemeSummary[],
  connections: readonly Connection[],
  queued: number,
): string {
  const [[theme], [to]] = [themes, connections];
  if (connections.length === 1 && to) {
    return m.outbox_queued({ count: queued, label: to.label });
  }
  return themes.length === 1 && theme
    ? m.outbox_queued_one_many({ name: theme.name, count: queued })
    : m.outbox_queued_many({ themes: themes.length, connections: connections.length });
}
