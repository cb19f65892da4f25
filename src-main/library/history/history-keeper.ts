/** When a version of a theme is kept by itself, and how one is put back. */
import { themeDifferences } from '@shared/theme/comparison';
import { changeThemeField } from '@shared/theme/field-access';
import type { ThemeEdit } from '@shared/theme/fields';
import { publicationKey, type Publication, type Theme } from '@shared/theme/theme';
import type {
  ThemeVersion,
  ThemeVersions,
  VersionContent,
  VersionReason,
} from '@shared/theme-versions';
import type { InPlace } from '../editing/replacements';
import type { ThemeContent } from '../editing/theme-content';
import type { ThemeSession } from '../editing/theme-session';
import type { History } from './history';
import type { KeptVersion } from './known-versions';
import type { LibraryLog } from '../library-options';
import type { ConnectionRef } from '../catalogue/theme-card';
import type { ShownTheme } from '../folder/theme-file';
import { sameJson } from '../editing/theme-patch';
import { replacing } from '../editing/theme-play';
import { UnkeptVersions, type Unkept } from './unkept-versions';

/** After this much rest in editing a version is kept, in ms. */
export const usualPauseMs = 10 * 60 * 1_000;
export const usualRetryMs = 1_000;

export interface HistoryKeeperOptions {
  readonly history: History;
  readonly pauseMs: number;
  /** How long after a failure a version is tried to be kept again, in ms; it doubles. */
  readonly retryMs: number;
  readonly now: () => Date;
  readonly connections: () => readonly ConnectionRef[];
  readonly log: LibraryLog;
}

/** What is known of an open theme. */
interface Watched {
  readonly theme: ThemeSession;
  /** A person has edited it since a version of it was kept by itself. */
  isEdited: boolean;
  /** What it was when it was opened, where it had rested then; until it is edited. */
  rested: ShownTheme | undefined;
  /** What someone else wrote last while it was open, until it is a version or something comes after it. */
  takenOver: { readonly content: VersionContent; readonly at: string } | undefined;
  /** Its tags before a person edited them. */
  tags: readonly string[];
  pause: NodeJS.Timeout | undefined;
  /** What was last noted of its edits. */
  drafted: ShownTheme | undefined;
}

/**
 * Decides when a version of a theme is kept, and puts one back. What it keeps by itself never stands
 * in the way: where a history can't be written the theme goes on, and the version is kept later.
 */
export class HistoryKeeper {
  readonly #options: HistoryKeeperOptions;
  readonly #history: History;
  /** By id: the themes that are open. */
  readonly #watched = new Map<string, Watched>();
  readonly #unkept: UnkeptVersions;
  #isClosed = false;

  constructor(options: HistoryKeeperOptions) {
    this.#options = options;
    this.#history = options.history;
    this.#unkept = new UnkeptVersions(options);
  }

  /** A theme was opened. A pause that the app did not live through is one too. */
  opened(theme: ThemeSession): void {
    const { id, document } = theme;
    const { now, pauseMs } = this.#options;
    const rest = now().getTime() - Date.parse(document.updatedAt);
    // A time to come is a clock that was set back: of the two guesses the safe one.
    const isEdited = rest >= 0 && rest < pauseMs;
    const rested = isEdited ? undefined : document;
    const { tags } = document;
    const nothing = { takenOver: undefined, pause: undefined, drafted: undefined };
    const watched: Watched = { theme, isEdited, rested, tags, ...nothing };
    this.#watched.set(id, watched);
    if (isEdited) this.#keepAfter(pauseMs - rest, watched);
  }

  /** The document of an open theme changed. */
  changed({ id, document, isUnsaved }: ThemeSession): void {
    const watched = this.#watched.get(id);
    if (watched === undefined) return;
    const { rested, takenOver, tags } = watched;
    // What others wrote is on the disk already.
    if (!isUnsaved) watched.tags = document.tags;
    // Other tags, and what a service holds, are no reason for a version; tags can be written over.
    if (rested?.theme === document.theme && rested.name === document.name) {
      if (isUnsaved && !sameJson(tags, document.tags)) watched.isEdited = true;
      return;
    }
    if (rested !== undefined) {
      watched.rested = undefined;
      const { updatedAt } = rested;
      // A file made by hand need not say when.
      const at = Number.isNaN(Date.parse(updatedAt)) ? this.#at() : updatedAt;
      void this.keepQuietly(id, { content: contentOf(rested), reason: 'paused', at });
    }
    // Whoever edits it now may not have seen it yet, and send back the text that was there before.
    if (takenOver !== undefined && !sameJson(takenOver.content, contentOf(document))) {
      watched.takenOver = undefined;
      void this.keepQuietly(id, { ...takenOver, reason: 'paused' });
    }
    if (isUnsaved) watched.isEdited = true;
    this.#keepAfter(this.#options.pauseMs, watched);
  }

