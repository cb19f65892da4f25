/**
 * The controls of the tests beside this one: a queue as one would write it in an afternoon, under the
 * same faults. It sends to wherever the connection leads by then, tries again whatever went wrong, and
 * keeps the time of its next try by the computer's clock.
 */
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import type { PracticeBehaviour } from '../practice/practice';
import { newId } from '../storage/storage';
import { expectControlToFail } from '../testing/fault-tally';
import { FakeClock } from './testing/fake-clock';
import { freePort } from './testing/free-port';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

/** Status 0: no whole answer came. */
function put(made: OutboxFixture, name: string): Promise<{ status: number; text: string }> {
  const { baseAddress, workspaceId } = made.connection;
  return new Promise((done) => {
    const sent = request(`${baseAddress}/themeTemplates/${newId()}`, {
      method: 'PUT',
      agent: false,
      headers: {
        authorization: `Bearer ${made.token ?? ''}`,
        'content-type': 'application/json',
      },
    });
    const nothing = () => done({ status: 0, text: '' });
    sent.on('error', nothing);
    sent.on('response', (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('error', nothing);
      answer.on('end', () => done({ status: answer.statusCode ?? 0, text }));
    });
    sent.end(JSON.stringify({ workspaceId, name, theme: newTheme() }));
  });
}

class NaiveQueue {
  readonly #made: OutboxFixture;
  readonly #clock: FakeClock;
  readonly #items: { name: string; at: number }[] = [];

  constructor(made: OutboxFixture, clock = new FakeClock()) {
    this.#made = made;
    this.#clock = clock;
  }

  get length(): number {
    return this.#items.length;
  }

  add(name: string, waitMs = 0): void {
    this.#items.push({ name, at: this.#clock.date().getTime() + waitMs });
  }

  /** Sends what is due, each once; what went wrong stays. */
  async turn(): Promise<void> {
    for (const item of [...this.#items]) {
      if (item.at > this.#clock.date().getTime()) continue;
      const { status, text } = await put(this.#made, item.name);
      if (status === 200 && text.startsWith('{')) this.#items.splice(this.#items.indexOf(item), 1);
    }
  }
}

/** How often a service has one of the names twice or more. */
function doubles(made: OutboxFixture): number {
  const names = made.practice.state().templates.map(({ name }) => name);
  return names.length - new Set(names).size;
}

describe('control: a queue that tries again whatever went wrong', () => {
  it('makes copies at a service that acted before it failed', async () => {
    const faults: PracticeBehaviour[] = [
      { cut: 'afterActing' },
      { cut: 'afterHeaders' },
      { cut: 'midBody' },
      { status: 500, acts: true },
      { form: 'html', acts: true },
      { form: 'empty', acts: true },
    ];
    const made = await outboxFixture();
    const queue = new NaiveQueue(made);
    for (const [index, fault] of faults.entries()) {
      made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', ...fault, times: 1 });
      queue.add(`theme ${String(index)}`);
      for (let turn = 0; turn < 3; turn += 1) await queue.turn();
    }
    expect(queue.length).toBe(0);
    expectControlToFail('a queue that tries again whatever went wrong', doubles(made));
  });

  it('makes copies while the network goes and comes', async () => {
    const made = await outboxFixture({ port: await freePort() });
    const { practice } = made;
    practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    const queue = new NaiveQueue(made);
    for (let theme = 0; theme < 40; theme += 1) queue.add(`theme ${String(theme)}`);
    for (let turn = 0; turn < 50 && doubles(made) === 0; turn += 1) {
      const { length } = practice.state().templates;
      // The first has been acted on when the network goes, and its answer is under way.
      practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
      const sending = queue.turn();
      while (practice.state().templates.length === length && queue.length > 0) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      await practice.stop();
      await sending;
      await practice.start();
    }
    expectControlToFail('a queue that sends all again when the network is back', doubles(made));
  });

  it('makes copies of what was under way when the computer slept', async () => {
    const made = await outboxFixture();
    const { practice } = made;
    const clock = new FakeClock();
    const queue = new NaiveQueue(made, clock);
    queue.add('theme');
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    const sending = queue.turn();
    while (practice.received().length === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    // A connection does not outlast it.
    clock.sleep(60_000, true);
    await sending;
    practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    await queue.turn();
    expectControlToFail('a queue that sends again what was under way in a sleep', doubles(made));
  });

  it('asks again at once, whatever it was told of when', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '3600', times: 3 });
    const queue = new NaiveQueue(made);
    queue.add('theme');
    for (let turn = 0; turn < 3; turn += 1) await queue.turn();
    const early = made.practice.received().length - 1;
    expectControlToFail('a queue that knows no Retry-After', early);
  });
});

describe('control: a queue that keeps its times by the computer’s clock', () => {
  const day = 24 * 60 * 60 * 1_000;
  it.each([day, -day, 3_652 * day, -3_652 * day])('set by %d ms', async (change) => {
    const made = await outboxFixture();
    const clock = new FakeClock();
    const queue = new NaiveQueue(made, clock);
    queue.add('theme', 60_000);
    clock.set(change);
    clock.pass(59_000);
    await queue.turn();
    const early = made.practice.received().length;
    clock.pass(2_000);
    await queue.turn();
    // Sent before its time, or not when it came.
    expectControlToFail(
      `times by a clock that is set by ${String(change)} ms`,
      early + queue.length,
    );
  });
});

describe('control: a queue that asks where to only when it sends', () => {
  it('sends to a workspace that the theme was not meant for', async () => {
    const made = await outboxFixture();
    const queue = new NaiveQueue(made);
    queue.add('w1');
    Object.assign(made.connection, { workspaceId: 'w2' });
    await queue.turn();
    const astray = made.practice
      .received()
      .filter(({ body }) => (JSON.parse(body) as { workspaceId: string }).workspaceId !== 'w1');
    expectControlToFail('a connection that is edited while a theme waits', astray.length);
  });
});
