import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { newTheme, publicationKey } from '@shared/theme/theme';
import { arrived, outboxFixture, firstIdAt } from './testing/fixture-outbox';
import { freePort } from './testing/free-port';

const problem = (code: string, more: object = {}) => ({
  problem: expect.objectContaining({ code, ...more }) as unknown,
});

describe('publishing', () => {
  it('sends exactly what the contract has, and keeps what came of it in the theme', async () => {
    const made = await outboxFixture();
    const { outbox, library, practice, place, connection } = made;
    expect(await made.shown()).toEqual({
      connectionId: 'c1',
      relation: 'never',
      delivery: 'idle',
    });
    // What is published is what is there, unsaved edits included.
    await library.handlers.edit({
      id: place.themeId,
      edits: [{ field: 'general.font', value: 'Inter' }],
    });
    const request = await outbox.handlers.request(place);
    const templateId = firstIdAt(place.themeId, connection);
    await made.publish();
    await made.settled();
    expect(made.answers).toMatchObject([
      {
        ...place,
        result: {
          outcome: { kind: 'accepted', status: 200 },
          templateId,
          hasOwnId: false,
          rewrites: [],
          hasTheme: true,
          canTakeAnswer: false,
        },
      },
    ]);
    const [received] = practice.received();
    expect(received).toMatchObject({
      method: 'PUT',
      path: `/api/v1/themeTemplates/${templateId}`,
      body: request.body,
    });
    const theme = newTheme();
    theme.general.font = 'Inter';
    expect(JSON.parse(received?.body ?? '')).toEqual({
      workspaceId: 'w1',
      name: 'Harbour',
      theme: { ...theme, customCss: '.a{}' },
    });
    const document = await made.document();
    expect(document).toMatchObject({ author: 'me', theme: { extra: { mine: true } } });
    expect(document.publications[publicationKey(connection)]).toMatchObject({
      templateId,
      sent: { name: 'Harbour', theme: { ...theme, customCss: '.a{}' } },
      answer: { id: templateId, name: 'Harbour' },
    });
    expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
    expect(connection.keepsClientIds).toBe('yes');
    expect(await made.items()).toEqual([]);
  });

  it('sends what was there when it was asked for, not what was changed since', async () => {
    const made = await outboxFixture();
    const { outbox, library, practice, place } = made;
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await library.handlers.rename({ id: place.themeId, name: 'Half done' });
    await outbox.handlers.setPaused({ isPaused: false });
    await made.settled();
    expect(practice.state().templates).toMatchObject([{ name: 'Harbour' }]);
    expect(await made.shown()).toMatchObject({ relation: 'changed', delivery: 'idle' });
  });

  it('only the first save of a theme must not arrive twice', async () => {
    const made = await outboxFixture();
    await made.publish();
    await made.settled();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    await made.publish();
    await made.settled();
    expect(made.onces).toEqual([true, false]);
  });

  it('adopts the id that a service gives, and tells what it dropped and rewrote', async () => {
    const made = await outboxFixture();
    const { practice, place, connection, outbox } = made;
    practice.setBehaviour('saveThemeTemplate', {
      ids: 'own',
      drop: ['theme.customCss'],
      rewrite: { 'theme.general.font': 'Roboto', 'theme.added': [1], workspaceId: 'w9' },
      lowerCaseNames: true,
    });
    await made.publish();
    await made.settled();
    const result = made.answers[0]?.result;
    expect(result).toMatchObject({ hasOwnId: true, canTakeAnswer: true });
    expect(result?.templateId).not.toBe(firstIdAt(place.themeId, connection));
    expect(connection.keepsClientIds).toBe('no');
    expect(new Map(result?.rewrites.map((rewrite) => [rewrite.path, rewrite]))).toEqual(
      new Map(
        [
          { path: 'name', kind: 'rewritten', sent: 'Harbour', answered: 'harbour' },
          { path: 'workspaceId', kind: 'rewritten', sent: 'w1', answered: 'w9' },
          { path: 'general.font', kind: 'rewritten', sent: 'Open Sans', answered: 'Roboto' },
          { path: 'customCss', kind: 'dropped', sent: '.a{}', answered: '' },
          { path: 'added', kind: 'added', sent: '', answered: '[1]' },
        ].map((rewrite) => [rewrite.path, rewrite]),
      ),
    );
    expect((await made.document()).publications[publicationKey(connection)]?.templateId).toBe(
      result?.templateId,
    );
    // Its version can be taken over, and then nothing is left to publish.
    await outbox.handlers.takeAnswer(place);
    const document = await made.document();
    expect(document.name).toBe('harbour');
    expect(document.theme).toMatchObject({ general: { font: 'Roboto' }, extra: { mine: true } });
    expect(document.theme).not.toHaveProperty('customCss');
    expect(document.theme).not.toHaveProperty('added');
    expect(await made.shown()).toMatchObject({ relation: 'same' });
    await expect(outbox.handlers.takeAnswer(place)).rejects.toMatchObject(problem('notFound'));
    await made.publish();
    await made.settled();
    expect(practice.received()[1]?.path).toBe(
      `/api/v1/themeTemplates/${String(result?.templateId)}`,
    );
    expect(practice.state().templates).toHaveLength(1);
  });

  it.each(['', '.', '..', '\ud800'])('takes the unsafe id %j for none', async (id) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', rewrite: { id }, times: 1 });
    await made.publish();
    await made.drained();
    // It is there, under an id that nobody knows: a person looks it up.
    expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: true }]);
    const templateId = made.practice.state().templates[0]?.id ?? '';
    await made.outbox.handlers.decide({ ...made.place, decision: 'published', templateId });
    await made.publish();
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(1);
    expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
  });

  it('tells of an answer with nothing but the id that it has no theme', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', {
      drop: ['theme', 'name', 'workspaceId', 'createdAt', 'updatedAt'],
    });
    await made.publish();
    await made.settled();
    expect(made.answers).toMatchObject([
      { result: { outcome: { kind: 'accepted' }, rewrites: [], hasTheme: false } },
    ]);
  });

  it('speaks the other dialect', async () => {
    const made = await outboxFixture({ preset: 'typebot-2023' });
    made.practice.beLikeARealService();
    await made.publish();
    await made.settled();
    expect(made.answers[0]?.result).toMatchObject({
      hasOwnId: true,
      rewrites: [],
      hasTheme: true,
      canTakeAnswer: false,
    });
    const body = JSON.parse(made.practice.received()[0]?.body ?? '') as { theme: object };
    expect(body.theme).toMatchObject({ chat: { roundness: 'medium' } });
    expect(body.theme).not.toHaveProperty('roundness');
  });

  it('goes to several connections, with a status each', async () => {
    const made = await outboxFixture();
    const other = await outboxFixture();
    made.connections.push({ ...other.connection, id: 'c2', label: 'Contoso', workspaceId: 'w2' });
    made.practice.setBehaviour('saveThemeTemplate', { status: 400 });
    const queued = await made.outbox.handlers.publish({
      themeIds: [made.place.themeId],
      connectionIds: ['c1', 'c2', 'gone'],
    });
    expect(queued).toMatchObject({
      queued: 2,
      problems: [{ connectionId: 'gone', problem: { code: 'notFound' } }],
    });
    await made.drained();
    const { themes } = await made.library.handlers.list(undefined);
    expect(themes[0]?.places).toMatchObject([
      { connectionId: 'c1', relation: 'never' },
      { connectionId: 'c2', relation: 'same' },
    ]);
    const { deliveries } = await made.outbox.handlers.list(undefined);
    expect(deliveries).toEqual([{ ...made.place, delivery: 'refused' }]);
  });

  it('publishes all that changed, and nothing else', async () => {
    const made = await outboxFixture({ themes: 4 });
    const [one = '', two = '', three = ''] = made.ids;
    await made.publish(one, two, three);
    await made.drained();
    await made.library.handlers.rename({ id: one, name: 'One' });
    await made.library.handlers.edit({
      id: three,
      edits: [{ field: 'roundness', value: 'none' }],
    });
    expect(await made.outbox.handlers.publishChanged({ connectionId: 'c1' })).toEqual({
      queued: 2,
      cancelled: [],
      problems: [],
    });
    await made.drained();
    expect(made.practice.received()).toHaveLength(5);
    expect(await made.outbox.handlers.publishChanged({ connectionId: 'c1' })).toMatchObject({
      queued: 0,
    });
  });

  it('sends nothing that could not be saved', async () => {
    const made = await outboxFixture();
    await made.library.handlers.edit({
      id: made.place.themeId,
      edits: [{ field: 'general.font', value: 'Inter' }],
    });
    await rm(join(made.root, 'themes'), { recursive: true });
    await expect(made.publish()).rejects.toThrow('storageFailed');
    expect(made.practice.received()).toEqual([]);
    expect(await made.items()).toEqual([]);
  });

  it('queues nothing that could not be written down', async () => {
    const made = await outboxFixture();
    await made.outbox.start();
    await writeFile(join(made.root, 'profile', 'outbox'), 'a file where the folder would be');
    await expect(made.publish()).rejects.toThrow('storage');
    expect(made.practice.received()).toEqual([]);
    expect(await made.shown()).toMatchObject({ relation: 'never', delivery: 'idle' });
  });

  it('refuses a theme that is too large for such services', async () => {
    const made = await outboxFixture();
    const value = 'x'.repeat(1024 * 1024);
    const edits = [{ field: 'customCss' as const, value }];
    await made.library.handlers.edit({ id: made.place.themeId, edits });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([
      { why: 'refused', problem: { code: 'bodyTooLarge' } },
    ]);
    expect(made.practice.received()).toEqual([]);
  });
});

