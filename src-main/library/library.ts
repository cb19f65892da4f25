/**
 * The room *library*: theme documents on disk. It owns the library folder's files, what is open of
 * them in memory, the bin and the index.
 *
 * `folder/` knows the folder and what others do in it, `catalogue/` lists and adds themes, `editing/`
 * opens, changes and saves them, `batch/` does so with many, `bin/` keeps deleted ones and `history/`
 * their versions.
 */
import type { LocalAction } from '@shared/activity';
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { LibraryChange, LibraryProgress, OpenTheme } from '@shared/library';
import type { Publication, ThemeDocument } from '@shared/theme/theme';
import type { ImportedTheme } from './catalogue/theme-adding';
import type { RestoredFromBackup } from './catalogue/backup-restore';
import { storageProblem } from '../storage/storage';
import { readStarters, type Starter } from './catalogue/starters';
import type { InPlace } from './editing/replacements';
import type { ThemeContent } from './editing/theme-content';
import type { UnsavedTheme } from './editing/open-themes';
import { usualSavePace } from './editing/save-timer';
import { WaitingChanges } from './editing/waiting-changes';
import type { ShownTheme } from './folder/theme-file';
import { close, flush, flushAtOnce, LastChanges } from './library-closing';
import { libraryHandlers } from './library-handlers';
import { inOrder } from './library-order';
import type { LibraryOptions } from './library-options';
import { buildLibraryParts } from './library-parts';

export type { LibraryLog, LibraryOptions } from './library-options';
export type { SavePace } from './editing/save-timer';
export type { ConnectionRef } from './catalogue/theme-card';
export type { ThemeNames } from './catalogue/theme-names';

/** Ends a subscription. */
export type End = () => void;

export interface Library {
  readonly handlers: Handlers<FoyerCalls>['library'];
  /**
   * Reads the folder and begins to watch it. Every handler waits for it, and calls it again when it
   * failed. @throws ProblemError storage…
   */
  start(): Promise<void>;
  /** The list changed: `library.changed`. */
  onChange(listener: (change: LibraryChange) => void): End;
  /** An open theme changed: `library.themeChanged`. */
  onThemeChange(listener: (theme: OpenTheme) => void): End;
  /** A theme is open from now on, and as it is in its file: nothing was edited yet. */
  onThemeOpen(listener: (theme: ShownTheme) => void): End;
  /** How far work over many themes is: `library.progress`. */
  onProgress(listener: (progress: LibraryProgress) => void): End;
  /** The versions of a theme changed: `library.versionsChanged`. */
  onVersionsChange(listener: (id: string) => void): End;
  /** A person had it do something, and it is done. */
  onDone(listener: (action: LocalAction) => void): End;

  /**
   * The theme as it is on the disk, after unsaved edits were written.
   * @throws ProblemError notFound, themeReadOnly, storage…
   */
  saved(id: string): Promise<ThemeDocument>;
  /**
   * The theme as it is in memory, with the links that it has, to show.
   * @throws ProblemError notFound, fileDamaged
   */
  current(id: string): Promise<ShownTheme>;
  /**
   * The same with all that was asked of it before, and nothing that is asked later: at once of one that is open;
   * `undefined` of one that is closed and of which nothing is asked, which its opening tells.
   */
  asAsked(id: string): ShownTheme | Promise<ShownTheme> | undefined;
  /**
   * The same with everything that is in its file, but links that another theme has, to be written
   * elsewhere.
   * @throws ProblemError notFound, fileDamaged; themeReadOnly for one of a newer Foyer
   */
  whole(id: string): Promise<ThemeDocument>;
  /**
   * The same with what others wrote that nobody has told of yet; unsaved edits are written before.
   * @throws as `saved`
   */
  upToDate(id: string): Promise<ThemeDocument>;
  /**
   * The same with those links too, which wait in its file for when the other loses the template: for a
   * backup.
   * @throws as `whole`
   */
  withWaitingLinks(id: string): Promise<ThemeDocument>;
  /**
   * Keeps what a service holds in the theme's own file, under its `publicationKey`; durable when it
   * resolves. Also for a theme that went to the bin meanwhile. `over` are the templates that the theme
   * may have had when it was sent, `null` for none: where it got another one since, from another
   * computer, that stays, and this one is kept with a copy beside the theme. `assertSame` is of the library that it
   * was sent from, which is else the one that is there now. What has no `attempt` is a person's word, of which
   * nothing is left where the disk refuses it.
   * @throws ProblemError notFound, libraryReplaced, storage…
   */
  setPublication(
    id: string,
    key: string,
    publication: Publication,
    over?: readonly (string | null)[],
    assertSame?: () => void,
  ): Promise<void>;
  /**
   * The theme with what `setPublication` noted with it, also in the bin.
   * @throws ProblemError notFound, libraryReplaced, themeReadOnly, storage…
   */
  noted(id: string): Promise<ThemeDocument>;

