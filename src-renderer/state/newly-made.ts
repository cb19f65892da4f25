/** The theme that was made a moment ago: its name is the first thing that a person types in it. */
let newest: string | null = null;

/** A theme was made, under a name that nobody chose. */
export function noteNewlyMade(id: string): void {
  newest = id;
}

/** Whether it is the theme that was just made; true once. */
export function takeNewlyMade(id: string): boolean {
  if (newest !== id) return false;
  newest = null;
  return true;
}
