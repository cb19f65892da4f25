/** Which themes are open, and who has to wait for what before a theme can be edited. */
import type { OpenTheme } from '@shared/library';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { ThemeDocument } from '@shared/theme/theme';
import type { DocumentFolder } from '../../storage/storage';
import { withoutOwnedLinks } from '../catalogue/template-owners';
import { cardOf, toOpenTheme, type ConnectionRef } from '../catalogue/theme-card';
import type { LibraryFolder } from '../folder/library-folder';
import { isWritable, type ShownTheme } from '../folder/theme-file';
import type { HistoryKeeper } from '../history/history-keeper';
import type { ClosedThemes } from './closed-themes';
import type { EarlierSessions } from './earlier-sessions';
import type { InPlace } from './replacements';
import type { SavePace } from './save-timer';
import type { ThemeContent } from './theme-content';
import { sameJson } from './theme-patch';
import { ThemeSession } from './theme-session';
import type { SaveConflict } from './unsettled-conflicts';

/** How often what was typed while the rest was saved is saved in its turn, before it is at once. */
const flushRounds = 5;

/** A theme whose last edits are in memory alone. */
export interface UnsavedTheme {
  readonly name: string;
  readonly problem: Problem;
}

/** What opening themes needs of the library. */
export interface OpenThemesParts {
  readonly folder: LibraryFolder;
  readonly closed: ClosedThemes;
  readonly keeper: HistoryKeeper;
  readonly sessions: EarlierSessions;
  readonly pace: SavePace;
  readonly now: () => Date;
  /** The connections that there are now. */
  readonly connections: () => readonly ConnectionRef[];
  readonly changed: (theme: OpenTheme) => void;
  /** A theme is open; nothing was edited yet. */
  readonly opened: (theme: ShownTheme) => void;
}

/**
 * Opens themes to be edited, and changes and removes them so that no edit falls between: who wants to
 * edit a theme waits while its file is changed, while it goes to the bin, and while the library
 * changes its folder.
 */
export class OpenThemes {
  readonly #parts: OpenThemesParts;
  readonly #folder: LibraryFolder;
  readonly #opening = new Map<string, Promise<ThemeSession>>();
  /** Those who ask for a theme to be open and have not got it. */
  readonly #asking = new Set<{ readonly id: string }>();
  /** Closed themes whose files are being changed: they are opened afterwards. */
  readonly #rewriting = new Map<string, Promise<void>>();
  /** Themes that are on their way to the bin. */
  readonly #leaving = new Map<string, Promise<unknown>>();
  /** The links with which the windows were last shown each theme. */
  readonly #shownLinks = new WeakMap<ThemeSession, OpenTheme['publications']>();
  /** The library's folder under its new name, as long as the library is about to go on there. */
  #renamed: DocumentFolder | undefined;
  /** The library changes its folder: who wants to edit waits. */
  #switching: Promise<void> | undefined;

  constructor(parts: OpenThemesParts) {
    this.#parts = parts;
    this.#folder = parts.folder;
  }

  /** What the windows see of a theme. */
  toOpenTheme(theme: ThemeSession): OpenTheme {
    const shown = this.#shown(theme);
    this.#shownLinks.set(theme, shown.publications);
    return shown;
  }

  /** The theme, open from now on. @throws ProblemError notFound, fileDamaged, fileNewer, libraryReplaced */
  async open(id: string): Promise<ThemeSession> {
    const assertSame = this.#folder.assertSame();
    const asking = { id };
    this.#asking.add(asking);
    try {
      // Between its last look and this, somebody else may have begun to change the theme.
      do await this.ready(id, assertSame);
      while (this.#busyWith(id) !== undefined);
      return this.#folder.state.open.get(id) ?? (await this.#openOnce(id, assertSame));
    } finally {
      this.#asking.delete(asking);
    }
  }

  /** Whether somebody waits for the theme, who may be about to change it. */
  isAskedFor(id: string): boolean {
    return [...this.#asking].some((asking) => asking.id === id);
  }

  /** All who ask for it meanwhile get the same, in the order in which they asked. */
  async #openOnce(id: string, assertSame: () => void): Promise<ThemeSession> {
    const opening = this.#opening.get(id) ?? this.#openNow(id, assertSame);
    this.#opening.set(id, opening);
    try {
      return await opening;
    } finally {
      // In another folder it may be opened anew by now.
      if (this.#opening.get(id) === opening) this.#opening.delete(id);
    }
  }

  /**
   * Resolves when the theme can be opened, or can't because it is gone.
   * @throws ProblemError libraryReplaced
   */
  async ready(id: string, assertSame = this.#folder.assertSame()): Promise<void> {
    // What it waits for may be followed by the next: nothing may come between the last look and
    // what is done then.
    for (;;) {
      await this.#folder.start();
      assertSame();
      const busy = this.#busyWith(id);
      if (busy === undefined) return;
      await busy;
    }
  }

  /** What has to end before the theme can be opened. */
  #busyWith(id: string): Promise<unknown> | undefined {
    return this.#switching ?? this.#rewriting.get(id) ?? this.#leaving.get(id);
  }

  /**
   * Moves a theme to the bin; resolves with its entry there, `undefined` where it was gone. Who wants
   * to edit it meanwhile waits for how that ends.
   */
  async remove(id: string): Promise<string | undefined> {
    const removing = this.#removeNow(id);
    // Its own failure is told below; whoever opens the theme only waits for the end.
    this.#leaving.set(
      id,
      removing.catch(() => undefined),
    );
    try {
      return await removing;
    } finally {
      this.#leaving.delete(id);
    }
  }

