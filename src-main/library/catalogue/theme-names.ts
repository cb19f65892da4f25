/** How themes are named that a person has not named. */
export interface ThemeNames {
  readonly untitled: () => string;
  readonly copy: (name: string) => string;
  /** For our version of a theme that someone else changed at the same time; `ownName` undoes it. */
  readonly conflict: (name: string) => string;
}
