/**
 * The shape of the contract: what a call and an event are, and the types that both sides derive
 * from it. The contract itself is `calls.ts` and `events.ts`.
 */
import type { z } from 'zod';
import type { Answer } from '../problem';

/** One call: what goes in, what comes out. Both are checked in main. */
export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input;
  readonly output: Output;
}

/** Declares a call of the contract. */
export function call<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): Call<Input, Output> {
  return { input, output };
}

/** Rooms of calls, and rooms of events. */
export type Calls = Readonly<Record<string, Readonly<Record<string, Call>>>>;
export type Events = Readonly<Record<string, Readonly<Record<string, z.ZodType>>>>;

/** `room.name`, as it travels. */
export type NameIn<Rooms extends Readonly<Record<string, Readonly<Record<string, unknown>>>>> = {
  [Room in keyof Rooms & string]: `${Room}.${keyof Rooms[Room] & string}`;
}[keyof Rooms & string];

/** The names of all entries; channels are never typed by hand. */
export function namesOf<Rooms extends Readonly<Record<string, Readonly<Record<string, unknown>>>>>(
  rooms: Rooms,
): NameIn<Rooms>[] {
  return Object.entries(rooms).flatMap(([room, entries]) =>
    Object.keys(entries).map((name) => `${room}.${name}` as NameIn<Rooms>),
  );
}

/** Main's side: a handler for every call, or it does not compile. It throws a `ProblemError`. */
export type Handlers<Rooms extends Calls> = {
  readonly [Room in keyof Rooms]: {
    readonly [Name in keyof Rooms[Room]]: (
      input: z.output<Rooms[Room][Name]['input']>,
    ) => z.input<Rooms[Room][Name]['output']> | Promise<z.input<Rooms[Room][Name]['output']>>;
  };
};

/** The renderer's side: a function for every call. It throws a `ProblemError`. */
export type Facade<Rooms extends Calls> = {
  readonly [Room in keyof Rooms]: {
    readonly [Name in keyof Rooms[Room]]: (
      ...input: undefined extends z.input<Rooms[Room][Name]['input']>
        ? []
        : [input: z.input<Rooms[Room][Name]['input']>]
    ) => Promise<z.output<Rooms[Room][Name]['output']>>;
  };
};

/** What preload exposes as `window.foyer`: two functions, open for the contract's names only. */
export interface Wire {
  invoke(name: string, input: unknown): Promise<Answer<unknown>>;
  /** Calls the listener for each event of that name; returns its end. */
  subscribe(name: string, listener: (payload: unknown) => void): () => void;
}

/** The origin of all of Foyer's own pages. */
export const ownOrigin = 'app://foyer';

/** The one channel for calls and the one for events. */
export const callChannel = 'foyer:call';
export const eventChannel = 'foyer:event';