  async #removeNow(id: string): Promise<string | undefined> {
    await this.#opening.get(id)?.catch(() => undefined);
    const { state, moves } = this.#folder.current;
    const theme = state.open.get(id);
    // What was accepted goes to the bin with it; from the last save on nothing more is.
    while (theme?.isUnsaved === true) await theme.saveOrThrow();
    theme?.hold();
    try {
      return await moves.remove(id);
    } finally {
      theme?.release();
    }
  }

  /**
   * Changes what a person edits of a theme: of an open one as a step of undo, of any other in its
   * file, which leaves it closed. On the disk when it resolves.
   * @throws ProblemError notFound, themeReadOnly, storage…
   */
  async change(id: string, change: (content: ThemeContent) => ThemeContent): Promise<void> {
    // One at a time: of several that waited for the same end, only one goes on at once.
    const assertSame = this.#folder.assertSame();
    do await this.ready(id, assertSame);
    while (this.#busyWith(id) !== undefined);
    if (this.#folder.state.open.has(id) || this.#opening.has(id)) {
      const theme = await this.open(id);
      theme.edit(change);
      await theme.saveOrThrow();
      return;
    }
    const rewriting = this.#parts.closed.rewrite(id, change);
    // Its own failure is told below; whoever opens the theme only waits for the end.
    this.#rewriting.set(
      id,
      rewriting.catch(() => undefined),
    );
    try {
      await rewriting;
    } finally {
      this.#rewriting.delete(id);
    }
  }

  /**
   * Puts something else in the place of a theme, which is kept as a version; on the disk then. `inPlace` is called as
   * soon as it is there in memory. `picturesWait`: what comes is from elsewhere, and its pictures wait to be allowed.
   */
  async replace(
    theme: ThemeSession,
    change: (content: ThemeContent) => ThemeContent,
    inPlace: InPlace,
    picturesWait = false,
  ): Promise<void> {
    await this.#parts.keeper.replace(theme, change, inPlace, picturesWait);
    await theme.saveOrThrow();
  }

  /**
   * The theme as it is on the disk, after unsaved edits were written.
   * @throws ProblemError notFound, themeReadOnly, storage…
   */
  async saveAndGet(id: string): Promise<ThemeDocument> {
    const theme = await this.open(id);
    if (theme.isReadOnly) {
      throw new ProblemError({ code: 'themeReadOnly', name: theme.document.name });
    }
    await theme.saveOrThrow();
    return withoutOwnedLinks(theme.ofThisFormat(), this.#folder.state).document;
  }

  /** The theme as it is in memory, to show, or for `use` by its ID; it stays closed. @throws ProblemError */
  async current(id: string, how?: 'use'): Promise<ShownTheme> {
    return withoutOwnedLinks(await this.#present(id, how), this.#folder.state).document;
  }

  /** The same with what else is in its file, for somebody who goes by its ID. @throws ProblemError themeReadOnly */
  async whole(id: string): Promise<ThemeDocument> {
    return withoutOwnedLinks(writable(await this.#present(id, 'use')), this.#folder.state).document;
  }

  /**
   * The same with links to templates that other themes have, for a file of them all: nobody goes by the theme's ID.
   * @throws ProblemError themeReadOnly
   */
  async withWaitingLinks(id: string): Promise<ThemeDocument> {
    return writable(await this.#present(id));
  }

  async #present(id: string, how?: 'use'): Promise<ShownTheme> {
    await this.#folder.start();
    const open = this.#folder.state.open.get(id);
    return open?.document ?? (await this.#parts.closed.read(id, how)).document;
  }

  get isAnyUnsaved(): boolean {
    return this.#all().some((theme) => theme.isUnsaved);
  }

  /** Saves every theme, or throws the first problem. */
  async saveAll(): Promise<void> {
    for (const theme of this.#folder.state.open.values()) await theme.saveOrThrow();
  }

  /** Saves every theme, with what is typed while others are saved. Never rejects. */
  async saveWhatIsTyped(): Promise<void> {
    const tried = new Map<ThemeSession, number>();
    // Whoever never rests doesn't hold up the end: `saveAtOnce` has the last word.
    for (let round = 1; round <= flushRounds; round += 1) {
      const due = this.#all().filter(
        (theme) => theme.isUnsaved && tried.get(theme) !== theme.version,
      );
      if (due.length === 0) return;
      for (const theme of due) tried.set(theme, theme.version);
      await Promise.all(due.map((theme) => theme.saveNow()));
    }
  }

  /** Writes what is unsaved before it returns. */
  saveAtOnce(): void {
    for (const theme of this.#all()) theme.saveAtOnce();
  }

  /** The themes that could not be saved, and why; empty when all is well. */
  get unsaved(): readonly UnsavedTheme[] {
    return this.#all().flatMap(({ save, document: { name } }) =>
      save.kind === 'failed' ? [{ name, problem: save.problem }] : [],
    );
  }

  /**
   * Runs a change of the library's folder while nobody begins to edit. What was begun in this folder
   * ends in it before.
   */
  async whileNoneIsOpened(changeFolder: () => Promise<void>): Promise<void> {
    let isOver: () => void = () => undefined;
    this.#switching = new Promise((resolve) => (isOver = resolve));
    try {
      await Promise.all(this.#rewriting.values());
      await changeFolder();
    } finally {
      this.#switching = undefined;
      isOver();
    }
  }

  /** No edit is accepted until it is released by the returned function. To be called when all is saved. */
  holdAll(): () => void {
    const held = this.#all();
    for (const theme of held) theme.hold();
    return () => {
      for (const theme of held) theme.release();
    };
  }

  /** Runs while what is unsaved is saved in the library's folder under its new name: under the old one nothing can be. */
  async whileSavedIn(folder: DocumentFolder, change: () => Promise<void>): Promise<void> {
    this.#renamed = folder;
    await change().finally(() => (this.#renamed = undefined));
  }

  /** What is being opened in the folder that the library leaves is opened anew. */
  forgetOpening(): void {
    this.#opening.clear();
  }

  /**
   * Tells the windows of those of these themes that are shown with other links than they have: which
   * of several has a template is also for the others to say.
   */
  tellOfLinks(ids: readonly string[]): void {
    for (const id of ids) {
      const theme = this.#folder.found?.state.open.get(id);
      if (theme === undefined || !this.#shownLinks.has(theme)) continue;
      const { publications } = this.#shown(theme);
      if (!sameJson(this.#shownLinks.get(theme), publications)) this.notify(theme);
    }
  }

  /** Tells the windows of an open theme. */
  notify(theme: ThemeSession): void {
    this.#parts.changed(this.toOpenTheme(theme));
  }

  #shown(theme: ThemeSession): OpenTheme {
    const { document } = withoutOwnedLinks(theme.document, this.#folder.state);
    return toOpenTheme(theme, document, this.#parts.connections());
  }

  #all(): readonly ThemeSession[] {
    return [...(this.#folder.found?.state.open.values() ?? [])];
  }

  async #openNow(id: string, assertSame: () => void): Promise<ThemeSession> {
    const { current } = this.#folder;
    const { read, file, document } = await this.#parts.closed.read(id, 'use');
    assertSame();
    // In the other folder somebody else may be opening it as well.
    if (current !== this.#folder.current) return this.open(id);
    const { pace, now, keeper, sessions } = this.#parts;
    const origin = { file: read.name, hash: read.hash, document: file.document };
    const host = {
      folder: () => this.#renamed ?? current.folder,
      pace,
      now,
      changed: (theme: ThemeSession, what: 'document' | 'save') => {
        this.#takeChange(theme, what);
      },
      overwritten: (theme: ThemeSession, after: ThemeContent) => {
        keeper.overwritten(theme, after);
      },
      ended: (theme: ThemeSession) => {
        keeper.ended(theme);
      },
      conflicted: (theme: ThemeSession, conflict: SaveConflict) =>
        this.#folder.current.sync.conflicts.settle(theme, conflict, this.#renamed),
    };
    const theme = new ThemeSession(host, origin, sessions.begin(id, file.document));
    current.state.open.set(id, theme);
    keeper.opened(theme);
    this.#parts.opened(theme.document);
    if (file.state === 'ok' && document !== file.document)
      theme.takeOver(file.document, read.hash, document);
    return theme;
  }

  #takeChange(theme: ThemeSession, what: 'document' | 'save'): void {
    const { state } = this.#folder;
    // One that was deleted while it was being saved has nothing to tell any more.
    if (state.open.get(theme.id) !== theme) return;
    if (what === 'document') {
      this.#parts.keeper.changed(theme);
      state.catalogue.put(theme.file, cardOf(theme.document));
      state.catalogue.announceSoon();
    } else if (theme.save.kind === 'saved') {
      state.wasWritten(theme.id);
      this.#parts.keeper.saved(theme);
    }
    this.notify(theme);
  }
}

function writable(document: ShownTheme): ThemeDocument {
  if (isWritable(document)) return document;
  throw new ProblemError({ code: 'themeReadOnly', name: document.name });
}
