/** Where one step meets another: an answer, an edit, a restart, a disk, a person's word. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
/* eslint-disable-next-line @typescript-eslint/no-restricted-imports -- a disk that fails */
import { illDisk } from '../storage/trial-ill-disk';
import { arrived, outboxFixture, firstIdAt } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';
import { freePort } from './testing/free-port';

describe('taking over the service’s version', () => {
  it('does not call published what was changed here since and never sent', async () => {
    const made = await outboxFixture();
    const { practice, place, connection } = made;
    practice.setBehaviour('saveThemeTemplate', { rewrite: { 'theme.general.font': 'Roboto' } });
    await made.publish();
    await made.settled();
    expect(made.answers[0]?.result).toMatchObject({ canTakeAnswer: true });
    // A change of one's own, which no service has seen.
    await made.library.handlers.edit({
      id: place.themeId,
      edits: [{ field: 'customCss', value: '.mine{color:red}' }],
    });
    await made.outbox.handlers.takeAnswer(place);
    const document = await made.document();
    expect(document.theme.customCss).toBe('.mine{color:red}');
    const there = JSON.parse(practice.received()[0]?.body ?? '{}') as {
      theme: { customCss: string };
    };
    expect(there.theme.customCss).toBe('.a{}');
    expect(document.publications[publicationKey(connection)]?.sent?.theme.customCss).toBe('.a{}');
    expect(await made.shown()).toMatchObject({ relation: 'changed' });
  });

  it('does not write over what arrived meanwhile', async () => {
    const made = await outboxFixture();
    const { practice, place, connection } = made;
    practice.setBehaviour('all', { ids: 'own', rewrite: { 'theme.general.font': 'Roboto' } });
    await made.publish();
    await made.settled();
    const first = made.answers[0]?.result?.templateId ?? '';
    // Someone deletes it there, so that the next save gets another id.
    practice.removeTemplate(first);
    await made.library.handlers.rename({ id: place.themeId, name: 'Second' });
    const release = practice.holdAnswers();
    await made.publish();
    await arrived(practice, 2);
    await expect(made.outbox.handlers.takeAnswer(place)).rejects.toMatchObject({
      problem: { code: 'alreadyUnderWay' },
    });
    release();
    await made.settled();
    const publication = (await made.document()).publications[publicationKey(connection)];
    expect(publication?.templateId).toBe(practice.state().templates[0]?.id);
  });
});

describe('what a person took out', () => {
  it('does not go out after a restart, when the disk refused to take it out', async () => {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await made.settled();
    const folder = join(made.root, 'profile', 'outbox');
    const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.json'));
    // A disk that refuses for a while: what lies there can't be removed.
    await rename(join(folder, name), join(made.root, 'kept.json'));
    await mkdir(join(folder, name, 'x'), { recursive: true });
    let refused = false;
    await Promise.resolve(made.outbox.handlers.cancel({ only: made.place })).catch(() => {
      refused = true;
    });
    await made.settled();
    await rm(join(folder, name), { recursive: true });
    await rename(join(made.root, 'kept.json'), join(folder, name));
    const isShownAsGone = (await made.items()).length === 0;
    await made.outbox.close(0);
    const again = await nextRun(made);
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.drained();
    const sent = made.practice.received().length;
    expect({ refused, isShownAsGone, sent }).not.toEqual({
      refused: false,
      isShownAsGone: true,
      sent: 1,
    });
  });
});

describe('a wait that the service asked for', () => {
  it('holds though the token was replaced while it was being asked for', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '600' });
    const release = made.practice.holdAnswers();
    await made.publish();
    await arrived(made.practice);
    made.outbox.tokenReplaced('c1');
    release();
    await made.settled();
    await made.settled();
    // No time has passed.
    expect(made.practice.received()).toHaveLength(1);
  });
});

