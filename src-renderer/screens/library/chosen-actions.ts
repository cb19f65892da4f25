/** What the bar and the palette can do with the chosen themes: one list for both. */

/** What can be done with the chosen themes. */
export interface ChosenThemes {
  count: number;
  /** Where publishing goes; without a connection there is nothing to publish to. */
  connectionLabel: string | undefined;
  duplicate: () => void;
  tag: () => void;
  exportThem: () => void;
  remove: () => void;
  publish: () => void;
  /** Chooses among several connections; absent where there is but one. */
  publishTo: (() => void) | undefined;
  clear: () => void;
  /** Chooses all that is shown; absent where nothing more is. */
  chooseAll: (() => void) | undefined;
  /** The one theme, where it is one: what can be done with a single one. */
  only: OneTheme | undefined;
}

/** What can be done with one theme and not with several. */
export interface OneTheme {
  name: string;
  /** Absent, like `link`, where the theme can only be looked at. */
  rename: (() => void) | undefined;
  link: (() => void) | undefined;
  /** Only for a conflict copy. */
  compare: (() => void) | undefined;
}
