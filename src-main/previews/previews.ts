/**
 * Previews: a bot's preview is started as a conversation with one recipient. Each is sent once, at
 * a person's word, and never repeated by the program; what the service takes is *accepted*, never
 * *delivered*.
 */
import type { FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import type { Connection } from '@shared/connection';
import type { PreviewFields, PreviewShortcut, ShortcutInput } from '@shared/previews';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { PreviewRun, Previews } from '@shared/sending';
import { readPreviewAnswer } from '@shared/service/answers';
import { brokeOff, type Outcome } from '@shared/service/outcome';
import { startChatAppPreviewRequest, type ServiceRequest } from '@shared/service/operations';
import { publicationKey } from '@shared/theme/theme';
import { newId, OpenIntents, type Departure } from '../storage/storage';
import { readPreviewForm } from './preview-form';
import { knownConnections } from './known-connection';
import { lastSentAt } from './last-sent';
import { longestHistory, type PreviewsDocument } from './previews-document';
import { assertKnown, isNewRecipient } from './recipients';
import { openRunRecord } from './run-record';
import { createShortcutCalls } from './shortcut-calls';
import { shortcutsBackup, type ConnectionPlace, type ShortcutsBackup } from './shortcuts-backup';
import { targetOf, withWhereItGoes } from './where-it-goes';

/** What previews need of the service client. It throws a `ProblemError` when nothing was sent. */
export type SendPreview = (
  connection: Connection,
  request: ServiceRequest,
  options: {
    kind: 'startChatAppPreview';
    subject: string;
    once: true;
    signal: AbortSignal;
    /** The id to write the request down under, so that both records name the same one. */
    activityId: string;
    /** Awaited when its turn has come: what it rejects with keeps it back, and is thrown. */
    beforeStart: () => Promise<void>;
    /** It leaves now. */
    onStart: () => void;
    /** A proxy holds it back: it has not left. */
    onHeld: () => void;
  },
) => Promise<{ activityId: string; outcome: Outcome; body: unknown }>;

type PreviewForm = PreviewFields & { connectionId: string; confirmedPlace?: string | undefined };

/**
 * Where a preview was started: what is started in the terminal is shown in the window, too; in the launcher, in
 * which of its pages, as one that comes after knows nothing of it.
 */
export type StartedFrom = 'window' | 'tray' | { readonly launcherPage: number };

export interface PreviewsOptions {
  /** The profile's folder. */
  folder: string;
  send: SendPreview;
  /** @throws ProblemError `storageNotRead`, `storageNewer` while it is not known whether there is one */
  connectionById: (id: string) => Connection | undefined;
  /** The connection to a workspace, whatever its id. */
  connectionAt: (place: ConnectionPlace) => Connection | undefined;
  /** For logs: something went wrong that a person need not act on. */
  warn: (event: string, fields: Record<string, unknown>) => void;
  /** The number of the launcher's page that is there now. */
  launcherPage?: () => number;
  /** ISO 8601. */
  now?: () => string;
}

export interface PreviewsRoom {
  readonly handlers: Handlers<FoyerCalls>['previews'];
  /** Tells of each change; returns its end. */
  onChange: (listener: (previews: Previews) => void) => () => void;
  /** The list as it is now. @throws ProblemError `storageNotRead` */
  snapshot: () => Previews;
  /** The shortcuts as they are now, to be offered; `undefined` while they can't be read. */
  shortcuts: () => Previews['shortcuts'] | undefined;
  /** Tells of each run that has ended, however it was started; returns its end. */
  onEnd: (listener: (run: PreviewRun, from: StartedFrom) => void) => () => void;
  /** Where connections lead has changed, and with it what was sent from there. */
  connectionsChanged: () => void;
  /** Tells why a start sent nothing, of which the history has nothing; returns its end. */
  onRefusal: (listener: (problem: Problem, from: StartedFrom) => void) => () => void;
  /** The shortcuts' part of a backup. */
  readonly backupPart: ShortcutsBackup;
  /** As the window's call; what `brokenOff` finds in line does not leave, and what has left goes on. */
  start: (form: PreviewForm, brokenOff?: AbortSignal, from?: StartedFrom) => Promise<PreviewRun>;
  /** Takes back what has not left; of what has, nobody waits for the answer any more. */
  stopAll: () => void;
  /** At the end of the app: takes back what has not left; resolves when all that was told is written. */
  close(): Promise<void>;
}

/**
 * A run that stands in line longer than this is shown before it leaves; one that is answered later than
 * this is in the list on the disk before its end.
 */
const soonMs = 100;

/** Opens the room. Runs that were under way when the app ended are marked as not known. */
export async function createPreviews(options: PreviewsOptions): Promise<PreviewsRoom> {
  const { send, connectionById, warn, launcherPage = () => 0 } = options;
  const { now = () => new Date().toISOString() } = options;
  const knownConnection = knownConnections(connectionById);
  const listeners = new Set<(previews: Previews) => void>();
  /** The runs under way, by their targets (`targetOf`); the latest last. */
  const underWay = new Map<string, PreviewRun>();
  const intents = new OpenIntents<PreviewRun>(() => tell());
  let revision = 0;
  let isClosed = false;
  const record = await openRunRecord({ folder: options.folder, tell: () => tell(), warn });
  const { document } = record;
  const endListeners = new Set<(run: PreviewRun, from: StartedFrom) => void>();
  const refusalListeners = new Set<(problem: Problem, from: StartedFrom) => void>();

  const whenLastSent = (shortcut: ShortcutInput) => {
    const connection = knownConnection(shortcut.connectionId);
    return lastSentAt(document.get(), shortcut, connection && publicationKey(connection));
  };

  const shown = (shortcut: PreviewShortcut) => {
    const connection = knownConnection(shortcut.connectionId);
    const isNew = isNewRecipient(document.get(), connection, shortcut.to);
    const noted = whenLastSent(shortcut);
    // A shortcut knows itself when it was sent, but not from which workspace; nor do the oldest runs.
    const ofPlace = isNew ? null : noted;
    const lastAt = connection ? ofPlace : (shortcut.lastAt ?? noted);
    return { ...shortcut, lastAt, isNewRecipient: isNew };
  };

  const snapshot = (): Previews => {
    const { history, shortcuts, drafts } = document.get();
    return {
      revision,
      history: intents
        .shown(history)
        .slice(0, longestHistory)
        .map((run) => withWhereItGoes(run, knownConnection(run.connectionId))),
      shortcuts: shortcuts.map(shown),
      drafts,
    };
  };

  /** Tells the windows what there is now. */
  function tell(): void {
    revision += 1;
    for (const listener of listeners) listener(snapshot());
  }

  /** The end of a run, told and written. Never rejects. */
  async function putEnd(ended: PreviewRun, from: StartedFrom): Promise<void> {
    const isPut = record.end(ended);
    for (const listener of endListeners) listener(ended, from);
    await isPut;
  }

  /** Changes the shortcuts; what the disk refuses is as before. */
  async function keepShortcuts(
    change: (before: PreviewsDocument['shortcuts']) => PreviewsDocument['shortcuts'],
  ): Promise<void> {
    try {
      await record.put((before) => ({ ...before, shortcuts: change(before.shortcuts) }), {
        ifRefused: 'undo',
      });
    } catch (error) {
      if (document.isRead) tell();
      throw error;
    }
  }

  /** @throws ProblemError `notFound`, and what `connectionById` throws */
  function requiredConnection(id: string): Connection {
    const connection = connectionById(id);
    if (!connection) throw new ProblemError({ code: 'notFound', what: 'connection' });
    return connection;
  }

  async function sendOnce(
    connection: Connection,
    request: ServiceRequest,
    intent: PreviewRun,
    { confirmedPlace, from }: Pick<PreviewForm, 'confirmedPlace'> & { from: StartedFrom },
    { signal, hasLeft, isHeld }: Departure,
  ): Promise<PreviewRun> {
    let run = intent;
    const { activityId, input } = intent;
    let hasEnded = false;
    let waiting = setTimeout(tell, soonMs);
    const hasItsEnd = () => {
      hasEnded = true;
      clearTimeout(waiting);
    };
    let sent;
    try {
      sent = await send(connection, request, {
        kind: 'startChatAppPreview',
        subject: input.botId,
        once: true,
        signal,
        activityId,
        async beforeStart() {
          // One before it, to the same recipient, may have come to nothing.
          assertKnown(document.get(), connection, input.to, confirmedPlace);
          await record.leaves(run);
        },
        // The list must not hold it up, nor must what the windows draw of it.
        onStart() {
          hasLeft();
          // It was sent now, and not when it was handed over.
          run = { ...run, at: now() };
          setImmediate(() => {
            if (!hasEnded) record.show(run);
          });
          clearTimeout(waiting);
          waiting = setTimeout(() => {
            // At the end it is among those that left, and the room writes nothing more.
            if (!isClosed) void record.write();
          }, soonMs);
        },
        onHeld() {
          isHeld();
          tell();
        },
      });
    } catch (error) {
      hasItsEnd();
      return await endWithoutSent(run, error, from);
    }
    hasItsEnd();
    const { message } =
      (sent.outcome.kind === 'accepted' ? readPreviewAnswer(sent.body) : undefined) ?? {};
    const ended: PreviewRun = {
      ...run,
      outcome: sent.outcome,
      ...(message !== undefined && { message: message.slice(0, 4_000) }),
    };
    await putEnd(ended, from);
    return ended;
  }

  /**
   * A `ProblemError` says that nothing left, and is thrown on. After any other error that can't be
   * known, so the run ends as not sure: an error would have a person try again.
   */
  async function endWithoutSent(
    run: PreviewRun,
    error: unknown,
    from: StartedFrom,
  ): Promise<PreviewRun> {
    if (error instanceof ProblemError) {
      await record.remove(run);
      throw error;
    }
    warn('previews.brokeOff', { error: String(error) });
    const ended = { ...run, outcome: brokeOff };
    await putEnd(ended, from);
    return ended;
  }

  async function startOnce(
    form: PreviewForm,
    from: StartedFrom,
    brokenOff?: AbortSignal,
  ): Promise<PreviewRun> {
    const connection = requiredConnection(form.connectionId);
    const input = readPreviewForm(form);
    const request = startChatAppPreviewRequest(connection, input);
    const target = targetOf(connection.baseAddress, input);
    const other = underWay.get(target);
    if (other) {
      const isSame = other.input.startGroupId === input.startGroupId;
      throw new ProblemError({ code: isSame ? 'alreadyUnderWay' : 'recipientBusy' });
    }
    // Nothing leaves while it is not known to whom something was sent before.
    assertKnown(document.get(), connection, input.to, form.confirmedPlace);
    const run: PreviewRun = {
      activityId: newId(),
      at: now(),
      connectionId: connection.id,
      place: publicationKey(connection),
      input,
      outcome: null,
    };
    underWay.set(target, run);
    const takeBack = () => intents.takeBack(run.activityId);
    brokenOff?.addEventListener('abort', takeBack);
    try {
      return await intents.run(run, (departure) =>
        sendOnce(
          connection,
          request,
          run,
          { confirmedPlace: form.confirmedPlace, from },
          departure,
        ),
      );
    } finally {
      brokenOff?.removeEventListener('abort', takeBack);
      underWay.delete(target);
    }
  }

  /** The latest that is under way from a connection: one before it can be on its way to where that led then. */
  function lastStarted(connectionId: string, typed: { botId: string; to: string }) {
    const wanted = targetOf(connectionId, typed);
    return [...underWay.values()]
      .filter((run) => targetOf(run.connectionId, run.input) === wanted)
      .at(-1);
  }

  function tellRefusal(error: unknown, from: StartedFrom): never {
    if (error instanceof ProblemError) {
      for (const listener of refusalListeners) listener(error.problem, from);
    }
    throw error;
  }

  const start: PreviewsRoom['start'] = (form, brokenOff, from = 'window') =>
    startOnce(form, from, brokenOff).catch((error: unknown) => tellRefusal(error, from));

  return {
    handlers: {
      list: snapshot,
      start: ({ isOfLauncher, ...form }) =>
        start(form, undefined, isOfLauncher ? { launcherPage: launcherPage() } : 'window'),
      isNewRecipient({ connectionId, to }) {
        const connection = requiredConnection(connectionId);
        const isNew = isNewRecipient(document.get(), connection, to);
        return { isNew, place: publicationKey(connection) };
      },
      cancel({ connectionId, activityId, ifInLine, ...typed }) {
        const id = activityId ?? lastStarted(connectionId, typed)?.activityId;
        if (id !== undefined) intents[ifInLine ? 'takeBack' : 'stop'](id);
      },
      async saveDraft({ connectionId, fields }) {
        // It stands in the form all the same: the disk has it as soon as it takes it.
        // No window is told: the form is its own.
        await document.change(
          (before) => ({ ...before, drafts: { ...before.drafts, [connectionId]: fields } }),
          { ifRefused: 'keep', mayRest: true },
        );
      },
      ...createShortcutCalls(keepShortcuts, whenLastSent),
    },
    start,
    snapshot,
    shortcuts: () => (document.isRead ? snapshot().shortcuts : undefined),
    connectionsChanged() {
      if (document.isRead) tell();
    },
    backupPart: shortcutsBackup({
      all: () => document.get().shortcuts,
      connectionById,
      connectionAt: options.connectionAt,
      lastSentAt: whenLastSent,
      change: keepShortcuts,
    }),
    onEnd(listener) {
      endListeners.add(listener);
      return () => endListeners.delete(listener);
    },
    onRefusal(listener) {
      refusalListeners.add(listener);
      return () => refusalListeners.delete(listener);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stopAll() {
      intents.stopAll();
    },
    async close() {
      isClosed = true;
      await intents.close();
      await document.close();
    },
  };
}