describe('a template of another theme', () => {
  it('is not taken for this one’s at a decision, as it is not at linking', async () => {
    const made = await outboxFixture({ themes: 2 });
    const [one = '', two = ''] = made.ids;
    made.practice.setBehaviour('all', { ids: 'own' });
    await made.publish(one);
    await made.settled();
    const templateId = made.answers[0]?.result?.templateId ?? '';
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish(two);
    await made.settled();
    const place = { themeId: two, connectionId: 'c1' };
    await Promise.resolve(
      made.outbox.handlers.decide({ ...place, decision: 'published', templateId }),
    ).catch(() => undefined);
    await made.publish(two);
    await made.drained();
    const names = made.practice.state().templates.find(({ id }) => id === templateId)?.name;
    expect(names).toBe('Harbour');
  });

  it('is not linked by two at once', async () => {
    const made = await outboxFixture({ themes: 2 });
    const link = (themeId: string) =>
      made.outbox.handlers.link({ themeId, connectionId: 'c1', templateId: 'tmpl-1' });
    const ends = await Promise.allSettled(made.ids.map((id) => Promise.resolve(link(id))));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a first save that was answered with “see other”', () => {
  it.each([302, 303])('%i after it acted is not sent again unasked', async (status) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', {
      ids: 'own',
      acts: true,
      redirect: { status, to: 'http://127.0.0.1:9/api/v1/themeTemplates/made' },
      times: 3,
    });
    await made.publish();
    await made.drained();
    const { templates } = made.practice.state();
    expect([made.practice.received().length, templates.length]).toEqual([1, 1]);
  });
});

describe('what is shown of a request', () => {
  it('is no outcome of an earlier one that was taken out', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'refused', outcome: { kind: 'rejected' } }]);
    await made.outbox.handlers.cancel({ only: made.place });
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Mended' });
    await made.publish();
    const [item] = await made.items();
    expect(item).toMatchObject({ why: 'paused', name: 'Mended' });
    expect(item).not.toHaveProperty('outcome');
  });

  it('is no answer of the workspace that the connection led to before', async () => {
    const made = await outboxFixture();
    await made.publish();
    await made.settled();
    made.connections[0] = { ...made.connection, workspaceId: 'w2', keepsClientIds: 'unknown' };
    made.outbox.tokenReplaced('c1');
    expect(await made.outbox.handlers.answers({ themeId: made.place.themeId })).toEqual([]);
  });

  it('counts nothing that went with its connection', async () => {
    const made = await outboxFixture({ themes: 3 });
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish(...made.ids);
    made.connections.pop();
    made.outbox.connectionRemoved('c1');
    await made.settled();
    made.connections.push({ ...made.connection, id: 'c2' });
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.outbox.handlers.publish({ themeIds: [made.ids[0] ?? ''], connectionIds: ['c2'] });
    await made.settled();
    expect((await made.outbox.handlers.list(undefined)).progress).toEqual({ done: 1, all: 1 });
  });
});

describe('a connection that was removed as Foyer was killed', () => {
  it('and came back with a backup, gets nothing that waited for it', async () => {
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await made.settled();
    // The connections' document is without it; `connectionRemoved` was not reached.
    await made.outbox.close(0);
    const without = await outboxFixture({
      root: made.root,
      connections: [{ ...made.connection, id: 'other', workspaceId: 'w9' }],
    });
    without.token = made.token;
    await without.outbox.handlers.setPaused({ isPaused: false });
    expect(await without.items()).toEqual([]);
    // A restored backup keeps the ids.
    without.connections.push(made.connection);
    without.outbox.connectionsChanged();
    await without.drained();
    expect(made.practice.received()).toEqual([]);
  });
});

describe('a later save in doubt', () => {
  it('is not sent a third time by a newer request of which nobody was asked', async () => {
    const made = await outboxFixture();
    const { practice, place } = made;
    practice.setBehaviour('all', { ids: 'own' });
    await made.publish();
    await made.settled();
    const before = practice.received().length;
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 2 });
    await made.library.handlers.rename({ id: place.themeId, name: 'v2' });
    await made.publish();
    await made.settled();
    // The one repetition, held on its way.
    const release = practice.holdAnswers();
    made.clock.pass(600_000);
    await arrived(practice, before + 2);
    // A newer request, made while nothing but “publishing” was said.
    await made.library.handlers.rename({ id: place.themeId, name: 'v3' });
    await made.publish();
    release();
    await made.settled();
    await made.drained();
    expect(practice.received().length - before).toBe(2);
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  });
});

describe('two connections to one workspace', () => {
  it('the request of one is not lost when the other is removed under way', async () => {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'Second' });
    const { practice } = made;
    practice.setBehaviour('saveThemeTemplate', { status: 503, retryAfter: '5', times: 1 });
    made.connections.forEach((one) => Object.assign(one, { keepsClientIds: 'yes' }));
    const release = practice.holdAnswers();
    await made.publish();
    await arrived(practice);
    const queued = await made.outbox.handlers.publish({
      themeIds: [made.place.themeId],
      connectionIds: ['c2'],
    });
    expect(queued).toMatchObject({ queued: 1, problems: [] });
    made.connections.shift();
    made.outbox.connectionRemoved('c1');
    release();
    await made.drained();
    expect([...(await made.items()), ...practice.state().templates]).not.toEqual([]);
  });
});