describe('the queue', () => {
  it('has at most four under way, and only the newest of a theme', async () => {
    const made = await outboxFixture({ themes: 12 });
    await made.publish(...made.ids);
    await made.drained();
    expect(made.onces.every(Boolean)).toBe(true);
    made.practice.setBehaviour('saveThemeTemplate', { delayMs: 5 });
    for (const name of ['b', 'c']) {
      for (const id of made.ids) await made.library.handlers.rename({ id, name });
      await made.publish(...made.ids);
    }
    await made.drained();
    expect(made.most.value).toBe(4);
    expect(made.practice.state().templates.map(({ name }) => name)).toEqual(
      made.ids.map(() => 'c'),
    );
    expect(made.practice.received().length).toBeLessThanOrEqual(36);
  });

  it('learns from one first save before it sends others', async () => {
    const made = await outboxFixture({ themes: 5 });
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish(...made.ids);
    await made.drained();
    // The others went after an answer, one at a time; that the service keeps ids was learned
    // meanwhile, and so no decision was needed for the one that was cut off.
    expect(await made.items()).toEqual([]);
    expect(made.practice.received()).toHaveLength(6);
    expect(made.practice.state().templates).toHaveLength(5);
  });

  it('sends the newer after the older that is under way', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { delayMs: 1_000, times: 1 });
    await made.publish();
    await arrived(made.practice);
    for (const name of ['Second', 'Third']) {
      await made.library.handlers.rename({ id: made.place.themeId, name });
      await made.publish();
    }
    await made.drained();
    expect(made.practice.state().templates).toMatchObject([{ name: 'Third' }]);
    expect(made.practice.received()).toHaveLength(2);
  });

  it('waits while there is no way to the service, and goes out by itself', async () => {
    const made = await outboxFixture({ port: await freePort() });
    await made.practice.stop();
    await made.publish();
    await made.settled();
    const [waiting] = await made.items();
    expect(waiting).toMatchObject({
      why: 'unreachable',
      outcome: { kind: 'notSent', reason: 'connectionRefused' },
    });
    expect(Date.parse(waiting?.nextTryAt ?? '')).toBeGreaterThan(made.clock.date().getTime());
    expect(await made.shown()).toMatchObject({ relation: 'never', delivery: 'waiting' });
    made.clock.pass(1_100);
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'unreachable' }]);
    await made.practice.start();
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(1);
  });

  it('lets one try for all when nobody knows whether there is a way', async () => {
    const made = await outboxFixture({ themes: 8 });
    await made.practice.stop();
    await made.publish(...made.ids);
    await made.settled();
    const before = made.onces.length;
    made.outbox.wake();
    await made.settled();
    expect(made.onces.length).toBe(before + 1);
  });

  it('is woken by the network and from sleep', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status: 425, times: 1 });
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'retry' }]);
    made.outbox.wake();
    await made.settled();
    expect(await made.items()).toEqual([]);
  });

  it('can be paused over a restart, and resumed', async () => {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'paused' }]);
    expect(await made.shown()).toMatchObject({ delivery: 'paused' });
    const again = await outboxFixture({ root: made.root, connections: made.connections });
    await again.drained();
    expect(await again.items()).toMatchObject([{ why: 'paused' }]);
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.drained();
    expect(made.practice.received()).toHaveLength(1);
  });

  it('waits for a theme that is in the bin, and goes when it is back', async () => {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    const { entries } = await made.library.handlers.remove({ ids: [made.place.themeId] });
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'themeMissing' }]);
    await made.library.handlers.restore({ entries });
    await made.drained();
    expect(made.practice.received()).toHaveLength(1);
    expect(await made.items()).toEqual([]);
  });

  it('keeps its publication when the theme went to the bin meanwhile', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { delayMs: 100, ids: 'own' });
    await made.publish();
    await arrived(made.practice);
    const { entries } = await made.library.handlers.remove({ ids: [made.place.themeId] });
    await made.drained();
    await made.library.handlers.restore({ entries });
    const { publications } = await made.library.current(made.place.themeId);
    expect(publications[publicationKey(made.connection)]?.templateId).toBe(
      made.practice.state().templates[0]?.id,
    );
  });

  it('forgets what waited for a connection that is removed', async () => {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    made.connections.pop();
    made.outbox.connectionRemoved('c1');
    await made.settled();
    const again = await outboxFixture({ root: made.root, connections: [made.connection] });
    expect(await again.items()).toEqual([]);
  });
});

