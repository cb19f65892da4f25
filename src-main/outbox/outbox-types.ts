/** What the room is given when it is made: the connections, the library, the way to send, and a log. */
import type { Connection } from '@shared/connection';
import type { LibrarySnapshot } from '@shared/library';
import type { Problem } from '@shared/problem';
import type { OutboxSnapshot, PublishAnswered } from '@shared/publishing';
import type { ServicePlace, ServiceRequest } from '@shared/service/operations';
import type { Outcome } from '@shared/service/outcome';
import type { Publication, ThemeDocument } from '@shared/theme/theme';
import type { OutboxClock } from './clock';

/** What the outbox needs of a connection. */
export interface OutboxConnection extends ServicePlace {
  readonly id: string;
  readonly label: string;
  readonly keepsClientIds: Connection['keepsClientIds'];
  readonly access?: Connection['access'];
}

/** What a person edits of a theme. */
export type Edited = Pick<ThemeDocument, 'name' | 'tags' | 'theme'>;

/** Is told that it is there in memory, by `replace`. */
export type InPlace = () => void;

/** What is sent of a theme, as it is in memory. */
export type ShownContent = Pick<ThemeDocument, 'name' | 'theme'>;

/** What the outbox needs of the library; the room *library* fits. */
export interface OutboxLibrary {
  /** As it is on the disk, unsaved edits written first. */
  saved(id: string): Promise<ThemeDocument>;
  /**
   * With all that was asked of it before, and nothing that is asked later; `undefined` of a closed one of which nothing
   * is asked.
   */
  asAsked(id: string): ShownContent | Promise<ShownContent> | undefined;
  /** Calls with each theme that is opened, before anything of it is edited; gives back the end of that. */
  onThemeOpen(listener: (theme: Pick<ThemeDocument, 'id' | 'name' | 'theme'>) => void): () => void;
  /** As it is in memory. */
  current(
    id: string,
  ): Promise<Pick<ThemeDocument, 'id' | 'name' | 'theme' | 'publications' | 'unlinked'>>;
  /** The same of a theme that this version can write. @throws ProblemError themeReadOnly */
  whole(id: string): Promise<ThemeDocument>;
  /** As `saved` has it, with what others wrote that the library wasn't told of yet. */
  upToDate(id: string): Promise<ThemeDocument>;
  /** The same with its links to templates that are another theme's by now. @throws ProblemError themeReadOnly */
  withWaitingLinks(id: string): Promise<ThemeDocument>;
  /**
   * Whether it is known that the theme is not in the library. One whose file can't be read is in it, and each may be in one
   * that wasn't read yet.
   */
  lacks(id: string): boolean;
  /** The theme that has the template already, if there is one. */
  withTemplate(key: string, templateId: string): Promise<string | undefined>;
  /** Whether a person has unlinked some theme from it: it stays as it is. */
  wasUnlinkedFrom(key: string, templateId: string): Promise<boolean>;
  /** What this returns throws once another library, such as a copy, has taken the place of this one. */
  assertSame(): () => void;
  /** By which later runs know the library that is open; `undefined` where that isn't known yet. */
  id(): string | undefined;
  /** Resolves once it is known which libraries earlier runs had, if the disk lets that be read. Never rejects. */
  readKnown(): Promise<void>;
  /** `assertSame` of the library with that `id`, also of an earlier run; where none is known by it, of the first one. */
  assertLibrary(id: string | undefined): () => void;
  /**
   * `over`: the templates that its file may have had when it was sent, `null` for none. One that another
   * computer made meanwhile stays, and this one is kept beside it. `assertSame` is of the library that it was sent
   * from. @throws ProblemError libraryReplaced
   */
  setPublication(
    id: string,
    key: string,
    publication: Publication,
    over?: readonly (string | null)[],
    assertSame?: () => void,
  ): Promise<void>;
  /** The theme with what `setPublication` noted with it, also in the bin. @throws ProblemError notFound, themeReadOnly… */
  noted(id: string): Promise<ThemeDocument>;
  /** From that template, and from no other one that others have linked it to. @throws ProblemError linkChanged */
  unlink(id: string, key: string, from: string, waiting?: Publication): Promise<void>;
  /**
   * Puts something else in the place of what a person edits, after that was kept as a version; on the disk then, and
   * `inPlace` is called as soon as it is there.
   */
  replace(id: string, change: (present: Edited) => Edited, inPlace: InPlace): Promise<void>;
  /** Does what will replace it, by `replace`; what is asked of it meanwhile is asked of what is there then. */
  whileReplaced<Done>(id: string, work: (inPlace: InPlace) => Promise<Done>): Promise<Done>;
  /** A link that it had before it was linked to `from`, or to none: nothing is published by it. @throws as `unlink` */
  relink(
    id: string,
    key: string,
    from: string | undefined,
    publication: Publication,
  ): Promise<void>;
  readonly handlers: {
    list(nothing: undefined): LibrarySnapshot | Promise<LibrarySnapshot>;
  };
}