  /**
   * Lets a theme that came from elsewhere fetch its pictures; durable when it resolves.
   * @throws ProblemError notFound, themeReadOnly, storage…
   */
  allowPictures(id: string): Promise<void>;
  /**
   * Puts something else in the place of what a person edits of a theme, after that was kept as a version; on
   * the disk when it resolves, and `inPlace` is called as soon as it is there. For `whileReplaced`.
   * @throws ProblemError notFound, themeReadOnly, storage…
   */
  replace(
    id: string,
    change: (present: ThemeContent) => ThemeContent,
    inPlace: InPlace,
  ): Promise<void>;
  /**
   * Does what will replace the theme: what is asked of it meanwhile, but for edits, is asked of what is there then. What
   * `work` asks itself is asked by calls that wait for nothing: `replace`, `current`, `setPublication`. Rejects as `work`.
   */
  whileReplaced<Done>(id: string, work: (inPlace: InPlace) => Promise<Done>): Promise<Done>;
  /**
   * A person unlinks it from that template; `waiting` is the link to another theme's template that it has then.
   * @throws ProblemError linkChanged: others have linked it to another one; notFound, themeReadOnly, storage…
   */
  unlink(id: string, key: string, from: string, waiting?: Publication): Promise<void>;
  /**
   * Gives it a link back that it had before it had that template, or none; nothing is published by it.
   * @throws ProblemError as `unlink`
   */
  relink(
    id: string,
    key: string,
    from: string | undefined,
    publication: Publication,
  ): Promise<void>;
  /** Whether the library was read, and the theme is not in it; one that is in a file that can't be read is in it. */
  lacks(id: string): boolean;
  /** The theme that was published or linked under that template id at a place. */
  withTemplate(key: string, templateId: string): Promise<string | undefined>;
  /** Whether a person has unlinked a theme of the library from that template. */
  wasUnlinkedFrom(key: string, templateId: string): Promise<boolean>;
  /** The folder in which the themes lie now. @throws ProblemError storageLibraryUnknown */
  folder(): string;
  /**
   * The same for showing it to a person: made, where it is still to be made at the first write.
   * @throws ProblemError libraryFolderMissing, libraryFolderForbidden, storage…
   */
  folderToShow(): Promise<string>;
  /**
   * Tells the library that is there at this moment from another one that takes its place: what this returns throws
   * from then on.
   * @throws ProblemError libraryReplaced
   */
  assertSame(): () => void;
  /** By which later runs know the library that is there, wherever it lies by then; `undefined` where that isn't known yet. */
  id(): string | undefined;
  /** Resolves once it is known which libraries earlier runs had, if the disk lets that be read. Never rejects. */
  readKnown(): Promise<void>;
  /** `assertSame` of the library with that `id`, also of an earlier run; of the first one, without an `id`. */
  assertLibrary(id: string | undefined): () => void;
  /**
   * Adds a theme that came from elsewhere, with an id of its own and a name that no other has, and
   * keeps it as a version: one that can't be kept is logged and refuses no import. Durable when it
   * resolves. `assertSame` is of the library that is meant, which is else the one that is there now.
   * @throws ProblemError libraryReplaced, storage…
   */
  addForeign(theme: ImportedTheme, assertSame?: () => void): Promise<{ id: string; name: string }>;
  /**
   * Puts back a document of a backup, with its own id where that is free; not while a file can't be
   * read that may have it. What is added is kept as a version, and so is what is replaced. `at` is when
   * the theme was as it is given, by which links that it got later are told; `assertSame` as with `addForeign`.
   * @throws ProblemError libraryReplaced, storage…
   */
  putBack(
    document: ThemeDocument,
    ifDifferent: 'keepBoth' | 'replace',
    at?: string,
    assertSame?: () => void,
  ): Promise<RestoredFromBackup>;