describe('cancelling', () => {
  it.each(['first', 'later'])('stays cancelled while a %s save is made ready', async (which) => {
    const made = await outboxFixture();
    if (which === 'later') {
      await made.publish();
      await made.drained();
      await made.library.handlers.rename({ id: made.place.themeId, name: 'Harbour again' });
    }
    const before = made.practice.received().length;
    // The theme was read for sending: what is about to leave is on its way to the disk.
    const readTheme = made.library.whole;
    let cancelled: Promise<unknown> | undefined;
    made.library.whole = async (id) => {
      const document = await readTheme(id);
      cancelled ??= new Promise((done) => setImmediate(done)).then(() =>
        made.outbox.handlers.cancel({ only: made.place }),
      );
      return document;
    };
    await made.publish();
    await made.settled();
    await cancelled;
    await made.drained();
    expect(made.practice.received().length).toBe(before);
    expect(await made.items()).toEqual([]);
  });

  it('takes out what waits, one or all', async () => {
    const made = await outboxFixture({ themes: 3 });
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish(...made.ids);
    await made.outbox.handlers.cancel({ only: made.place });
    expect(await made.items()).toHaveLength(2);
    await made.outbox.handlers.cancel({});
    expect(await made.items()).toEqual([]);
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(made.practice.received()).toEqual([]);
    await expect(made.outbox.handlers.cancel({ only: made.place })).rejects.toMatchObject(
      problem('notFound'),
    );
  });

  it('lets nothing more leave, and forgets no doubt, while many first saves go out', async () => {
    const made = await outboxFixture({ themes: 30, timeLimitMs: 3_000 });
    made.connection.keepsClientIds = 'no';
    made.practice.setBehaviour('saveThemeTemplate', { delayMs: 300, ids: 'own' });
    await made.publish(...made.ids);
    await arrived(made.practice, 2);
    const cancelled = made.outbox.handlers.cancel({});
    const left = made.practice.received().length;
    await cancelled;
    await made.settled();
    // At most those that had their slot by then.
    expect(made.practice.received().length).toBeLessThanOrEqual(Math.max(left, 3));
    const asked = new Set((await made.items()).map(({ themeId }) => themeId));
    // First saves leave one after the other: the one before was answered by then, and is in no doubt.
    const answered = made.answers.flatMap(({ themeId, result }) =>
      result?.outcome.kind === 'accepted' ? [themeId] : [],
    );
    expect(answered.length).toBeLessThan(made.practice.received().length);
    const told = [...asked, ...answered].map((id) => firstIdAt(id, made.connection));
    for (const { path } of made.practice.received()) {
      expect(told).toContain(path.split('/').at(-1));
    }
    // What is in doubt is not sent again unasked.
    const before = made.practice.received().length;
    await made.publish(...made.ids.filter((id) => asked.has(id)));
    await made.settled();
    expect(made.practice.received()).toHaveLength(before);
  });

  it('leaves a first save that has left to be decided', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { delayMs: 4_000 });
    await made.publish();
    await arrived(made.practice);
    await made.outbox.handlers.cancel({ only: made.place });
    await made.drained();
    expect(made.answers.at(-1)?.result?.outcome).toMatchObject({
      kind: 'unsure',
      reason: 'cancelled',
    });
    expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: true }]);
    expect(await made.shown()).toMatchObject({ relation: 'never', delivery: 'unknown' });
    await made.outbox.handlers.decide({ ...made.place, decision: 'drop' });
    expect(await made.shown()).toMatchObject({ relation: 'never', delivery: 'idle' });
    expect(made.practice.received()).toHaveLength(1);
  });

  it('is not sure of a later one that has left', async () => {
    const made = await outboxFixture();
    await made.publish();
    await made.drained();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    made.practice.setBehaviour('saveThemeTemplate', { delayMs: 4_000, times: 1 });
    await made.publish();
    await arrived(made.practice, 2);
    await made.outbox.handlers.cancel({});
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: false }]);
    await made.publish();
    await made.drained();
    expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
  });
});

