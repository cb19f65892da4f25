/**
 * Main's side of the contract. One way for every call: the sender first, then the name, the input,
 * the work, the output. It never throws; an unforeseen error is logged under an id and answered as
 * `internal`. Nothing here knows Electron: `src-main/app` ties it to its windows.
 */
import { randomUUID } from 'node:crypto';
import {
  ownOrigin,
  type Call,
  type Calls,
  type Events,
  type Handlers,
  type NameIn,
} from '@shared/bridge/contract';
import { refusedFields } from '@shared/field-rule';
import { ProblemError } from '@shared/problem-error';
import { problemSchema, type Answer, type Problem } from '@shared/problem';
import type { z } from 'zod';

/** Who sent a message: what must be known of a frame to trust it. */
export interface Sender {
  /** The window is one that Foyer made, and lives. */
  isOurWindow: boolean;
  /** The frame is the window's top frame, not one inside it. */
  isTopFrame: boolean;
  /** The address of the document in that frame. */
  url: string;
}

/** What the bridge writes to the log. Inputs are never logged: they can hold a token. */
export interface BridgeLog {
  warn(event: string, fields: Record<string, unknown>): void;
  error(event: string, fields: Record<string, unknown>): void;
}

/** Whether a call is from the top frame of one of our windows, at our own origin. */
export function isTrusted(sender: Sender): boolean {
  if (!sender.isOurWindow || !sender.isTopFrame) return false;
  try {
    const { protocol, host } = new URL(sender.url);
    return `${protocol}//${host}` === ownOrigin;
  } catch (cause) {
    if (cause instanceof TypeError) return false;
    throw cause;
  }
}

interface Served {
  call: Call;
  handle: (input: unknown) => unknown;
}

function refusal(problem: Problem): Answer<never> {
  return { ok: false, problem };
}

/**
 * Makes the one function that answers all calls. `problemOf` says what an error of another room
 * means to a person, if it knows it: a full disk, for one.
 */
export function serve<Rooms extends Calls>(
  calls: Rooms,
  handlers: Handlers<Rooms>,
  log: BridgeLog,
  problemOf: (error: unknown) => Problem | undefined,
): (sender: Sender, name: unknown, input: unknown) => Promise<Answer<unknown>> {
  // A map, so that no name reaches a prototype's property.
  const served = new Map<string, Served>();
  for (const [room, entries] of Object.entries(calls)) {
    for (const [name, call] of Object.entries(entries)) {
      const handle = (handlers as Record<string, Record<string, (input: unknown) => unknown>>)[
        room
      ]?.[name];
      if (!handle) throw new Error(`No handler for ${room}.${name}.`);
      served.set(`${room}.${name}`, { call, handle });
    }
  }

  return async (sender, name, input) => {
    if (!isTrusted(sender)) {
      log.warn('bridge.foreignSender', { url: sender.url.slice(0, 200) });
      return refusal({ code: 'foreignSender' });
    }
    const entry = typeof name === 'string' ? served.get(name) : undefined;
    if (!entry) {
      const said = String(name).slice(0, 100);
      log.warn('bridge.unknownCall', { name: said });
      return refusal({ code: 'unknownCall', call: said });
    }
    const call = name as string;
    const parsed = entry.call.input.safeParse(input);
    if (!parsed.success) {
      const fields = refusedFields(parsed.error.issues);
      if (fields) return refusal({ code: 'invalidFields', fields });
      const where = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
      log.warn('bridge.badCall', { call, where });
      return refusal({ code: 'badCall', call, where: where.slice(0, 200) });
    }
    try {
      const value = await entry.handle(parsed.data);
      // Parsing the output drops keys that the contract doesn't have, so that nothing leaks.
      return { ok: true, value: entry.call.output.parse(value) };
    } catch (error) {
      const problem = error instanceof ProblemError ? error.problem : problemOf(error);
      if (problem) return refusal(problemSchema.parse(problem));
      const id = randomUUID().slice(0, 8);
      log.error('bridge.internal', { id, call, error: describe(error) });
      return refusal({ code: 'internal', id });
    }
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Sends one event to all windows; its payload is checked first. */
export type Emit<Rooms extends Events> = <
  Room extends keyof Rooms & string,
  Name extends keyof Rooms[Room] & string,
>(
  room: Room,
  name: Name,
  payload: z.input<Rooms[Room][Name]>,
) => void;

/** A window that listens. */
export interface Listener {
  send(name: string, payload: unknown): void;
}

export interface Emitter<Rooms extends Events> {
  readonly emit: Emit<Rooms>;
  /**
   * A window whose page was (re)loaded: its events wait until it is ready. What waited for the page
   * before it still does: nobody has seen it, and it may be a link that is asked only once.
   */
  attach(listener: Listener): void;
  detach(listener: Listener): void;
  /** The window's page listens: what waited for it is sent, and from now on each event at once. */
  ready(listener: Listener): void;
}

/**
 * The events' way out. What is emitted before a window says that it is ready waits in its queue, so
 * that nothing between its snapshot and its first event is missed.
 */
export function createEmitter<Rooms extends Events>(events: Rooms, log: BridgeLog): Emitter<Rooms> {
  const listeners = new Map<Listener, { isReady: boolean; waiting: [string, unknown][] }>();

  const emit: Emit<Rooms> = (room, name, payload) => {
    const fullName: NameIn<Rooms> = `${room}.${name}` as NameIn<Rooms>;
    const parsed = events[room]?.[name]?.safeParse(payload);
    if (!parsed?.success) {
      log.error('bridge.badEvent', { name: fullName, error: String(parsed?.error) });
      return;
    }
    for (const [listener, state] of listeners) {
      if (state.isReady) listener.send(fullName, parsed.data);
      else state.waiting.push([fullName, parsed.data]);
    }
  };

  return {
    emit,
    attach(listener) {
      const waiting = listeners.get(listener)?.waiting ?? [];
      listeners.set(listener, { isReady: false, waiting });
    },
    detach(listener) {
      listeners.delete(listener);
    },
    ready(listener) {
      const state = listeners.get(listener);
      if (!state) return;
      state.isReady = true;
      for (const [name, payload] of state.waiting.splice(0)) listener.send(name, payload);
    },
  };
}
