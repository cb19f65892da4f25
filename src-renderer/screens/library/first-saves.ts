/**
 * Publishing many themes for the first time. What a first save makes at a service can't be deleted
 * from here, and first saves go one after the other, so that each is sent once: it is asked before.
 */
import type { Connection } from '@shared/connection';
import type { ThemeSummary } from '@shared/library';
import { m } from '@shared/messages/messages';
import { outbox } from '../../state/outbox.svelte';
import type { Question } from '../../ui/confirmation.svelte';

/** What an answer takes, as far as anybody can say before: services differ. */
const secondsEach = 1;

/** What a person is asked before it; `undefined` where no more than `few` would be there for the first time. */
export function firstSavesQuestion(
  themes: readonly ThemeSummary[],
  connections: readonly Connection[],
  few: number,
): Question | undefined {
  const isFirst = ({ id: themeId, places }: ThemeSummary, { id }: Connection): boolean => {
    const relation = places.find(({ connectionId }) => connectionId === id)?.relation ?? 'never';
    // One that may be there already, or is, makes no other template.
    return relation === 'never' && !outbox.isUncertain({ themeId, connectionId: id });
  };
  // Several connections to one workspace make one template there.
  const places = connections.filter(
    (one, at) =>
      connections.findIndex(
        ({ baseAddress, workspaceId }) =>
          baseAddress === one.baseAddress && workspaceId === one.workspaceId,
      ) === at,
  );
  const counts = places
    .map((to) => ({ to, count: themes.filter((theme) => isFirst(theme, to)).length }))
    .filter(({ count }) => count > 0);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  if (all <= few) return undefined;
  const firsts = themes.filter((theme) => places.some((to) => isFirst(theme, to)));
  const labels = counts.map(({ to, count }) =>
    counts.length === 1 ? to.label : m.library_publish_first_place({ label: to.label, count }),
  );
  return {
    title: m.library_publish_first_title({ count: firsts.length }),
    body: m.library_publish_first_text({
      count: all,
      places: new Intl.ListFormat('en', { type: 'conjunction' }).format(labels),
      time: timeFor(all * secondsEach),
    }),
    confirm: m.library_publish_first_yes({ count: themes.length * places.length }),
    cancel: m.library_publish_first_no(),
  };
}

/** Few are said as they are: six seconds aren't about ten. */
function timeFor(seconds: number): string {
  const step = seconds < 20 ? 1 : 10;
  return seconds < 90
    ? m.library_publish_first_seconds({ count: Math.ceil(seconds / step) * step })
    : m.library_publish_first_minutes({ count: Math.ceil(seconds / 60) });
}
