import { cp } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createNodeTransport } from '../service/node-transport';
import { proxied } from '../service/testing/proxied-transport';
import { copiedLibrary } from './testing/copied-library';
import { arrived, outboxFixture } from './testing/fixture-outbox';

/** What is said of a doubt when a later try of the same theme came to nothing. */
describe('what is said of a doubt after a later try', () => {
  it('is not that nothing was sent, once a person has cancelled the try that did not leave', async () => {
    const made = await outboxFixture();
    Object.assign(made.connection, { keepsClientIds: 'no' });
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish();
    await arrived(made.practice);
    await made.settled();
    expect(await made.items()).toMatchObject([
      { why: 'decision', outcome: { kind: 'unsure', reason: 'connectionClosed' } },
    ]);
    // Send again, while the service can't be reached; then the person has enough of it.
    await made.practice.stop();
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'unreachable' }]);
    await made.outbox.handlers.cancel({ only: made.place });
    await made.settled();
    const [item] = await made.items();
    expect(item).toMatchObject({ why: 'decision' });
    // The studio makes the title of the doubt of it.
    expect(item?.outcome?.kind).not.toBe('notSent');
  });
});

/**
 * A first save may have arrived, and is sent again at a person's word, which waits. The doubt stays,
 * and is told beside what came of that: by the delivery alone the studio would call the theme not published.
 */
describe('a doubt behind what was sent again', () => {
  it.each(['paused', 'tokenRefused'] as const)('is told also of what is %s', async (why) => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    expect(made.practice.state().templates).toHaveLength(1);
    expect(await made.shown()).toMatchObject({ relation: 'never', delivery: 'unknown' });
    if (why === 'paused') await made.outbox.handlers.setPaused({ isPaused: true });
    else made.practice.setBehaviour('saveThemeTemplate', { status: 401 });
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await made.drained();
    expect(await made.items()).toMatchObject([{ why, isFirst: true, mayHaveArrived: true }]);
  });
});

/**
 * A save may have arrived. Sent again, it is refused, and a person cancels it after the answer came and before that
 * is written down. What is left is the doubt about the earlier one: nothing may say of it that it was refused.
 */
describe('a doubt whose later try was cancelled as its answer came', () => {
  it.each([404, 401])('is not said to be refused with %i', async (status) => {
    let onAnswer = (): void => undefined;
    const inner = createNodeTransport();
    const transport = new Proxy(inner, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          const result: unknown = Reflect.apply(value, target, given);
          if (name === 'close' || !(result instanceof Promise)) return result;
          return result.then((answer: unknown) => {
            onAnswer();
            return answer;
          });
        };
      },
    });
    const made = await outboxFixture({ transport });
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    made.practice.setBehaviour('saveThemeTemplate', { status });
    let cancelling: Promise<unknown> = Promise.resolve();
    onAnswer = () => {
      cancelling = Promise.resolve(made.outbox.handlers.cancel({ only: made.place }));
    };
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await made.drained();
    await cancelling;
    await made.settled();
    const items = await made.items();
    expect(items).toMatchObject([{ why: 'decision' }]);
    const said = status === 401 ? 'tokenRefused' : 'rejected';
    expect.soft(items[0]?.outcome?.kind).not.toBe(said);
    const answers = await made.outbox.handlers.answers({ themeId: made.place.themeId });
    expect.soft(answers.map(({ result }) => result?.outcome.kind)).not.toContain(said);
  });
});

/**
 * A save may have arrived. A person has it sent again, that try ends otherwise (refused, not found, no network), and
 * they cancel it. What is left is the doubt about the earlier one: the studio, which has the last answer as its title,
 * must not say of that one that it was refused.
 */
