import { describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { OutboxItem } from '@shared/publishing';
import { outboxFixture } from './testing/fixture-outbox';
import { holdState } from './testing/held-reading';
import { nextRun } from './testing/next-run';

/**
 * Two connections lead to one workspace, each with its own token, and the token of one has expired, which nobody knows
 * yet. A person publishes a theme to both at once: “published through several at once, it takes one whose token isn’t
 * refused” (docs/guide.md).
 */
describe('a theme is published to both, and one token has expired', () => {
  async function twoToOneWorkspace(expired: string, themes = 1) {
    const made = await outboxFixture({ themes });
    made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind of the team' });
    const { token } = made;
    made.tokenFor = (id) => Promise.resolve(id === expired ? 'expired' : token);
    return made;
  }

  it.each([
    ['the control: that of the second one', 'c2'],
    ['that of the first one', 'c1'],
  ])('arrives through the other one: %s', async (_name, expired) => {
    const made = await twoToOneWorkspace(expired);
    const { outbox, practice, place } = made;
    const { themeId } = place;
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1', 'c2'] });
    await made.settled();
    expect(practice.state().templates).toHaveLength(1);
    expect(await made.items()).toEqual([]);
  });

  it('the control: arrives where it is known by then that the token is refused', async () => {
    const made = await twoToOneWorkspace('c1');
    const { outbox, practice, place } = made;
    const { themeId } = place;
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
    await made.settled();
    expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1', 'c2'] });
    await made.settled();
    expect(practice.state().templates).toHaveLength(1);
  });

  it('arrives through the other one where the first one has no token', async () => {
    const made = await twoToOneWorkspace('c1');
    made.tokenFor = (id) => Promise.resolve(id === 'c1' ? undefined : made.token);
    const { outbox, practice, place } = made;
    await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1', 'c2'] });
    await made.settled();
    expect(practice.state().templates).toHaveLength(1);
  });

  it('arrives with all that waits behind it, each once', async () => {
    const made = await twoToOneWorkspace('c1', 3);
    await made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1', 'c2'] });
    await made.settled();
    expect(made.practice.state().templates).toHaveLength(3);
    expect(await made.items()).toEqual([]);
    // Nothing is said of the token that was refused first.
    expect(made.answers.map(({ result }) => result?.outcome.kind)).not.toContain('tokenRefused');
  });

  it('waits where both are refused, and goes once either has another token', async () => {
    const made = await twoToOneWorkspace('c1');
    made.tokenFor = () => Promise.resolve('expired');
    const { outbox, place, practice, token } = made;
    await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1', 'c2'] });
    await made.settled();
    expect(await made.items()).toMatchObject([
      { connectionId: 'c2', why: 'tokenRefused' },
      { connectionId: 'c1', why: 'tokenRefused' },
    ]);
    made.tokenFor = (id) => Promise.resolve(id === 'c1' ? token : 'expired');
    outbox.tokenReplaced('c1');
    await made.settled();
    expect(await made.items()).toEqual([]);
    expect(practice.state().templates).toHaveLength(1);
  });

  it('arrives through the other one where Foyer was ended before it left', async () => {
    const made = await twoToOneWorkspace('c1');
    const { outbox, place, practice, tokenFor } = made;
    await outbox.handlers.setPaused({ isPaused: true });
    await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1', 'c2'] });
    await outbox.close(0);
    const again = await nextRun(made);
    again.tokenFor = tokenFor;
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.settled();
    expect(await again.items()).toEqual([]);
    expect(practice.state().templates).toHaveLength(1);
  });

  it('is not sent again through the other one while it may have arrived', async () => {
    const made = await twoToOneWorkspace('none');
    const { outbox, place, practice } = made;
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1', 'c2'] });
    await made.drained();
    made.tokenFor = (id) => Promise.resolve(id === 'c1' ? 'expired' : made.token);
    outbox.tokenReplaced('c1');
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    expect(practice.received()).toHaveLength(1);
  });

  describe.each(['c1', 'c2'])(
    'waits for both tokens, and that of %s has its rights again',
    (right) => {
      async function bothRefused() {
        const made = await twoToOneWorkspace('none');
        const to = { themeIds: [made.place.themeId], connectionIds: ['c1', 'c2'] };
        made.tokenFor = () => Promise.resolve('expired');
        await made.outbox.handlers.publish(to);
        await made.settled();
        expect(await made.items()).toMatchObject([
          { why: 'tokenRefused' },
          { why: 'tokenRefused' },
        ]);
        made.tokenFor = (id) => Promise.resolve(id === right ? made.token : 'expired');
        return { made, to };
      }

      it('arrives once it is tried again', async () => {
        const { made } = await bothRefused();
        await made.outbox.handlers.retry({});
        await made.drained();
        expect(made.practice.state().templates).toHaveLength(1);
      });

      it('arrives once it is published to both again', async () => {
        const { made, to } = await bothRefused();
        await made.outbox.handlers.publish(to);
        await made.drained();
        expect(made.practice.state().templates).toHaveLength(1);
      });
    },
  );
});

/**
 * Two connections to one workspace. “A refused token holds up only its own connection”: what is published through
 * both goes through the one to which something can be sent.
 */
describe('a theme is published to both, and one token was refused', () => {
  async function two(themes = 2) {
    const made = await outboxFixture({ themes });
    made.connections.push({ ...made.connection, id: 'c2', label: 'The same' });
    const publish = (themeId: string | undefined, ...connectionIds: string[]) =>
      made.outbox.handlers.publish({ themeIds: [themeId ?? ''], connectionIds });
    return { made, publish };
  }

  it.each([[['c1', 'c2']], [['c2', 'c1']]])(
    'where one was refused before it was asked for through %o',
    async (order) => {
      const { made, publish } = await two();
      made.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
      await publish(made.ids[0], 'c1');
      await made.drained();
      expect(await made.items()).toMatchObject([{ connectionId: 'c1', why: 'tokenRefused' }]);
      await made.outbox.handlers.setPaused({ isPaused: true });
      await publish(made.ids[1], ...order);
      await made.outbox.handlers.setPaused({ isPaused: false });
      await made.drained();
      expect((await made.items()).map(({ themeId }) => themeId)).toEqual([made.ids[0]]);
    },
  );
});

/**
 * Two connections lead to one workspace, the token of each is refused, and a theme is published to both at once, so it
 * waits for either. What it waits for is told of each, so that the studio, with either in use, has a button for its token,
 * to try it, and to cancel it ("The outbox shows what is waiting, why", docs/guide.md).
 */
describe('a theme waits for the tokens of both', () => {
  async function publishedToBoth() {
    const made = await outboxFixture();
    made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind of the team' });
    const { themeId } = made.place;
    const publish = () =>
      made.outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1', 'c2'] });
    return { made, publish };
  }

  /** As `src-renderer/state/outbox.svelte.ts` finds it for the studio. */
  const isOf = (connectionId: string) => (item: OutboxItem) =>
    item.connectionId === connectionId || (item.twins ?? []).includes(connectionId);

  it.each(['c1', 'c2'])('paused, it is found with %s in use', async (inUse) => {
    const { made, publish } = await publishedToBoth();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await publish();
    expect((await made.items()).filter(isOf(inUse))).toMatchObject([{ why: 'paused' }]);
  });

  it.each(['c1', 'c2'])(
    'it is found with %s in use while it waits for both tokens',
    async (inUse) => {
      const { made, publish } = await publishedToBoth();
      made.tokenFor = () => Promise.resolve('expired');
      await publish();
      await made.settled();
      const { items, deliveries } = await made.outbox.handlers.list(undefined);
      expect(deliveries.filter((each) => each.connectionId === inUse)).toMatchObject([
        { delivery: 'blocked' },
      ]);
      expect(items.filter(isOf(inUse))).toMatchObject([{ why: 'tokenRefused' }]);
    },
  );

  it('says of each what its own token lacks, and holds both', async () => {
    const { made, publish } = await publishedToBoth();
    made.tokenFor = (id) =>
      id === 'c2'
        ? Promise.reject(new ProblemError({ code: 'tokenMissing', label: '' }))
        : Promise.resolve('expired');
    await publish();
    await made.settled();
    const { items, holds } = await made.outbox.handlers.list(undefined);
    expect(items).toMatchObject([
      { connectionId: 'c2', why: 'tokenMissing' },
      { connectionId: 'c1', why: 'tokenRefused' },
    ]);
    expect(holds).toMatchObject([
      { connectionId: 'c2', why: 'tokenMissing' },
      { connectionId: 'c1', why: 'tokenRefused' },
    ]);
    made.tokenFor = (id) =>
      id === 'c2'
        ? Promise.reject(new ProblemError({ code: 'tokenMissing', label: '' }))
        : Promise.resolve(made.token);
    await made.outbox.handlers.retry({ only: { ...made.place, connectionId: 'c1' } });
    await made.drained();
    expect(await made.items()).toEqual([]);
  });

  it('cancelled under one it waits for the other', async () => {
    const { made, publish } = await publishedToBoth();
    made.tokenFor = () => Promise.resolve('expired');
    await publish();
    await made.settled();
    await made.outbox.handlers.cancel({ only: { ...made.place, connectionId: 'c1' } });
    expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'tokenRefused' }]);
    await made.outbox.handlers.cancel({ only: { ...made.place, connectionId: 'c2' } });
    expect(await made.items()).toEqual([]);
  });
});

