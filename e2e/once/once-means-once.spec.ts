/**
 * Once means once, on the real network stack: a server that reads a request and then closes, resets
 * or answers 408 gets each request exactly once, those that take their turn and those that leave side
 * by side. Beside it, the same request the ordinary way, which arrives twice: the proof that this test
 * can fail.
 */
import { expect, test } from '@playwright/test';
import { attempt, expectControlToFail } from '../../src-main/testing/fault-tally';
import { startHarness, type RunningHarness } from './electron-app';
import { startFaultyServer, type Fault, type FaultyServer } from './faulty-server';
import type { Harness } from './harness';

const sends = 40;
const controlSends = 5;
const faults: readonly Fault[] = ['close', 'reset', 'answer408'];
const connections = ['fresh', 'reused', 'warmed'] as const;
const methods = ['PATCH', 'POST', 'PUT'] as const;

type Connection = (typeof connections)[number];
/** In turn (`once`), side by side, or as a program does that takes no care. */
type Kind = 'once' | 'beside' | 'naive';

let running: RunningHarness;
let server: FaultyServer;

test.describe.configure({ retries: 0, mode: 'serial' });

test.beforeAll(async () => {
  server = await startFaultyServer();
  running = await startHarness();
  test.info().annotations.push({ type: 'electron', description: running.version });
});

test.afterAll(async () => {
  await running.stop();
  await server.stop();
});

/**
 * Sends `count` requests one after the other, each on a connection in the given state; returns what
 * the app saw of each.
 */
function sendAll(kind: Kind, method: string, connection: Connection, paths: readonly string[]) {
  return running.app.evaluate(
    async (_electron, { kind, method, connection, paths, origin }) => {
      const { harness } = globalThis as unknown as { harness: Harness };
      const send = async (path: string) => {
        if (kind === 'naive') return harness.sendNaively(method, origin + path);
        const result = await harness.send(method, origin + path, { once: kind === 'once' });
        return result.status === undefined ? result.end : String(result.status);
      };
      const seen: string[] = [];
      for (const path of paths) {
        if (connection === 'reused') await send(`/warm${path}`);
        if (connection === 'warmed') {
          await harness.warm(kind, origin);
          // Nothing tells when such a connection is there; loopback needs far less.
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        seen.push(await send(path));
      }
      return seen;
    },
    { kind, method, connection, paths, origin: server.origin },
  );
}

function pathsFor(kind: Kind, method: string, fault: Fault, connection: Connection, count: number) {
  return Array.from(
    { length: count },
    (_, at) => `/${fault}/${kind}/${connection}/${method}/${String(at)}`,
  );
}

function arrivalsOf(paths: readonly string[]): number[] {
  return paths.map((path) => server.arrivals.get(path) ?? 0);
}

for (const fault of faults) {
  for (const connection of connections) {
    test(`${fault}, ${connection} connection: each arrives exactly once`, async () => {
      for (const method of methods) {
        await attempt(
          'sentTwice',
          { fault, connection, method },
          async () => {
            const paths = pathsFor('once', method, fault, connection, sends);
            const seen = await sendAll('once', method, connection, paths);
            expect(arrivalsOf(paths)).toEqual(paths.map(() => 1));
            // And the app knows that it was not taken.
            expect(new Set(seen)).toEqual(new Set([fault === 'answer408' ? '408' : 'failed']));
          },
          sends,
        );
      }
    });
  }

  test(`${fault}: a later save arrives exactly once, too, on whatever connection`, async () => {
    for (const connection of connections) {
      await attempt(
        'sentTwice',
        { fault, connection, method: 'later PUT' },
        async () => {
          const paths = pathsFor('beside', 'PUT', fault, connection, sends);
          const seen = await sendAll('beside', 'PUT', connection, paths);
          expect(arrivalsOf(paths)).toEqual(paths.map(() => 1));
          expect(new Set(seen)).toEqual(new Set([fault === 'answer408' ? '408' : 'failed']));
        },
        sends,
      );
    }
  });

  test(`${fault}: the ordinary way sends it twice and sees one 200`, async () => {
    let twice = 0;
    for (const connection of ['reused', 'warmed'] as const) {
      for (const method of methods) {
        const paths = pathsFor('naive', method, fault, connection, controlSends);
        const seen = await sendAll('naive', method, connection, paths);
        expect(arrivalsOf(paths)).toContain(2);
        expect(seen).toContain('200');
        twice += arrivalsOf(paths).filter((arrivals) => arrivals > 1).length;
      }
    }
    expectControlToFail(`${fault}, sent the ordinary way`, twice);
  });
}