describe('a doubt whose later try ended otherwise', () => {
  async function inDoubt() {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    const said = async () =>
      (await made.outbox.handlers.answers({ themeId: made.place.themeId })).map(
        ({ result }) => result?.outcome.kind,
      );
    return { made, said };
  }

  it('the control: of the doubt itself its own end is said', async () => {
    const { said } = await inDoubt();
    expect(await said()).toEqual(['unsure']);
  });

  it('after a later try was refused and cancelled, that is not said of the doubt', async () => {
    const { made, said } = await inDoubt();
    made.practice.setBehaviour('saveThemeTemplate', { status: 404 });
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await made.drained();
    // A person's word is for one try: the earlier one is in doubt as before.
    expect(await made.items()).toMatchObject([{ why: 'decision', outcome: { kind: 'rejected' } }]);
    await made.outbox.handlers.cancel({ only: made.place });
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    expect(await said()).not.toContain('rejected');
  });

  it('after sending it again was cancelled while it waited for a locked keychain, that is not said of it', async () => {
    const { made, said } = await inDoubt();
    let unlock: (token: string | undefined) => void = () => undefined;
    made.tokenFor = () => new Promise((resolve) => (unlock = resolve));
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await made.outbox.handlers.cancel({ only: made.place });
    unlock(made.token);
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    expect((await made.items()).map(({ outcome }) => outcome?.kind)).toEqual([undefined]);
    expect(await said()).not.toContain('notSent');
  });

  it('after what was published over it was too large to be sent, that is said with it', async () => {
    const { made } = await inDoubt();
    const value = 'x'.repeat(1024 * 1024);
    await made.library.handlers.edit({
      id: made.place.themeId,
      edits: [{ field: 'customCss', value }],
    });
    await made.publish();
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await made.drained();
    expect(await made.items()).toMatchObject([
      { why: 'decision', problem: { code: 'bodyTooLarge' } },
    ]);
  });
});

/**
 * A save may have arrived, and what is sent in its place is refused, or it is of a library that isn't open. The entry says
 * that Foyer won't send it again until the person decides or another theme shows that IDs are kept
 * (`isSettledByKeptIds`: "it goes on by itself once it is known"). Once that is known it isn't sent: it lies there for
 * the person's word, and what was said was untrue.
 */
describe('a doubt that does not go on by itself isn’t said to', () => {
  it('sent again at a person’s word, and refused', async () => {
    const made = await outboxFixture({ themes: 2 });
    const { connection, ids, outbox, place, practice } = made;
    practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
    await outbox.handlers.decide({ ...place, decision: 'sendAgain' });
    await made.drained();
    const [item] = await made.items();
    expect(item).toMatchObject({ why: 'decision', outcome: { kind: 'rejected' } });
    expect(connection.keepsClientIds).toBe('unknown');
    await made.publish(ids[1] ?? '');
    await made.drained();
    expect(connection.keepsClientIds).toBe('yes');
    const isLeft = (await made.items()).some(({ themeId }) => themeId === place.themeId);
    expect({ isLeft, isSaid: item?.isSettledByKeptIds === true }).toEqual({
      isLeft: true,
      isSaid: false,
    });
  });

  it('of a library that isn’t open', async () => {
    const made = await copiedLibrary();
    const { connection, library, place, practice } = made;
    practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    await cp(made.own, made.folder('copy'), { recursive: true });
    await made.use(made.folder('copy'));
    const [item] = await made.items();
    expect(item).toMatchObject({ why: 'decision', isOfOtherLibrary: true });
    await library.handlers.duplicate({ ids: [place.themeId] });
    const all = (await library.handlers.list(undefined)).themes;
    const id = all.find((each) => each.id !== place.themeId)?.id ?? '';
    await made.publish(id);
    await made.drained();
    expect(connection.keepsClientIds).toBe('yes');
    const isLeft = (await made.items()).some(({ themeId }) => themeId === place.themeId);
    expect({ isLeft, isSaid: item?.isSettledByKeptIds === true }).toEqual({
      isLeft: true,
      isSaid: false,
    });
  });
});

/**
 * A service keeps the ids that Foyer picks: "where ids are known to be kept nothing is asked". A later save wasn't
 * answered, was repeated unasked, and that was refused: it is refused, and there is nothing to decide. Mended, it is
 * published with what changed, as any that was refused.
 */