describe('the token', () => {
  it('refused pauses the connection; replaced, it goes on by itself', async () => {
    const made = await outboxFixture({ themes: 6 });
    const good = made.token;
    made.token = 'wrong-token';
    await made.publish(...made.ids);
    await made.drained();
    // One answer is enough.
    expect(made.practice.received()).toHaveLength(1);
    const { holds, items } = await made.outbox.handlers.list(undefined);
    expect(holds).toMatchObject([{ connectionId: 'c1', why: 'tokenRefused' }]);
    expect(items.map(({ why }) => why)).toEqual(made.ids.map(() => 'tokenRefused'));
    expect(await made.shown()).toMatchObject({ delivery: 'blocked' });
    // Waking up is no new token, and neither is a restart.
    made.outbox.wake();
    await made.drained();
    const again = await outboxFixture({ root: made.root, connections: made.connections });
    again.token = 'wrong-token';
    await again.drained();
    expect(made.practice.received()).toHaveLength(1);
    again.token = good;
    again.outbox.tokenReplaced('c1');
    await again.drained();
    expect(made.practice.state().templates).toHaveLength(6);
    expect(await again.items()).toEqual([]);
  });

  it('missing waits for one', async () => {
    const made = await outboxFixture();
    const { token } = made;
    made.token = undefined;
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'tokenMissing' }]);
    made.token = token;
    made.outbox.connectionsChanged();
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(made.practice.received()).toHaveLength(1);
  });

  it('that the keychain does not give is asked for again later', async () => {
    const made = await outboxFixture();
    made.refusal = new ProblemError({ code: 'keychainLocked' });
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([
      { why: 'problem', problem: { code: 'keychainLocked' } },
    ]);
    made.refusal = undefined;
    await made.drained();
    expect(made.practice.received()).toHaveLength(1);
  });
});

