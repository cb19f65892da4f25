import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { PracticeBehaviour } from '../practice/practice';
import { unaskedRepeats } from './item-status';
import {
  arrived,
  type FixtureConnection,
  outboxFixture,
  type OutboxFixture,
} from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/** A later save can make copies too: when its template was deleted at a service with ids of its own. */
describe('a later save at a service with ids of its own', () => {
  /** A theme that was published, and whose template was deleted at the service. */
  async function deletedThere(): Promise<OutboxFixture> {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    await made.publish();
    await made.drained();
    const [template] = made.practice.state().templates;
    made.practice.removeTemplate(template?.id ?? '');
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    return made;
  }

  const lost: readonly [name: string, behaviour: PracticeBehaviour][] = [
    ['is lost', { cut: 'afterActing' }],
    ['is a 500', { status: 500, acts: true }],
    ['is a 503 with Retry-After', { status: 503, retryAfter: '1', acts: true }],
    ['can’t be read', { form: 'html', acts: true }],
  ];

  describe.each(lost)('a later save whose answer %s', (_name, behaviour) => {
    it('is repeated once at most, then a person decides', async () => {
      const made = await deletedThere();
      made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', ...behaviour });
      await made.publish();
      await made.drained();
      expect(made.practice.state().templates.length).toBeLessThanOrEqual(2);
      expect(await made.items()).toMatchObject([
        { why: 'decision', isFirst: false, name: 'Port', unsureTries: 2 },
      ]);
      expect(await made.shown()).toMatchObject({ delivery: 'unknown' });
      // Neither a restart nor waking up is a decision.
      const before = made.practice.received().length;
      made.outbox.wake();
      await made.outbox.close(0);
      const again = await nextRun(made);
      await again.drained();
      await again.outbox.handlers.retry({});
      await again.drained();
      expect(made.practice.received()).toHaveLength(before);
      // A person's word is for one try.
      await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
      await again.drained();
      expect(made.practice.received()).toHaveLength(before + 1);
      expect(await again.items()).toMatchObject([{ why: 'decision', unsureTries: 3 }]);
    });

    it('says how many copies may be there, once one is answered', async () => {
      const made = await deletedThere();
      made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', ...behaviour, times: 1 });
      await made.publish();
      await made.drained();
      expect(made.answers.at(-1)?.result).toMatchObject({
        outcome: { kind: 'accepted' },
        hasOwnId: true,
        possibleCopies: 1,
      });
      expect(await made.items()).toEqual([]);
    });
  });

  it('is repeated until it arrives where the service is known to keep the client’s ids', async () => {
    const made = await outboxFixture();
    await made.publish();
    await made.drained();
    expect(made.connection.keepsClientIds).toBe('yes');
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 6 });
    await made.publish();
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(made.practice.state().templates).toMatchObject([{ name: 'Port' }]);
    expect(made.answers.at(-1)?.result?.possibleCopies).toBe(0);
  });

  it('counts the tries of a program that was killed, too', async () => {
    const made = await deletedThere();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', delayMs: 4_000, acts: true });
    let run = made;
    await run.publish();
    for (let start = 0; start < 4; start += 1) {
      const before = made.practice.received().length;
      const isAsked = async () => (await run.items())[0]?.why === 'decision';
      while (made.practice.received().length === before && !(await isAsked())) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      // As if it had been killed: nothing of this run is written any more.
      run = await outboxFixture({
        root: made.root,
        connections: run.connections.map((each) => ({ ...each })),
      });
      run.token = made.token;
      await run.items();
    }
    expect(made.practice.received().length).toBeLessThanOrEqual(3);
    await made.practice.stop();
  });

  describe('a 408 of a service with ids of its own, which has read the request and acted', () => {
    it('won’t create a duplicate by itself of a first save', async () => {
      const made = await outboxFixture();
      Object.assign(made.connection, { keepsClientIds: 'no' });
      made.practice.setBehaviour('all', { ids: 'own' });
      made.practice.setBehaviour('saveThemeTemplate', { status: 408, acts: true, times: 1 });
      await made.publish();
      await made.drained();
      expect(made.practice.state().templates).toHaveLength(1);
      expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: true }]);
    });
  });
});