describe('a save that was refused isn’t in doubt where ids are kept', () => {
  it.each([
    ['the control: the first try was refused', false],
    ['the first try was not answered', true],
  ])('is said to be refused, and goes with what changed: %s', async (_name, isUnanswered) => {
    const made = await outboxFixture();
    const { practice, library, outbox, place } = made;
    Object.assign(made.connection, { keepsClientIds: 'yes' });
    await made.publish();
    await made.drained();
    await library.handlers.rename({ id: place.themeId, name: 'Second' });
    if (isUnanswered) {
      practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
      await made.publish();
      await made.settled();
      practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
    } else {
      practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
      await made.publish();
    }
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'refused' }]);
    // There is nothing that a person could say of it.
    const decided = outbox.handlers.decide({ ...place, decision: 'published' });
    await expect(Promise.resolve(decided)).rejects.toThrow('notFound');
    expect.soft(outbox.deliveryOf(place.themeId, place.connectionId)).toBe('refused');
    await library.handlers.rename({ id: place.themeId, name: 'Mended' });
    const { queued } = await outbox.handlers.publishChanged({ connectionId: place.connectionId });
    expect(queued).toBe(1);
  });
});

/**
 * A doubt beside a publication is settled once it is known that the service keeps the IDs that it is sent. One that was
 * stopped on its way is not asked for any more, and waits for a person's word alone: what is told of the entry says so.
 */
describe('a doubt that is settled once ids are known to be kept', () => {
  it.each([
    ['no answer came', false, true],
    ['it was stopped', true, undefined],
  ])(
    'a doubt goes on by itself once IDs are kept: %s',
    async (_name, isStopped, isSettledByKeptIds) => {
      const made = await outboxFixture();
      const { outbox, place, practice } = made;
      if (isStopped) practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
      else practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
      await made.publish();
      await arrived(practice);
      if (isStopped) await outbox.handlers.stop(place);
      await made.settled();
      const [item] = await made.items();
      expect(item).toMatchObject({ why: 'decision' });
      expect(item?.isSettledByKeptIds).toBe(isSettledByKeptIds);
    },
  );

  it.each([
    ['was refused', 'expired'],
    ['is missing', undefined],
  ])('a doubt does not go on by itself where the token %s', async (_name, token) => {
    const made = await outboxFixture({ themes: 2 });
    made.practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    made.tokenFor = () => Promise.resolve(token);
    await made.publish(made.ids[1] ?? '');
    await made.settled();
    const items = await made.items();
    const inDoubt = items.find(({ themeId }) => themeId === made.place.themeId);
    expect(items.map(({ why }) => why)).toContain(token ? 'tokenRefused' : 'tokenMissing');
    expect(inDoubt).toMatchObject({ why: 'decision' });
    expect(inDoubt?.isSettledByKeptIds).toBeUndefined();
  });
});

/**
 * A first save may have arrived. A person has it sent again, and a proxy holds that back until they sign in. That an
 * earlier version may be there is as true as before (`mayHaveArrived`: "this or an earlier version may be there"): by
 * that the studio doesn't call it not published.
 */
describe('a first save in doubt is still said to be one', () => {
  async function inDoubt() {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision', mayHaveArrived: true }]);
    return made;
  }

  it('while it is held', async () => {
    const made = await inDoubt();
    await made.outbox.close(0);
    const transport = proxied(createNodeTransport());
    const { root, connections } = made;
    const again = await outboxFixture({ root, connections, transport, timeLimitMs: 600_000 });
    again.token = made.token;
    await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await transport.isHeld;
    expect(await again.items()).toMatchObject([{ why: 'held', mayHaveArrived: true }]);
  });

  it('while it is on its way', async () => {
    const made = await inDoubt();
    const release = made.practice.holdAnswers();
    await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await arrived(made.practice, 2);
    expect.soft(await made.items()).toMatchObject([{ why: 'sending', mayHaveArrived: true }]);
    release();
  });
});