describe('a first save that may have arrived', () => {
  it.each([
    ['cut after it acted', { cut: 'afterActing', times: 1 }],
    ['a 500 after it acted', { status: 500, acts: true, times: 1 }],
    ['a page in place of an answer', { form: 'html', times: 1 }],
    ['nothing in the answer', { form: 'empty', times: 1 }],
  ] as const)('needs a decision, also after a restart: %s', async (_name, behaviour) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', behaviour);
    await made.publish();
    await made.drained();
    expect(await made.shown()).toMatchObject({ relation: 'never', delivery: 'unknown' });
    // Two that run at once would both hear that the service keeps the ids.
    await made.outbox.close(0);
    const again = await outboxFixture({ root: made.root, connections: made.connections });
    await again.publish();
    await again.drained();
    const templateId = firstIdAt(made.place.themeId, made.connection);
    expect(await again.items()).toMatchObject([{ why: 'decision', isFirst: true, templateId }]);
    expect(made.practice.received()).toHaveLength(1);
    await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await again.drained();
    expect(made.practice.received()).toHaveLength(2);
    expect(await again.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
    expect([...made.onces, ...again.onces]).toEqual([true, true]);
  });

  it('needs none where the service keeps the ids that clients pick', async () => {
    const made = await outboxFixture();
    made.connection.keepsClientIds = 'yes';
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
    expect(made.practice.state().templates).toHaveLength(1);
    expect(made.practice.received()).toHaveLength(2);
  });

  it('asks again for every repetition that may have arrived', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterReading' });
    await made.publish();
    await made.drained();
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    expect(made.practice.received()).toHaveLength(2);
    // What was not sent leaves the person's word in force.
    await made.practice.stop();
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'unreachable' }]);
  });

  it('counts as published at a person’s word, under the id found there', async () => {
    const made = await outboxFixture();
    const { practice, place, outbox } = made;
    const decide = (templateId?: string) =>
      outbox.handlers.decide({ ...place, decision: 'published', templateId });
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await expect(decide()).rejects.toMatchObject(problem('notFound'));
    await made.publish();
    await made.drained();
    await expect(decide('..')).rejects.toMatchObject(problem('invalidFields'));
    await made.library.handlers.rename({ id: place.themeId, name: 'Port' });
    await made.publish();
    await made.drained();
    expect(practice.received()).toHaveLength(1);
    // Under the name that it was sent with it is looked for there, not under the newest.
    expect(await made.items()).toMatchObject([{ why: 'decision', name: 'Harbour' }]);
    practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    await decide(practice.state().templates[0]?.id ?? '');
    await made.drained();
    // The newer one, which waited for the decision, replaced it.
    expect(practice.state().templates).toMatchObject([{ name: 'Port' }]);
    expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
  });

  it('is found as unknown when the app ended while it was being sent', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { delayMs: 4_000, times: 1 });
    await made.publish();
    await arrived(made.practice);
    expect(await made.shown()).toMatchObject({ delivery: 'sending' });
    const again = await outboxFixture({ root: made.root, connections: made.connections });
    await again.drained();
    expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
    expect(made.practice.received()).toHaveLength(1);
    await made.practice.stop();
    await made.settled();
  });

  it('is not sent when it cannot be written down as being sent', async () => {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await rm(join(made.root, 'profile', 'outbox'), { recursive: true });
    await writeFile(join(made.root, 'profile', 'outbox'), '');
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.settled();
    expect(made.practice.received()).toEqual([]);
    expect(await made.items()).toMatchObject([
      { why: 'problem', problem: { code: 'intentNotStored' } },
    ]);
    await rm(join(made.root, 'profile', 'outbox'));
    await mkdir(join(made.root, 'profile', 'outbox'));
    await made.drained();
    expect(made.practice.received()).toHaveLength(1);
  });
});