/**
 * Two connections lead to one workspace, and the token of one was refused. Foyer starts from a slow disk, and a person
 * publishes through both at once: "published through several at once, it takes one whose token isn't refused".
 */
describe('a theme is published to both while the outbox is read', () => {
  it.each([
    ['the control: once the outbox was read', false],
    ['while the outbox is still being read', true],
  ])('takes the one whose token is not refused: %s', async (_name, isEarly) => {
    const first = await outboxFixture({ themes: 2 });
    const [refused = '', other = ''] = first.ids;
    first.connections.push({ ...first.connection, id: 'c2', label: 'The same' });
    first.practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
    await first.publish(refused);
    await first.drained();
    expect(await first.items()).toMatchObject([{ connectionId: 'c1', why: 'tokenRefused' }]);
    await first.outbox.close(0);

    const { goOn } = holdState();
    const again = await nextRun(first);
    if (!isEarly) {
      goOn();
      await again.settled();
    }
    const publishing = again.outbox.handlers.publish({
      themeIds: [other],
      connectionIds: ['c1', 'c2'],
    });
    goOn();
    expect(await publishing).toMatchObject({ problems: [] });
    await again.drained();
    expect((await again.items()).map(({ themeId }) => themeId)).toEqual([refused]);
    expect(first.practice.state().templates.map(({ name }) => name)).toEqual(['Harbour 2']);
  });
});
