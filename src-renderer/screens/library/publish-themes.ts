/** Publishing several themes from the library: they go into the outbox, which tells how they fare. */
import type { Connection } from '@shared/connection';
import type { ThemeSummary } from '@shared/library';
import { m } from '@shared/messages/messages';
import type { PublishTarget } from '@shared/publishing';
import { bridge } from '../../bridge';
import type { NotQueued } from '../../features/outbox/report-not-queued';
import { presentsNone } from '../../features/outbox/token-wanted';
import { outbox } from '../../state/outbox.svelte';
import { askConfirmation } from '../../ui/confirmation.svelte';
import { toast } from '../../ui/toast';

/** So many first saves go without a question: what one can still look over. */
const few = 5;

/** The same, told from the others for a list. */
export interface ListedNotQueued extends NotQueued {
  readonly key: string;
}

/**
 * Queues each theme for each connection, and says so. Where more than a few would be there for the
 * first time, and so for good, a person is asked once. Gives what could not be queued; `null`: nothing
 * was wanted after all.
 */
export async function publishThemes(
  themes: readonly ThemeSummary[],
  connections: readonly Connection[],
): Promise<ListedNotQueued[] | null> {
  if (themes.length * connections.length > few) {
    // Loaded once there may be something to ask.
    const { firstSavesQuestion } = await import('./first-saves');
    const question = firstSavesQuestion(themes, connections, few);
    if (question && !(await askConfirmation(question))) return null;
  }
  const {
    cancelled,
    problems,
    undecided = [],
    withoutToken = [],
    asked = [],
  } = await bridge.outbox.publish({
    themeIds: themes.map(({ id }) => id),
    connectionIds: connections.map(({ id }) => id),
  });
  const notQueued = new Set([...cancelled, ...problems].map(targetKey));
  const queuedOf = (targets: readonly PublishTarget[]) =>
    new Set(targets.map(targetKey).filter((key) => !notQueued.has(key)));
  const none = new Set(connections.filter(presentsNone).map(({ id }) => id));
  const isHeld = ({ connectionId }: PublishTarget): boolean => none.has(connectionId);
  const forWord = queuedOf(undecided);
  const forToken = queuedOf(withoutToken.filter((target) => !isHeld(target)));
  const held = queuedOf(withoutToken.filter(isHeld));
  const keyOf = ({ id: themeId }: ThemeSummary, { id: connectionId }: Connection) =>
    targetKey({ themeId, connectionId });
  const forTime = queuedOf(asked);
  const isGoing = (key: string) =>
    [notQueued, forWord, forToken, held, forTime].every((not) => !not.has(key));
  const going = themes.filter((theme) => connections.some((to) => isGoing(keyOf(theme, to))));
  const goingTo = connections.filter((to) => themes.some((theme) => isGoing(keyOf(theme, to))));
  const countOf = (waiting: ReadonlySet<string>): number =>
    themes.filter((theme) => connections.some((to) => waiting.has(keyOf(theme, to)))).length;
  const [undecidedCount, tokenCount] = [countOf(forWord), countOf(forToken)];
  const [heldCount, timeCount] = [countOf(held), countOf(forTime)];
  const said = [
    ...(going.length > 0 ? [queuedText(going, goingTo)] : []),
    ...(timeCount > 0 ? [m.outbox_queued_asked({ count: timeCount })] : []),
    ...(undecidedCount > 0 ? [m.outbox_queued_undecided({ count: undecidedCount })] : []),
    ...(tokenCount > 0 ? [m.outbox_queued_without_token({ count: tokenCount })] : []),
    ...(heldCount > 0 ? [m.outbox_queued_presents_none({ count: heldCount })] : []),
  ];
  if (said.length > 0) toast(said.join('. '));
  return problems.map(({ themeId, connectionId, problem }) => ({
    key: targetKey({ themeId, connectionId }),
    themeId,
    name: themes.find(({ id }) => id === themeId)?.name ?? '',
    connectionLabel: connections.find(({ id }) => id === connectionId)?.label ?? '',
    problem,
  }));
}

/** One theme on one connection. */
export function targetKey({ themeId, connectionId }: PublishTarget): string {
  return `${themeId} ${connectionId}`;
}

/** Of those that were queued and wait for nobody. */
function queuedText(themes: readonly ThemeSummary[], connections: readonly Connection[]): string {
  if (outbox.isPaused) return m.outbox_queued_paused({ count: themes.length });
  const [[theme], [to]] = [themes, connections];
  if (connections.length === 1 && to) {
    return m.outbox_queued({ count: themes.length, label: to.label });
  }
  return themes.length === 1 && theme
    ? m.outbox_queued_one_many({ name: theme.name, count: connections.length })
    : m.outbox_queued_many({ themes: themes.length, connections: connections.length });
}
