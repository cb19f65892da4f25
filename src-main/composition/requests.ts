/** What a start, a link or a command of the terminal asks for, and how it is done. */
import { publicationKey } from '@shared/theme/theme';
import { ProblemError } from '@shared/problem-error';
import { app } from 'electron';
import {
  answerTerminal,
  failedAnswer,
  isOnWaylandNow,
  notifyOfOpen,
  showLink,
  takeCliRequest,
  type Asked,
  type HandedStart,
  type MainWindowKeeper,
  type TerminalAnswer,
  type TerminalCommand,
} from '../app/app';
import { newId, problemOfStorage } from '../storage/storage';
import type { Foundation } from './foundation';
import type { Rooms, StoredRooms } from './rooms';
import type { Shell } from './shell';

export interface Requests {
  /** Answers a command of the terminal; what `brokenOff` finds in line does not leave. Never rejects. */
  answer(command: TerminalCommand, brokenOff?: AbortSignal): Promise<TerminalAnswer>;
  /** Shows what was asked for. */
  show(asked: Asked): void;
  /** Does what another start handed over. Never throws. */
  take(start: HandedStart): void;
  /** Resolves when nothing that was handed over is under way. */
  settled(): Promise<void>;
}

export function createRequests(
  { emit, log, profile }: Foundation,
  { connections, previews, proxy, transfer }: Rooms & StoredRooms,
  shell: Shell,
  mainWindow: Pick<MainWindowKeeper, 'isInFront'>,
): Requests {
  /** Nothing was sent yet, whatever went wrong. @throws ProblemError */
  function refuse(error: unknown): never {
    if (error instanceof ProblemError) throw error;
    const id = newId();
    log.error('practice.resume', { id, error: String(error) });
    throw new ProblemError(problemOfStorage(error) ?? { code: 'internal', id });
  }

  async function answer(
    command: TerminalCommand,
    brokenOff?: AbortSignal,
  ): Promise<TerminalAnswer> {
    try {
      return await answerTerminal(command, {
        previews: () => previews.snapshot(),
        connections: () => connections.read(),
        async start(preview) {
          const connection = connections.byId(preview.connectionId);
          if (connection?.isPractice) await connections.resumePractice().catch(refuse);
          brokenOff?.throwIfAborted();
          proxy.mayAskAgain();
          // The practice service may have been started elsewhere: it is the connection that was typed.
          const now = connections.byId(preview.connectionId);
          return previews.start(
            { ...preview, confirmedPlace: now && publicationKey(now) },
            brokenOff,
          );
        },
      });
    } catch (error) {
      log.error('terminal.failed', { error: error instanceof Error ? error.stack : String(error) });
      return failedAnswer(command);
    }
  }

  function show(asked: Asked): void {
    if (asked.kind === 'hidden') return shell.open(true);
    shell.show();
    // A window shows one thing after the other: what a link asks is answered first.
    const link = asked.kind === 'link' || asked.kind === 'files' ? asked.link : undefined;
    if (link !== undefined) followLink(link);
    if (asked.kind === 'files') transfer.open(asked.files);
  }

  function followLink(link: string): void {
    showLink(link, {
      shortcuts: previews.shortcuts(),
      connections: connections.known(),
      ask: shell.ask,
      openTheme: (id) => emit('app', 'openTheme', { id }),
    });
  }

  async function taken({ asked, callId }: HandedStart): Promise<void> {
    if (asked.kind === 'preview' || asked.kind === 'list') {
      // Without its request, which only this user can have made, nothing is done.
      const request = callId === undefined ? undefined : await takeCliRequest(profile, callId);
      request?.answer(await answer(asked, request.brokenOff));
      return;
    }
    await app.whenReady();
    show(asked);
    if (asked.kind === 'hidden' || !isOnWaylandNow()) return;
    if (!(await mainWindow.isInFront())) notifyOfOpen(shell.show);
  }

  const underWay = new Set<Promise<void>>();
  return {
    answer,
    show,
    take(start) {
      const one = taken(start)
        .catch((error: unknown) => log.error('start.handedOver', { error: String(error) }))
        .then(() => void underWay.delete(one));
      underWay.add(one);
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
