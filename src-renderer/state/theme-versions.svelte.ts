/**
 * The versions that main keeps of the open theme, and the one that is looked at in the preview in
 * place of the present.
 */
import type { Problem } from '@shared/problem';
import type { ThemeVersion, ThemeVersions, VersionContent } from '@shared/theme-versions';
import { bridge, onEvent } from '../bridge';
import type { OpenThemeState } from './open-theme.svelte';
import { problemOf } from '../ui/reports.svelte';
import { WhileHeld } from './while-held';

/** A version with what it holds. */
export interface ShownVersion {
  readonly version: ThemeVersion;
  readonly content: VersionContent;
}

export class ThemeVersionsState {
  readonly #open: OpenThemeState;
  // Raw: replaced as a whole by each answer.
  #list = $state.raw<ThemeVersions | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #looked = $state.raw<(ShownVersion & { readonly at: number | undefined }) | null>(null);
  #asked = 0;
  /** How often a version, or the present, was asked to be shown. */
  #looks = 0;
  /** The version that is being read, to be shown. */
  #lookingAt: number | undefined;
  readonly #held = new WhileHeld();
  #shown = $derived.by((): ShownVersion | null => {
    // What is edited is the present, so an edit shows the present.
    const looked = this.#looked;
    if (!looked || looked.at !== this.#open.said?.version) return null;
    // It may have got another name since it was come to.
    const inList = this.#list?.versions.find(({ version }) => version === looked.version.version);
    return inList ? { ...looked, version: inList } : looked;
  });

  constructor(open: OpenThemeState) {
    this.#open = open;
  }

  /** `null` until main has answered. */
  get list(): ThemeVersions | null {
    return this.#list;
  }

  /** Why the list can't be had. The theme itself is not touched by it. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** The version that the preview shows; `null` for the present. */
  get shown(): ShownVersion | null {
    return this.#shown;
  }

  /** Listens first, then asks. Returns the end. */
  start(): () => void {
    const end = onEvent('library.versionsChanged', ({ id }) => {
      if (id === this.#open.id) void this.refresh();
    });
    void this.refresh();
    return () => {
      end();
      // What is asked now is not waited for.
      this.#asked += 1;
      this.#held.end();
    };
  }

  /** Asks main for the list. A failure is kept in `problem`. */
  async refresh(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const again = (): void => void this.refresh();
    try {
      const list = await bridge.library.versions({ id: this.#open.id });
      // Answers overtake each other; the one to the newest question counts.
      if (asked !== this.#asked) return;
      this.#list = list;
      this.#problem = null;
      if (list.isWhole === false) this.#held.failed({ code: 'storageNotRead' }, again);
      else this.#held.end();
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#problem = problemOf(error);
      this.#held.failed(this.#problem, again);
    }
  }

  /** What a version holds. Rejects with a `ProblemError`. */
  async content(version: ThemeVersion): Promise<VersionContent> {
    return bridge.library.version({ id: this.#open.id, version: version.version });
  }

  /**
   * Shows a version in the preview, until an edit or `back`; tells whether it is shown, and nothing else was asked for
   * meanwhile. Rejects with a `ProblemError`.
   */
  async look(version: ThemeVersion): Promise<boolean> {
    this.#looks += 1;
    this.#lookingAt = version.version;
    const look = this.#looks;
    try {
      await this.#open.settled();
      // Before it is read: an edit meanwhile shows the present.
      const at = this.#open.said?.version;
      const content = await this.content(version);
      if (look !== this.#looks) return false;
      this.#looked = { version, content, at };
      return this.#shown !== null;
    } finally {
      if (look === this.#looks) this.#lookingAt = undefined;
    }
  }

  /** Shows the present again. */
  back(): void {
    this.#looks += 1;
    this.#lookingAt = undefined;
    this.#looked = null;
  }

  /** Puts a version in the place of the present, as a step of undo. Rejects with a `ProblemError`. */
  async restore(version: ThemeVersion): Promise<void> {
    const { id } = this.#open;
    const looks = this.#looks;
    await this.#open.changeBy(() =>
      bridge.library.restoreVersion({ id, version: version.version }),
    );
    // What was asked to be shown since is shown once it is read.
    if (looks === this.#looks) this.back();
  }

  /**
   * Keeps the present under a name, as it is when that is given: main does in order what it is asked, and what was typed
   * went to it at once. Rejects with a `ProblemError`.
   */
  async keep(name: string): Promise<void> {
    await bridge.library.keepVersion({ id: this.#open.id, name });
  }

  /** Gives a version a name; `null` takes it away. Rejects with a `ProblemError`. */
  async rename(version: ThemeVersion, name: string | null): Promise<void> {
    await bridge.library.nameVersion({ id: this.#open.id, version: version.version, name });
  }

  /** Rejects with a `ProblemError`. */
  async remove(version: ThemeVersion): Promise<void> {
    await bridge.library.removeVersion({ id: this.#open.id, version: version.version });
    if (this.#lookingAt === version.version) this.back();
    // What is being read in its place is shown once it is.
    else if (this.#looked?.version.version === version.version) this.#looked = null;
  }
}