  /**
   * An open theme was saved. Its edits are noted until they are a version: this run may be killed, and
   * the file written over before the next one sees it.
   */
  saved({ id, document, isReadOnly }: ThemeSession): void {
    const watched = this.#watched.get(id);
    if (watched?.isEdited !== true || this.#isClosed || isReadOnly) return;
    const { drafted } = watched;
    watched.drafted = document;
    const { name, tags, theme } = document;
    if (drafted?.theme === theme && drafted.name === name && drafted.tags === tags) return;
    const content = this.#contentOf(watched);
    this.#history
      .draft(id, { content, reason: 'paused', at: this.#at() })
      .catch((error: unknown) => {
        watched.drafted = undefined;
        this.#options.log.warn('library.draftNotKept', { id, error: String(error) });
      });
  }

  /**
   * What someone else wrote is about to take the place of an open theme: edits of it are kept, and so is
   * that once it is edited. Of what others write in a row the last is.
   */
  overwritten({ id, document }: ThemeSession, after: ThemeContent): void {
    const watched = this.#watched.get(id);
    if (watched === undefined) return;
    // With its tags where those go too.
    if (watched.isEdited) void this.#keep(watched, !sameJson(after.tags, document.tags));
    const { name, theme } = after;
    watched.takenOver = { content: { name, theme }, at: this.#at() };
  }

  /**
   * A theme is closed: from here on nobody would see its file being written over, so edits of it are
   * kept.
   */
  ended({ id }: ThemeSession): void {
    const watched = this.#watched.get(id);
    clearTimeout(watched?.pause);
    this.#watched.delete(id);
    if (watched?.isEdited && !this.#isClosed) void this.#keep(watched);
  }

  /** A theme that isn't open was edited in its file. Never rejects. */
  async rewritten(document: ShownTheme, before: ThemeContent): Promise<void> {
    const isWithTags = !sameJson(before.tags, document.tags);
    const content = { ...contentOf(document), ...(isWithTags && { tags: document.tags }) };
    await this.keepQuietly(document.id, { content, reason: 'paused' });
  }

  /** Keeps what was edited and has not rested yet, for the end of the app. Never rejects. */
  async keepEdited(): Promise<void> {
    const edited = [...this.#watched.values()].filter(({ isEdited }) => isEdited);
    await Promise.all(edited.map((watched) => this.#keep(watched)));
  }

  #keepAfter(rest: number, watched: Watched): void {
    clearTimeout(watched.pause);
    if (this.#isClosed) return;
    watched.pause = setTimeout(() => void this.#keep(watched), rest);
  }

  /** What an open theme is now, with its tags where a person has changed those. */
  #contentOf({ theme: { document }, tags }: Watched, isWithTags = !sameJson(tags, document.tags)) {
    return { ...contentOf(document), ...(isWithTags && { tags: document.tags }) };
  }

  /** Keeps that. */
  async #keep(watched: Watched, isWithTags?: boolean): Promise<void> {
    const { id, document, isReadOnly } = watched.theme;
    const content = this.#contentOf(watched, isWithTags);
    watched.isEdited = false;
    watched.tags = document.tags;
    if (isReadOnly) return;
    watched.takenOver = undefined;
    await this.keepQuietly(id, { content, reason: 'paused' });
  }

  /** What was sent and accepted. Never rejects. */
  async published(document: ShownTheme, key: string, publication: Publication): Promise<void> {
    // A link that a person made sent nothing.
    if (publication.sent === undefined) return;
    const { name, theme: sent } = publication.sent;
    // Only the documented fields are sent; the rest stays as it is in the library.
    const present = withAvatarsOf(sent, document.theme);
    const theme = themeDifferences(present, sent).reduce(
      (changed, { field, after }) =>
        changeThemeField(changed, { field, value: after } as ThemeEdit),
      present,
    );
    await this.keepQuietly(document.id, {
      content: { name, theme },
      reason: 'published',
      place: key,
    });
  }

  /** Keeps the present under a name. @throws ProblemError storage… */
  async keepNamed(theme: ThemeSession, name: string): Promise<number> {
    const content = contentOf(theme.document);
    return this.#history.keep(theme.id, { content, reason: 'kept', at: this.#at(), name });
  }

  /**
   * Puts a version back, after the present was kept. The tags stay as they are, unless the version is
   * of what was replaced together with its tags. Gives whether that changed the theme.
   * @throws ProblemError notFound, storage…
   */
  async restore(theme: ThemeSession, version: number, inPlace: InPlace): Promise<boolean> {
    theme.checkWritable();
    const { tags, ...content } = await this.#history.content(theme.id, version);
    const change = (present: ThemeContent) => ({ ...present, ...content, ...(tags && { tags }) });
    return this.replace(theme, change, inPlace);
  }

  /**
   * Puts something else in the place of what a theme is, as a step of undo, after the present was
   * kept as a version, with its tags where those are replaced as well: nothing is replaced that could
   * not be had back after a restart. `inPlace` is called with nothing between. `picturesWait`: those of what takes its
   * place wait to be allowed.
   * Gives whether the theme is another by it.
   * @throws ProblemError themeReadOnly, storage…
   */
  async replace(
    theme: ThemeSession,
    change: (present: ThemeContent) => ThemeContent,
    inPlace: InPlace,
    picturesWait = false,
  ): Promise<boolean> {
    theme.checkWritable();
    const replacesTags = (present: ShownTheme): boolean =>
      !sameJson(change(present).tags, present.tags);
    let kept: ShownTheme;
    let isWithTags: boolean;
    do {
      kept = theme.document;
      isWithTags = replacesTags(kept);
      const content = { ...contentOf(kept), ...(isWithTags && { tags: kept.tags }) };
      await this.#history.keep(theme.id, { content, reason: 'restored', at: this.#at() });
      // An edit that came meanwhile is the present now.
    } while (theme.document !== kept || replacesTags(kept) !== isWithTags);
    if (picturesWait) theme.holdPictures();
    const before = theme.version;
    const replaced = replacing(change);
    theme.play(replaced);
    inPlace(replaced);
    return theme.version !== before;
  }

  /** The versions as the windows see them. @throws ProblemError storage… */
  async list(id: string): Promise<ThemeVersions> {
    const { versions, unreadable, isWhole } = await this.#history.list(id);
    const connections = new Map(
      this.#options.connections().map((connection) => [publicationKey(connection), connection.id]),
    );
    return {
      versions: versions.map((version) => shown(version, connections)),
      unreadable,
      isWhole,
    };
  }

  /**
   * Keeps a version; where that can't be done it is tried again until it can. Never rejects, and
   * resolves after the first try.
   */
  async keepQuietly(
    id: string,
    version: {
      readonly content: VersionContent;
      readonly reason: VersionReason;
      readonly at?: string;
      readonly place?: string;
    },
  ): Promise<void> {
    await this.#unkept.keep(id, { at: this.#at(), ...version });
  }

  /** Tries once more what could not be kept yet, at the end of the app. Never rejects. */
  settle(): Promise<void> {
    return this.#unkept.settle();
  }

  /**
   * What the end of the app would lose of a history: versions that were not kept yet, but for those that
   * are what their theme is now, with its tags where they have some.
   */
  get unkept(): readonly Unkept[] {
    return this.#unkept.waiting.filter(({ id, version: { content } }) => {
      const now = this.#watched.get(id)?.theme.document;
      if (now?.name !== content.name || !sameJson(now.theme, content.theme)) return true;
      return content.tags !== undefined && !sameJson(now.tags, content.tags);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#unkept.close();
    for (const { pause } of this.#watched.values()) clearTimeout(pause);
  }

  #at(): string {
    return this.#options.now().toISOString();
  }
}

/** What every version holds: what a service is sent. */
export function contentOf({ name, theme }: ShownTheme): VersionContent {
  return { name, theme };
}

/** `theme` without the avatars that `sent` has not: field by field, one switched off would be left. */
function withAvatarsOf(sent: Theme, theme: Theme): Theme {
  const avatars: readonly string[] = ['hostAvatar', 'guestAvatar'];
  const chat = Object.entries(theme.chat).filter(
    ([key]) => !avatars.includes(key) || Object.hasOwn(sent.chat, key),
  );
  return { ...theme, chat: Object.fromEntries(chat) as Theme['chat'] };
}

function shown(
  { version, at, reason, name, place }: KeptVersion,
  connections: ReadonlyMap<string, string>,
): ThemeVersion {
  if (place === undefined) return { version, at, reason, name };
  const connectionId = connections.get(place) ?? null;
  return { version, at, reason, name, place: { host: hostOf(place), connectionId } };
}

/** The host in a `publicationKey`; the key itself where a file made by hand has no address in it. */
function hostOf(key: string): string {
  const [address = ''] = key.split(' ', 1);
  try {
    return new URL(address).host;
  } catch {
    return key;
  }
}
