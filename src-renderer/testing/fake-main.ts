/**
 * A main process for component tests, derived from the contract: a test gives handlers for the calls
 * it expects, typed like main's own, and says which events come. Inputs and outputs are checked
 * against the contract, so that a test can't pass on a shape that main would refuse.
 */
import { calls, type FoyerCalls } from '@shared/bridge/calls';
import type { Handlers } from '@shared/bridge/contract';
import { events, type EventName, type EventPayloads } from '@shared/bridge/events';
import type { Call } from '@shared/bridge/contract';
import { ProblemError } from '@shared/problem-error';
import type { z } from 'zod';

type PartialHandlers = {
  [Room in keyof FoyerCalls]?: Partial<Handlers<FoyerCalls>[Room]>;
};

export interface FakeMain {
  /** Each call that was made, in order. */
  readonly log: { name: string; input: unknown }[];
  /** Sends an event to whoever listens. */
  emit<Name extends EventName>(name: Name, payload: EventPayloads[Name]): void;
  /** Resolves when each call has its answer, and so has each that was made because of one. */
  answered(): Promise<void>;
}

function entry<Value>(rooms: object, name: string): Value | undefined {
  const [room = '', key = ''] = name.split('.');
  return (rooms as Record<string, Record<string, Value> | undefined>)[room]?.[key];
}

/** Puts a fake main behind `window.foyer`. A call without a handler fails the test by its name. */
export function installFakeMain(handlers: PartialHandlers): FakeMain {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const log: FakeMain['log'] = [];
  const pending = new Set<Promise<unknown>>();
  const answer: Window['foyer']['invoke'] = async (name, input) => {
    const call = entry<Call>(calls, name);
    if (!call) throw new Error(`The contract has no call ${name}.`);
    const handler = entry<(input: unknown) => unknown>(handlers, name);
    // These are told in passing, in whatever test.
    if (!handler && (name === 'app.keepFirstScreen' || name === 'app.atWork'))
      return { ok: true, value: undefined };
    if (!handler) throw new Error(`The test has no handler for ${name}.`);
    const checked = call.input.parse(input);
    log.push({ name, input: checked });
    try {
      return { ok: true, value: call.output.parse(await handler(checked)) };
    } catch (error) {
      if (error instanceof ProblemError) return { ok: false, problem: error.problem };
      throw error;
    }
  };
  const wire: Window['foyer'] = {
    invoke(name, input) {
      const answered = answer(name, input);
      pending.add(answered);
      const end = (): boolean => pending.delete(answered);
      answered.then(end, end);
      return answered;
    },
    subscribe(name, listener) {
      if (!entry(events, name)) throw new Error(`The contract has no event ${name}.`);
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => set.delete(listener);
    },
  };
  Object.defineProperty(window, 'foyer', { value: wire, configurable: true });
  return {
    log,
    emit(name, payload) {
      const schema = entry<z.ZodType>(events, name);
      const checked = schema?.parse(payload);
      for (const listener of listeners.get(name) ?? []) listener(checked);
    },
    async answered() {
      do {
        await Promise.allSettled(pending);
        // What came of an answer may ask for more.
        await new Promise((done) => setTimeout(done));
      } while (pending.size > 0);
    },
  };
}