  /** Puts a few starter themes in the library when there is no theme in it. Never rejects. */
  addStartersWhenEmpty(): Promise<void>;

  /** To be called when connections came, went or moved. */
  connectionsChanged(): void;
  /** Looks for what the watcher missed; for when a window gets the focus. Never rejects. */
  rescan(): Promise<void>;
  /**
   * Writes the edits that are unsaved, and ends nothing. Resolves with what the disk refused: themes, and
   * earlier versions of them; and with what waits for themes whose files are away, or are being read. Never rejects.
   */
  saveEdits(): Promise<readonly UnsavedEdits[]>;
  /** Whether one thing is being done with many themes: `flush` would cut it off. */
  isAtWork(): boolean;
  /**
   * Writes everything that is unsaved, for quitting. Resolves with the themes that could not be
   * saved, empty when all is well. Never rejects.
   */
  flush(): Promise<readonly UnsavedTheme[]>;
  /**
   * Writes unsaved edits before it returns, for the moment in which the system ends the app. Gives
   * those that could not be saved.
   */
  flushAtOnce(): readonly UnsavedTheme[];
  /**
   * Ends watching and all timers; call `flush` before. Edits that came since are on the disk when it
   * returns, as by `flushAtOnce`; from then on every call is refused.
   */
  close(): void;
}

/** What is in memory alone: a theme's last edits, or a version of it from before others wrote it over. */
export interface UnsavedEdits extends UnsavedTheme {
  readonly kind: 'theme' | 'version';
}

/** The starter themes that an empty library gets, by their ids: a few that differ much. */
const startersForPractice = ['aurora', 'harbour', 'lagoon', 'midnight', 'newsprint', 'osteria'];

export type { ShownTheme, UnsavedTheme };
export { largestThemeFile } from './folder/theme-file';