/** What the outbox reads of a request that has ended; the service client's `Sent` fits. */
export interface SentTheme {
  readonly activityId: string;
  readonly outcome: Outcome;
  /** The parsed answer. */
  readonly body: unknown;
}

/** Sends a theme save; the service client's `send` fits. */
export type SendTheme<C extends OutboxConnection> = (
  connection: C,
  request: ServiceRequest,
  options: {
    readonly kind: 'saveThemeTemplate';
    readonly subject: string;
    readonly themeId: string;
    readonly once: boolean;
    readonly signal: AbortSignal;
    /** Its token was read; its turn has not come. */
    readonly onToken: () => void;
    /** Awaited when its turn has come and its token is there; when it rejects, nothing leaves. */
    readonly beforeStart: () => Promise<void>;
    /** Asked last of all; false: it does not leave. */
    readonly mayStart: () => boolean;
    /** Awaited after a proxy's sign-in, before `mayStart` is asked again. */
    readonly beforeGoingOn: () => Promise<void>;
    /** It leaves now; again when a proxy no longer holds it back. */
    readonly onStart: () => void;
    /** A proxy holds it back until it is signed in to: it has not left. */
    readonly onHeld: () => void;
  },
) => Promise<SentTheme>;

/** Where the outbox logs. */
export interface OutboxLog {
  info(event: string, fields?: object): void;
  warn(event: string, fields?: object): void;
  error(event: string, fields?: object): void;
}

/** All that the room is made of. */
export interface OutboxOptions<C extends OutboxConnection> {
  readonly library: OutboxLibrary;
  /** Holds `outbox.json` and the folder `outbox`. */
  readonly profileFolder: string;
  /** All; `undefined` while it is not known which there are. */
  readonly connections: () => readonly C[] | undefined;
  /** Why that is not known. */
  readonly connectionsProblem?: (() => Problem | undefined) | undefined;
  readonly connectionById: (id: string) => C | undefined;
  /** Whether a person removed it: one that is not there can also be lost with a damaged file. */
  readonly wasRemoved: (id: string) => boolean;
  /** Throws a `ProblemError` when nothing was sent. */
  readonly send: SendTheme<C>;
  /**
   * Called when an answer shows whether the service at a base address keeps the ids that clients pick:
   * that holds for all connections that lead there now.
   */
  readonly learnIds: (baseAddress: string, keeps: 'yes' | 'no') => void | Promise<void>;
  /** Called with changes, many at once: `outbox.changed`. */
  readonly onChange?: ((snapshot: OutboxSnapshot) => void) | undefined;
  /** Called when a try has ended: `outbox.answered`. */
  readonly onAnswer?: ((answered: PublishAnswered) => void) | undefined;
  readonly clock?: OutboxClock | undefined;
  /** 0 to 1, for the jitter. */
  readonly random?: (() => number) | undefined;
  readonly log: OutboxLog;
}
