/** A press that would send a theme of which an older version is in view shows what would be sent instead. */

/** Shows the present of a theme, where something else of it is in view; tells whether it was. */
type ShowPresent = () => boolean;

const inView = new Map<string, ShowPresent>();

/** A theme is open in the studio, which may show an older version of it; returns the end of that. */
export function mayShowAnother(themeId: string, showPresent: ShowPresent): () => void {
  inView.set(themeId, showPresent);
  return () => {
    if (inView.get(themeId) === showPresent) inView.delete(themeId);
  };
}

/** Does what sends those themes, unless the present of one has to be shown first. */
export function presentFirst(act: () => void, themeIds: readonly string[]): void {
  if (!themeIds.some((id) => inView.get(id)?.() === true)) act();
}