/**
 * A service that answers 200 to everything says of a save that it came to nothing, and gives the template as it is beside that. That is
 * not taken for saved: a later save is repeated once, and a person decides about that and about a first one.
 */
describe('an answer of success that says no', () => {
  /** The service takes the first save and no change, or nothing at all. */
  async function lockedService(no: (template: unknown) => unknown, takesFirst = true) {
    const saves: string[] = [];
    let kept: unknown;
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => {
        const id = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
        const isFirst = takesFirst && kept === undefined;
        saves.push(id);
        kept ??= { id, ...(JSON.parse(text) as object) };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(isFirst ? { themeTemplate: kept } : no(kept)));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const connection = {
      ...{ id: 'c1', workspaceId: 'w1', label: 'c1' },
      ...{ baseAddress: `http://127.0.0.1:${String(port)}/v1` },
      ...{ preset: 'documented', presentation: { kind: 'bearer' }, keepsClientIds: 'unknown' },
    } satisfies FixtureConnection;
    return { saves, connection };
  }

  const message = 'The theme is locked by another editor';

  const noes = [
    ['without the template', () => ({ success: false, message })],
    ['with the template', (themeTemplate: unknown) => ({ success: false, message, themeTemplate })],
    ['in other words', (themeTemplate: unknown) => ({ Status: 'FAILED', message, themeTemplate })],
    ['as a number', (themeTemplate: unknown) => ({ ok: 0, message, themeTemplate })],
  ] as const;

  it.each(noes)(
    'a later save that came to nothing is not said to be published: %s',
    async (_, no) => {
      const { connection } = await lockedService(no);
      const made = await outboxFixture({ themes: 1, connections: [connection] });
      const [id = ''] = made.ids;
      await made.outbox.handlers.publish({ themeIds: [id], connectionIds: ['c1'] });
      await made.settled();
      await made.library.handlers.rename({ id, name: 'Port' });
      await made.outbox.handlers.publish({ themeIds: [id], connectionIds: ['c1'] });
      await made.settled();
      const publication = (await made.document(id)).publications[publicationKey(connection)];
      expect(publication?.sent?.name).not.toBe('Port');
      expect(await made.items()).toHaveLength(1);
    },
  );

  it.each(noes)('a first save is asked about, and not sent again unasked: %s', async (_, no) => {
    const { connection, saves } = await lockedService(no, false);
    const made = await outboxFixture({ themes: 1, connections: [connection] });
    const [id = ''] = made.ids;
    await made.outbox.handlers.publish({ themeIds: [id], connectionIds: ['c1'] });
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: true }]);
    expect(saves).toHaveLength(1);
  });
});

/**
 * Where the service keeps the client's IDs, a save that got no answer is repeated until it gets one. One that was answered with a success
 * that has no template in it (nothing, `{"success":true}`, or its no) would be answered so each time: it is repeated once at most, and
 * then a person decides, as anywhere.
 */
