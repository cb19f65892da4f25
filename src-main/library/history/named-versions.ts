/** What a person has named in the history of a theme, where that theme goes into another. */
import { ProblemError } from '@shared/problem-error';
import type { VersionContent } from '@shared/theme-versions';
import type { History } from './history';
import { marksOf } from './history-file';

/**
 * Keeps the versions with a name of one theme in the history of another as well, in their order and with
 * their dates; `called` tells what a theme of the one is called as the other. Those that are there by then
 * are passed over, as this may have been done before and taken back. What can't be read stays where it is:
 * resolves with how many versions that are. @throws ProblemError storage…
 */
export async function copyNamedVersions(
  history: Pick<History, 'list' | 'content' | 'keep'>,
  from: string,
  to: string,
  called: (name: string) => string,
): Promise<number> {
  const { versions, unreadable } = await history.list(from);
  const { versions: there } = await history.list(to);
  let left = unreadable;
  for (const { version, at, reason, name, place } of [...versions].reverse()) {
    if (name === null) continue;
    let held: VersionContent;
    try {
      held = await history.content(from, version);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      // One that is gone was deleted meanwhile.
      if (error.problem.code !== 'notFound') left += 1;
      continue;
    }
    const content: VersionContent = { ...held, name: called(held.name) };
    const { same } = marksOf(content);
    const isThere = there.some(
      (each) => each.same === same && each.name === name && each.at === at,
    );
    if (!isThere) await history.keep(to, { content, reason, at, name, place, isBrought: true });
  }
  return left;
}