describe('a theme that is linked to a template', () => {
  it('has unpublished changes there, and is saved over that template', async () => {
    const made = await outboxFixture();
    const { outbox, practice, place, connection } = made;
    await outbox.handlers.link({ ...place, templateId: ' tpl_7 ' });
    expect(await made.shown()).toEqual({
      connectionId: 'c1',
      relation: 'changed',
      delivery: 'idle',
      templateId: 'tpl_7',
    });
    expect(practice.received()).toEqual([]);
    await made.publish();
    await made.settled();
    expect(practice.received()).toMatchObject([
      { method: 'PUT', path: '/api/v1/themeTemplates/tpl_7' },
    ]);
    // No first save: the template is there already, so a repetition does no harm.
    expect(made.onces).toEqual([false]);
    expect(await made.shown()).toMatchObject({ relation: 'same', templateId: 'tpl_7' });
    await made.unlink(place);
    expect(await made.shown()).toEqual({
      connectionId: 'c1',
      relation: 'never',
      delivery: 'idle',
    });
    expect((await made.document()).publications).not.toHaveProperty(publicationKey(connection));
  });

  it('is refused an id that can’t stand in a path, or that another theme has', async () => {
    const { outbox, ids, place } = await outboxFixture({ themes: 2 });
    const refuses = (templateId: string, reason: string) =>
      expect(outbox.handlers.link({ ...place, templateId })).rejects.toMatchObject(
        problem('invalidFields', { fields: [{ field: 'templateId', reason }] }),
      );
    await refuses('..', 'unsafePathId');
    // The network would refuse such an address after the start, and nobody could say why.
    await refuses('tp\0l', 'unsendableText');
    await refuses('tpl_\uD83D', 'unsendableText');
    await refuses('tpl_\u200b7', 'unsendableText');
    await outbox.handlers.link({ ...place, themeId: ids[1] ?? '', templateId: 'tpl_7\u200b' });
    await refuses('tpl_7', 'alreadyThere');
  });

  it('is neither linked nor unlinked while it is being published', async () => {
    const { outbox, practice, place, ...made } = await outboxFixture();
    practice.setBehaviour('saveThemeTemplate', { delayMs: 300 });
    await made.publish();
    await arrived(practice);
    const underWay = problem('alreadyUnderWay');
    await expect(outbox.handlers.link({ ...place, templateId: 'tpl_7' })).rejects.toMatchObject(
      underWay,
    );
    await expect(made.unlink(place)).rejects.toMatchObject(underWay);
  });
});

describe('another computer on the same library', () => {
  it('replaces what this one published, and sends nothing of this one’s outbox', async () => {
    const made = await outboxFixture({ themes: 2 });
    const [one = '', two = ''] = made.ids;
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    await made.publish(one);
    await made.drained();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish(two);
    const other = await outboxFixture({
      root: made.root,
      profile: 'other-profile',
      connections: [{ ...made.connection, id: 'another-id' }],
    });
    expect(await other.items()).toEqual([]);
    await other.library.handlers.rename({ id: one, name: 'From the other' });
    await other.publish(one, two);
    await other.drained();
    expect(made.practice.state().templates).toHaveLength(2);
    // And what waited here finds that it is no first save any more.
    await made.library.rescan();
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(2);
    expect(await made.items()).toEqual([]);
  });
});