describe('an answer of success without a template', () => {
  const anHour = 60 * 60_000;

  interface Answer {
    readonly status: number;
    readonly body: string;
  }

  /** The service answers the first saves with their template, and each after those with this. */
  async function serviceAnswering({ status, body: said }: Answer, understood: number) {
    const saves: string[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => {
        const id = request.url?.split('/').at(-1) ?? '';
        const body = JSON.parse(text) as { name: string };
        saves.push(body.name);
        const isUnderstood = saves.length <= understood;
        response.writeHead(isUnderstood ? 200 : status, { 'content-type': 'application/json' });
        response.end(isUnderstood ? JSON.stringify({ themeTemplate: { id, ...body } }) : said);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const connection: FixtureConnection = {
      ...{ id: 'c1', workspaceId: 'w1', label: 'c1', preset: 'documented' },
      ...{ presentation: { kind: 'bearer' }, keepsClientIds: 'unknown' },
      baseAddress: `http://127.0.0.1:${String(port)}/v1`,
    };
    return { saves, connection };
  }

  async function publish(made: OutboxFixture, themeId = made.ids[0] ?? ''): Promise<void> {
    await made.outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
    await made.settled();
  }

  /** Lets everything go that goes by itself within an hour. */
  async function passAnHour(made: OutboxFixture): Promise<void> {
    const end = made.clock.date().getTime() + anHour;
    for (;;) {
      await made.settled();
      const [item] = await made.items();
      const next = item?.nextTryAt === undefined ? Infinity : Date.parse(item.nextTryAt);
      if (next > end) break;
      made.clock.pass(Math.max(1, next - made.clock.date().getTime() + 1));
    }
  }

  const answers = [
    ['nothing', { status: 200, body: '' }],
    ['the usual answer to a PUT', { status: 204, body: '' }],
    ['no template', { status: 200, body: '{"success":true}' }],
    ['its no', { status: 200, body: '{"success":false,"message":"The theme is locked"}' }],
  ] as const;

  it('the control: a change that is refused is sent once', async () => {
    const { saves, connection } = await serviceAnswering(
      { status: 400, body: '{"message":"The theme is locked"}' },
      1,
    );
    const made = await outboxFixture({ themes: 1, connections: [connection] });
    await publish(made);
    await made.library.handlers.rename({ id: made.ids[0] ?? '', name: 'Port' });
    await publish(made);
    await passAnHour(made);
    expect(saves).toEqual(['Harbour', 'Port']);
  });

  it.each(answers)('a change is repeated once, and asked about then: %s', async (_, answer) => {
    const { saves, connection } = await serviceAnswering(answer, 1);
    const made = await outboxFixture({ themes: 1, connections: [connection] });
    await publish(made);
    await made.library.handlers.rename({ id: made.ids[0] ?? '', name: 'Port' });
    await publish(made);
    await passAnHour(made);
    expect(saves).toEqual(['Harbour', 'Port', 'Port']);
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  });

  it.each(answers)('also over restarts: %s', async (_, answer) => {
    const { saves, connection } = await serviceAnswering(answer, 1);
    let made = await outboxFixture({ themes: 1, connections: [connection] });
    await publish(made);
    await made.library.handlers.rename({ id: made.ids[0] ?? '', name: 'Port' });
    await publish(made);
    for (let run = 0; run < 3; run += 1) {
      await made.outbox.close(0);
      made = await nextRun(made);
      await passAnHour(made);
    }
    expect(saves).toEqual(['Harbour', 'Port', 'Port']);
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  });

  it.each(answers)('a first save is asked about at once: %s', async (_, answer) => {
    const { saves, connection } = await serviceAnswering(answer, 1);
    const made = await outboxFixture({ themes: 2, connections: [connection] });
    await publish(made);
    await publish(made, made.ids[1]);
    await passAnHour(made);
    expect(saves).toEqual(['Harbour', 'Harbour 2']);
    expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: true }]);
  });
});

/**
 * A later save is in doubt, and goes once more at a service that is known to keep the ids that clients pick.
 * While that is under way, the answer to another theme's first save tells that it keeps them no more.
 */
describe('a repetition as ids are known to be kept no more', () => {
  it.each([
    ['the control: it was known before', 'no'],
    ['it is known only then', 'yes'],
  ] as const)('is repeated no more often than is harmless: %s', async (_name, known) => {
    const made = await outboxFixture();
    const { themeId: first } = made.place;
    await made.publish();
    await made.drained();
    Object.assign(made.connection, { keepsClientIds: 'unknown' });
    await made.library.handlers.rename({ id: first, name: 'Port' });
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    expect(made.practice.received()).toHaveLength(2);

    Object.assign(made.connection, { keepsClientIds: known });
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing' });
    const release = made.practice.holdAnswers();
    made.clock.pass(60_000);
    await arrived(made.practice, 3);
    // What the answer to the other theme's save told.
    Object.assign(made.connection, { keepsClientIds: 'no' });
    release();
    await made.drained();
    const sent = made.practice.received().filter(({ body }) => body.includes('"Port"'));
    expect(sent.length - 1).toBeLessThanOrEqual(unaskedRepeats);
    expect(await made.items()).toMatchObject([{ themeId: first, why: 'decision' }]);
  });
});