/** Makes the library; nothing is touched before `start` or the first call. */
export function createLibrary(options: LibraryOptions): Library {
  const changes = new Listeners<LibraryChange>();
  const themeChanges = new Listeners<OpenTheme>();
  const themeOpenings = new Listeners<ShownTheme>();
  const progress = new Listeners<LibraryProgress>();
  const versionsChanges = new Listeners<string>();
  const actions = new Listeners<LocalAction>();
  const parts = buildLibraryParts(options, {
    changed: changes.notify,
    themeChanged: themeChanges.notify,
    themeOpened: themeOpenings.notify,
    progress: progress.notify,
    versionsChanged: versionsChanges.notify,
  });
  const { folder, themes, coming, adding, backup, publications } = parts;
  let read: Promise<readonly Starter[]> | undefined;
  const starters = (): Promise<readonly Starter[]> => {
    read ??= readStarters(options.startersFolder, (file, reason) => {
      options.log.error('library.starterDamaged', { file, reason });
    });
    return read;
  };
  const handlers = libraryHandlers(parts, starters, options, actions.notify);
  const later = new WaitingChanges(
    folder,
    async (change) =>
      change.kind === 'name'
        ? handlers.rename(change)
        : handlers.edit({ ...change, edits: [...change.edits] }),
    options.pace ?? usualSavePace,
  );
  const last = new LastChanges(later, parts, options.readWithinMs);
  changes.add(({ upserted }) => void later.themesCame(upserted));
  const { ordered, asAsked, after, afterTyping, replacing, replacements } = inOrder(
    handlers,
    later,
    folder,
    themes,
  );
  return {
    handlers: ordered,
    start: () => folder.start(),
    onChange: changes.add,
    onThemeChange: themeChanges.add,
    onThemeOpen: themeOpenings.add,
    onProgress: progress.add,
    onVersionsChange: versionsChanges.add,
    onDone: actions.add,
    saved: (id) => afterTyping([id], () => themes.saveAndGet(id)),
    current: (id) => themes.current(id, 'use'),
    asAsked,
    whole: (id) => afterTyping([id], () => themes.whole(id)),
    upToDate: (id) => afterTyping([id], () => publications.upToDate(id)),
    withWaitingLinks: (id) => afterTyping([id], () => themes.withWaitingLinks(id)),
    setPublication: (...publication) => publications.set(...publication),
    noted: (id) => publications.noted(id),
    allowPictures: async (id) => {
      const theme = await coming.make(id, (one) => {
        one.allowPictures();
        return one;
      });
      await theme.saveOrThrow();
    },
    whileReplaced: (id, work) => {
      const assertSame = folder.assertSame();
      return replacements.replace([id], async (inPlace) => {
        assertSame();
        return work(inPlace);
      });
    },
    replace: (id, change, inPlace) =>
      afterTyping([id], async () => {
        const theme = await themes.open(id);
        await themes.replace(theme, change, inPlace);
        actions.notify({ kind: 'themeEdited', touched: [{ id, name: theme.document.name }] });
      }),
    unlink: (...of) => publications.unlink(...of),
    relink: (...of) => publications.relink(...of),
    lacks: (id) => folder.lacks(id),
    withTemplate: (key, templateId) => publications.withTemplate(key, templateId),
    wasUnlinkedFrom: (key, templateId) => publications.wasUnlinkedFrom(key, templateId),
    folder: () => folder.path,
    folderToShow: () => folder.toShow(),
    assertSame: () => folder.assertSame(),
    id: () => folder.lastingId,
    readKnown: () => folder.libraries.read(),
    assertLibrary: (id) => folder.assertLibrary(id),
    addForeign: (theme, assertSame) => adding.addImported(theme, assertSame),
    putBack: (document, ifDifferent, at = '', assertSame = folder.assertSame()) => {
      const put = (inPlace: InPlace) =>
        backup.restore(document, ifDifferent, at, assertSame, inPlace);
      const ids = [document.id];
      return ifDifferent === 'replace' ? replacing(ids, put, assertSame) : after(ids, put);
    },
    addStartersWhenEmpty: async () => {
      const assertSame = folder.assertSame();
      try {
        if ((await folder.list()).themes.length > 0) return;
        for (const { id, name, theme, tags } of await starters()) {
          if (!startersForPractice.includes(id)) continue;
          await adding.add(name, false, theme, tags, assertSame);
        }
      } catch (error) {
        options.log.warn('library.startersNotAdded', { error: String(error) });
      }
    },
    connectionsChanged: () => {
      publications.connectionsChanged();
    },
    rescan: () => folder.rescan(),
    saveEdits: async () => {
      const refused = await last.make();
      await themes.saveWhatIsTyped();
      await parts.keeper.settle();
      const versions = parts.keeper.unkept.map(({ version, error }) => ({
        kind: 'version' as const,
        name: version.content.name,
        problem: storageProblem(error, options.profileFolder),
      }));
      return [
        ...[...themes.unsaved, ...last.unmade(refused)].map((theme) => ({
          kind: 'theme' as const,
          ...theme,
        })),
        ...versions,
      ];
    },
    isAtWork: () => parts.batch.isAtWork,
    flush: async () => {
      const refused = await last.make();
      // Some may have been given meanwhile.
      return [...(await flush(parts)), ...last.unmade(refused)];
    },
    flushAtOnce: () => [...flushAtOnce(parts), ...last.unmade()],
    close: () => {
      later.close();
      close(parts);
    },
  };
}

/** Those who hear of one kind of event. */
class Listeners<Event> {
  readonly #all = new Set<(event: Event) => void>();

  readonly add = (listener: (event: Event) => void): End => {
    this.#all.add(listener);
    return () => {
      this.#all.delete(listener);
    };
  };

  readonly notify = (event: Event): void => {
    for (const listener of this.#all) listener(event);
  };
}
