/** What a person has named in the history of a theme, where that theme goes into another. */
import { ProblemError } from '@shared/problem-error';
import type { VersionContent } from '@shared/theme-versions';
import type { History } from './history';
import { marksOf } from './history-file';

/**
 * Keeps the versions with a name of one theme in the history of another as well, in their order and with
 * their dates; `called` tells what a theme of the one is called as the other. Those that are there by then are
 * passed over, as this may have been done before and taken back. So are damaged ones: they stay where they
 * are. @throws ProblemError storage…
 */
export async function copyNamedVersions(
  history: Pick<History, 'list' | 'content' | 'keep'>,
  from: string,
  to: string,
  called: (name: string) => string,
): Promise<void> {
  const { versions } = await history.list(from);
  const { versions: there } = await history.list(to);
  for (const { version, at, reason, name, place } of [...versions].reverse()) {
    if (name === null) continue;
    const held = await history.content(from, version).catch(noneWhereItIsLost);
    if (held === undefined) continue;
    const content: VersionContent = { ...held, name: called(held.name) };
    const { same } = marksOf(content);
    const isThere = there.some(
      (each) => each.same === same && each.name === name && each.at === at,
    );
    if (!isThere) await history.keep(to, { content, reason, at, name, place, isBrought: true });
  }
}

function noneWhereItIsLost(error: unknown): undefined {
  const isLost =
    error instanceof ProblemError && ['fileDamaged', 'notFound'].includes(error.problem.code);
  if (!isLost) throw error;
}
