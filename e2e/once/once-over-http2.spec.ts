/**
 * Once means once at a service that offers HTTP/2. Over it Chromium repeats what a service has read:
 * when the stream is called refused, and, fresh connection or not, when a ping stays unanswered. So
 * Foyer speaks HTTP/1.1 there too. The control is Chromium as it is, the ordinary way.
 */
import { expect, test } from '@playwright/test';
import { attempt, expectControlToFail } from '../../src-main/testing/fault-tally';
import { trustIt } from './certificate';
import { startHarness, type RunningHarness } from './electron-app';
import type { Harness } from './harness';
import { startHttp2Service, type Http2Fault, type Http2Service } from './http2-server';

test.describe.configure({ retries: 0 });

const sends = 40;
const controlSends = 5;
const methods = ['PATCH', 'POST', 'PUT'] as const;

let service: Http2Service;
let running: RunningHarness;

test.beforeEach(async () => {
  service = await startHttp2Service();
});

test.afterEach(async () => {
  await running.stop();
  await service.stop();
});

function pathsFor(fault: string, method: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `/${fault}/${method}/${String(at)}`);
}

const arrivalsOf = (paths: readonly string[]) =>
  paths.map((path) => service.arrivals.get(path) ?? 0);

/** Sends through the product's transport, one after the other; what the app saw of each. */
function sendAll(method: string, paths: readonly string[], isWarm = false) {
  return running.app.evaluate(
    async (_electron, { method, urls, warm }) => {
      const { harness } = globalThis as unknown as { harness: Harness };
      const seen: string[] = [];
      for (const url of urls) {
        if (warm !== undefined) await harness.send(method, warm);
        const { status, end } = await harness.send(method, url);
        seen.push(status === undefined ? end : String(status));
      }
      return seen;
    },
    {
      method,
      urls: paths.map((path) => service.origin + path),
      ...(isWarm ? { warm: `${service.origin}/warm` } : {}),
    },
  );
}

/** The same the ordinary way, on a connection that was used before. */
function sendAllNaively(method: string, paths: readonly string[]) {
  return running.app.evaluate(
    async (_electron, { method, urls, warm }) => {
      const { harness } = globalThis as unknown as { harness: Harness };
      const seen: string[] = [];
      for (const [at, url] of urls.entries()) {
        // That a service wants HTTP/1.1 is remembered: each in a session that doesn't know yet.
        const partition = `naive ${url} ${String(at)}`;
        await harness.sendNaively(method, warm, partition);
        seen.push(await harness.sendNaively(method, url, partition));
      }
      return seen;
    },
    {
      method,
      urls: paths.map((path) => service.origin + path),
      warm: `${service.origin}/warm`,
    },
  );
}

test('a service that offers HTTP/2 and closes, resets or answers 408 gets each exactly once', async () => {
  test.setTimeout(180_000);
  running = await startHarness({ switches: trustIt() });
  for (const fault of ['close', 'reset', 'answer408'] satisfies Http2Fault[]) {
    for (const isWarm of [false, true]) {
      for (const method of methods) {
        await attempt(
          'sentTwice',
          { fault, method, isWarm, over: 'HTTP/2' },
          async () => {
            const paths = pathsFor(fault, `${method}/${isWarm ? 'warm' : 'fresh'}`, sends);
            const seen = await sendAll(method, paths, isWarm);
            expect(arrivalsOf(paths), `${fault} ${method}`).toEqual(paths.map(() => 1));
            expect(new Set(seen)).toEqual(new Set([fault === 'answer408' ? '408' : 'failed']));
          },
          sends,
        );
      }
    }
  }
  expect([...service.spoken]).toEqual(['1.1']);
});

test('a service has no way to call a stream refused, after which Chromium sends again', async () => {
  running = await startHarness({ switches: trustIt() });
  for (const fault of ['refused', 'http11Required'] satisfies Http2Fault[]) {
    for (const method of methods) {
      await attempt(
        'sentTwice',
        { fault, method, over: 'HTTP/2' },
        async () => {
          const paths = pathsFor(fault, method, sends);
          const seen = await sendAll(method, paths);
          expect(arrivalsOf(paths), `${fault} ${method}`).toEqual(paths.map(() => 1));
          expect(new Set(seen)).toEqual(new Set(['failed']));
        },
        sends,
      );
    }
  }
  expect([...service.spoken]).toEqual(['1.1']);
});

test('a 421, which says that nothing was acted on, brings the request once more and never again', async () => {
  running = await startHarness({ switches: trustIt() });
  for (const method of methods) {
    const once = pathsFor('misdirected', method, sends);
    expect(new Set(await sendAll(method, once))).toEqual(new Set(['200']));
    expect(arrivalsOf(once)).toEqual(once.map(() => 2));
    const always = pathsFor('misdirected/always', method, sends);
    expect(new Set(await sendAll(method, always))).toEqual(new Set(['421']));
    expect(arrivalsOf(always)).toEqual(always.map(() => 2));
  }
});

test('over HTTP/2 the ordinary way sends each twice and sees one 200', async () => {
  running = await startHarness({ switches: trustIt(), asChromiumIs: true });
  let twice = 0;
  for (const fault of ['close', 'reset', 'refused', 'http11Required'] satisfies Http2Fault[]) {
    for (const method of methods) {
      const paths = pathsFor(fault, method, controlSends);
      const seen = await sendAllNaively(method, paths);
      expect(arrivalsOf(paths), `${fault} ${method}`).toEqual(paths.map(() => 2));
      twice += paths.length;
      expect(new Set(seen)).toEqual(new Set(['200']));
    }
  }
  expect([...service.spoken]).toContain('2.0');
  expectControlToFail('HTTP/2, the ordinary way', twice);
  // The product's way of sending is not to be had there.
  await expect(sendAll('POST', ['/warm'])).rejects.toThrow(/protocols over which requests/u);
});