describe('trying one theme at once', () => {
  it('lets no other theme go before the wait is over that the service asked for', async () => {
    const made = await outboxFixture({ themes: 3 });
    const [one = ''] = made.ids;
    made.connections.forEach((each) => Object.assign(each, { keepsClientIds: 'yes' }));
    made.practice.setBehaviour('saveThemeTemplate', { status: 429, retryAfter: '600' });
    await made.publish(one);
    await made.settled();
    await made.publish(...made.ids.slice(1));
    await made.settled();
    expect(made.practice.received()).toHaveLength(1);
    await made.outbox.handlers.retry({ only: { ...made.place, themeId: one } });
    await made.settled();
    const ids = made.practice.received().map(({ path }) => path.split('/').at(-1));
    const id = firstIdAt(one, made.connection);
    expect(ids).toEqual([id, id]);
  });
});

describe('an answer that comes late from where the connection led before', () => {
  it('is not shown as what came of the newer request to where it leads now', async () => {
    const made = await outboxFixture();
    Object.assign(made.connection, { keepsClientIds: 'no' });
    made.practice.setBehaviour('saveThemeTemplate', { status: 400, delayMs: 400, times: 1 });
    await made.publish();
    await arrived(made.practice);
    // The connection is pointed at another workspace, and the theme is published there.
    made.connections[0] = { ...made.connection, workspaceId: 'w2' };
    made.outbox.tokenReplaced('c1');
    const isThere = new Promise<void>((resolve) => made.onAnswer(() => resolve()));
    await made.publish();
    await isThere;
    expect(made.practice.state().templates).toHaveLength(1);
    await made.settled();
    expect(await made.outbox.handlers.answers({ themeId: made.place.themeId })).toMatchObject([
      { result: { outcome: { kind: 'accepted' } } },
    ]);
  });
});

describe('a pause', () => {
  it('that the disk refused is not said to hold, or holds after a restart', async () => {
    const made = await outboxFixture({ port: await freePort() });
    await made.practice.stop();
    await made.publish();
    await made.settled();
    const file = join(made.root, 'profile', 'outbox.json');
    await rm(file, { force: true });
    await mkdir(join(file, 'x'), { recursive: true });
    let refused = false;
    await Promise.resolve(made.outbox.handlers.setPaused({ isPaused: true })).catch(() => {
      refused = true;
    });
    const { isPaused } = await made.outbox.handlers.list(undefined);
    await rm(file, { recursive: true });
    await made.outbox.close(0);
    await made.practice.start();
    const again = await nextRun(made);
    await again.drained();
    const sent = made.practice.received().length;
    expect({ refused, isPaused, sent }).not.toEqual({ refused: false, isPaused: true, sent: 1 });
  });
});

describe('taking all out while many are being queued', () => {
  it('takes out also those that are announced and not written down yet', async () => {
    const made = await outboxFixture({ themes: 60 });
    Object.assign(made.connection, { keepsClientIds: 'yes' });
    made.practice.setBehaviour('saveThemeTemplate', { delayMs: 20 });
    const publishing = made.publish(...made.ids);
    while ((await made.items()).length === 0) await new Promise((next) => setImmediate(next));
    const { progress } = await made.outbox.handlers.list(undefined);
    // The window says that sixty are to be done; the person stops all.
    expect(progress.all).toBe(60);
    await made.outbox.handlers.cancel({});
    const left = made.onces.length;
    await publishing;
    await made.drained();
    expect(made.onces.length - left).toBe(0);
  });
});

describe('a token that was refused before a restart', () => {
  it('is not said to be refused after it was replaced, because the disk gave the state late', async () => {
    const first = await outboxFixture();
    first.token = 'not-the-token';
    await first.publish();
    await first.settled();
    expect(await first.items()).toMatchObject([{ why: 'tokenRefused' }]);
    await first.outbox.close(0);
    await first.settled();
    const disk = illDisk((path) => path.endsWith('outbox.json'), 'EIO', 'open');
    const again = await outboxFixture({ root: first.root, connections: first.connections });
    again.token = 'practice-token-of-the-test';
    await again.items();
    // The person replaces the token, and resumes what counts as paused.
    again.outbox.tokenReplaced('c1');
    disk.heal();
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.drained();
    expect(await again.items()).toEqual([]);
  });
});
