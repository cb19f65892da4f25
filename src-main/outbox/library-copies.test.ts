import { copyFile, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { copiedLibrary, linksIn } from './testing/copied-library';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { holdNextReading, holdState } from './testing/held-reading';
import { nextRun } from './testing/next-run';

/**
 * A theme is published for the first time at a service that gives ids of its own, and the line is cut: it may have
 * arrived. A person chooses a copy of the library, looks at the service, and says in the outbox that it is there.
 * "If you choose another library folder, what waits from the one before waits until you choose that one again … and so
 * does what is still to be recorded there": the library it came from knows of it, and publishes no second one.
 */
describe('a doubt is marked as published while a copy is open', () => {
  async function marked(where: 'its own' | 'the copy') {
    const made = await outboxFixture();
    const { clock, library, outbox, place, practice } = made;
    const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
    const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
    await mkdir(copy);
    for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    const templateId = practice.state().templates[0]?.id ?? '';
    if (where === 'the copy') await use(copy);
    // Where it is refused in the copy, it is said once its own library is open again.
    const mark = () => outbox.handlers.decide({ ...place, decision: 'published', templateId });
    const isMarked = await Promise.resolve(mark()).then(
      () => true,
      () => false,
    );
    await made.settled();
    const inTheCopy = await linksIn(copy);
    if (where === 'the copy') await use(own);
    if (!isMarked) await mark();
    for (let minute = 0; minute < 5; minute += 1) {
      clock.pass(60_000);
      await made.settled();
    }
    const inItsOwn = await linksIn(own);
    await made.publish();
    await made.drained();
    return { inTheCopy, inItsOwn, templates: practice.state().templates.length };
  }

  const expected = { inTheCopy: 0, inItsOwn: 1, templates: 1 };

  it('the control: its own library is open', async () => {
    expect(await marked('its own')).toEqual(expected);
  });

  it('a copy is open', async () => {
    expect(await marked('the copy')).toEqual(expected);
  });
});

/**
 * A first save may have arrived as Foyer is quit. At the next start the window shows the library; the person chooses a copy
 * of it, and says there that the save has arrived. "What an earlier run left is of the library that is there at the start":
 * it is refused in the copy, as it is without the restart, and recorded in their own library.
 */
describe('a doubt of an earlier run is marked as published in a copy', () => {
  async function marked(isRestarted: boolean) {
    const made = await outboxFixture();
    const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
    await mkdir(copy);
    for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    const templateId = made.practice.state().templates[0]?.id ?? '';
    let run = made;
    if (isRestarted) {
      await made.outbox.close(0);
      run = await nextRun(made);
      await run.settled();
      // The window shows the library.
      await run.library.handlers.list(undefined);
      await run.settled();
    }
    await run.library.handlers.useFolder({ folder: copy, move: false });
    const said = await Promise.resolve(
      run.outbox.handlers.decide({ ...made.place, decision: 'published', templateId }),
    ).then(
      () => 'done',
      () => 'refused',
    );
    await run.settled();
    await run.library.flush();
    return { said, own: await linksIn(own), copy: await linksIn(copy) };
  }

  it.each([false, true])('Foyer was quit: %s', async (isRestarted) => {
    expect(await marked(isRestarted)).toEqual({ said: 'refused', own: 0, copy: 0 });
  });
});

/**
 * A theme is published, and before the service answers, a person chooses a copy of the library: what is accepted is still to
 * be recorded in the library that it came from. They publish the same theme from the copy: “Until a theme's publication from
 * the one is settled, Foyer doesn't take one of the same theme from the other” (docs/guide.md), as with what waits. Taken, it
 * would be tried again and again, with a next try on screen, and leave only once the other library is opened again.
 */
describe('a theme is published from the copy while its own is to be noted', () => {
  it.each([
    ['the control: it still waits for its answer', false],
    ['it is accepted, and still to be recorded', true],
  ])('the copy’s isn’t taken: %s', async (_name, isAnswered) => {
    const made = await copiedLibrary();
    const { own, outbox, place, practice } = made;
    const copy = made.folder('second');
    await mkdir(copy);
    for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
    const release = practice.holdAnswers();
    await made.publish();
    await arrived(practice);
    await made.use(copy);
    if (isAnswered) {
      release();
      await made.settled();
      expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
    }
    const themeIds = [place.themeId];
    const { problems } = await outbox.handlers.publish({ themeIds, connectionIds: ['c1'] });
    expect(problems).toMatchObject([{ problem: { code: 'unsettledInOtherLibrary' } }]);
    release();
    await made.minutes();
    expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
  });
});

/**
 * What is published of a theme waits, or may have arrived, and a person chooses a copy of the library, whose theme is the
 * same, and publishes it from there. It would take the place of the first one, or hide what is in doubt of it: they are
 * told to settle that first, and nothing is queued. Once it is settled in its own library, the copy's is published.
 */
describe('a theme is published from the copy while its own is unsettled', () => {
  it.each(['settled', 'paused', 'under way', 'in doubt'] as const)(
    'its own is %s',
    async (first) => {
      const made = await outboxFixture();
      const { clock, library, outbox, place, practice } = made;
      const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
      const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
      const minutes = async () => {
        for (let minute = 0; minute < 10; minute += 1) {
          clock.pass(60_000);
          await made.settled();
        }
      };
      const publish = () =>
        outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1'] });
      await mkdir(copy);
      for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
      let release = (): void => undefined;
      if (first === 'paused') await outbox.handlers.setPaused({ isPaused: true });
      if (first === 'under way') release = practice.holdAnswers();
      practice.setBehaviour('saveThemeTemplate', {
        ids: 'own',
        ...(first === 'in doubt' && { cut: 'afterActing', times: 1 }),
      });
      await publish();
      if (first === 'under way') await arrived(practice);
      else await made.settled();
      practice.setBehaviour('saveThemeTemplate', { ids: 'own' });

      await use(copy);
      const inTheCopy = await publish();
      const expected = { code: 'unsettledInOtherLibrary' };
      expect(inTheCopy.problems.map(({ problem }) => problem)).toEqual(
        first === 'settled' ? [] : [expected],
      );
      release();
      await outbox.handlers.setPaused({ isPaused: false });
      await minutes();
      await use(own);
      if (first === 'in doubt') {
        const [{ id } = { id: '' }] = practice.state().templates;
        const [shown] = await made.items();
        expect(shown?.why).toBe('decision');
        const target = { themeId: place.themeId, connectionId: 'c1' };
        await outbox.handlers.decide({ ...target, decision: 'published', templateId: id });
      }
      await minutes();
      expect(await linksIn(own)).toBe(1);

      await use(copy);
      if (first !== 'settled') await publish();
      await minutes();
      expect(await made.items()).toEqual([]);
      expect({ own: await linksIn(own), copy: await linksIn(copy) }).toEqual({ own: 1, copy: 1 });
      expect(practice.state().templates).toHaveLength(2);
    },
  );
});

/**
 * A theme waits for one workspace, and its connection is pointed at another. From a copy of the library a person publishes
 * the theme there. The copy's takes the place of nothing that waits from their own library: either they are told to settle
 * that first, or both are there.
 */
describe('a theme is published from the copy to another workspace', () => {
  it.each([
    ['the control: nothing is published from the copy', false],
    ['published from the copy', true],
  ])('what waits from their own library goes: %s', async (_name, isPublished) => {
    const made = await outboxFixture();
    const { clock, library, outbox, place, practice } = made;
    const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
    const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
    const pointAt = (workspaceId: string) => {
      made.connections[0] = { ...made.connection, keepsClientIds: 'unknown', workspaceId };
      outbox.tokenReplaced('c1');
    };
    await mkdir(copy);
    for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    pointAt('w2');
    await use(copy);
    if (isPublished) {
      await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1'] });
    }
    await made.settled();
    await use(own);
    pointAt('w1');
    await outbox.handlers.setPaused({ isPaused: false });
    for (let minute = 0; minute < 10; minute += 1) {
      clock.pass(60_000);
      await made.settled();
    }
    const sentTo = practice
      .received()
      .map(({ body }) => (JSON.parse(body) as { workspaceId: string }).workspaceId);
    expect(sentTo).toEqual(['w1']);
  });
});

/**
 * Foyer starts from a slow disk. A theme is published while the outbox is still being read, and then a copy of the
 * library is chosen, whose theme has gone another way: nothing of the copy is sent, as nobody published from it.
 */
describe('a copy is chosen after a theme was published at the start', () => {
  async function sentNames(isEarly: boolean) {
    const { goOn } = holdState();
    const made = await outboxFixture();
    const { clock, library, outbox, practice } = made;
    const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
    await mkdir(copy);
    for (const file of await readdir(own)) {
      if (!file.endsWith('.json')) continue;
      const document = JSON.parse(await readFile(join(own, file), 'utf8')) as ThemeDocument;
      await writeFile(join(copy, file), JSON.stringify({ ...document, name: 'Copy of Harbour' }));
    }
    await library.handlers.list(undefined);
    if (!isEarly) {
      goOn();
      await made.settled();
      await outbox.handlers.setPaused({ isPaused: true });
    }
    const publishing = outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1'] });
    if (!isEarly) await publishing;
    await library.handlers.useFolder({ folder: copy, move: false });
    goOn();
    await publishing;
    if (!isEarly) await outbox.handlers.setPaused({ isPaused: false });
    for (let minute = 0; minute < 5; minute += 1) {
      clock.pass(60_000);
      await made.settled();
    }
    return practice.received().map(({ body }) => (JSON.parse(body) as { name: string }).name);
  }

  it('the control: the outbox was read before', async () => {
    expect(await sentNames(false)).not.toContain('Copy of Harbour');
  });

  it('the outbox is still being read', async () => {
    expect(await sentNames(true)).not.toContain('Copy of Harbour');
  });
});

/**
 * A theme waits to be published from its own library, and a person opens a copy of that and publishes it there. Cancel
 * beside “Publishing” is said of what was just asked for, and not of what waits for the library that it was asked for in.
 */
describe('Cancel beside “Publishing” in a copy', () => {
  it('leaves what waits for the other library', async () => {
    const made = await copiedLibrary();
    const { library, outbox, place } = made;
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    const copy = made.folder('copy');
    await cp(made.own, copy, { recursive: true });
    await made.use(copy);
    const waiting = [{ connectionId: 'c1', why: 'otherLibrary', isOfOtherLibrary: true }];
    expect(await made.items()).toMatchObject(waiting);
    // In the copy nothing of it is under way.
    expect(outbox.deliveryOf(place.themeId, 'c1')).toBe('idle');
    const { goOn, reading } = holdNextReading(library);
    const { themeId } = place;
    const published = outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
    await expect.poll(() => reading.mock.calls.length).toBe(1);
    await outbox.handlers.stop(place);
    goOn();
    await published;
    expect(await made.items()).toMatchObject(waiting);
  });
});

/**
 * A theme waits, its connection is pointed at another workspace, and a copy of its library is chosen. The outbox says that
 * it's of another library: *Publish to …* beside what was meant for elsewhere would publish the copy's theme.
 */
describe('what waits for another workspace, from another library', () => {
  it('is of another library, whatever its connection leads to', async () => {
    const made = await copiedLibrary();
    const { connection, folder, outbox, own } = made;
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await cp(own, folder('copy'), { recursive: true });
    connection.workspaceId = 'w2';
    outbox.tokenReplaced('c1');
    outbox.connectionsChanged();
    const why = async () => (await made.items()).map((item) => item.why);
    expect(await why()).toEqual(['elsewhere']);
    await made.use(folder('copy'));
    expect(await why()).toEqual(['otherLibrary']);
    // What is published from the copy is shown, and is what a cancel takes out.
    await made.publish();
    expect(await why()).toEqual(['paused']);
    await outbox.handlers.cancel({ only: made.place });
    expect(await why()).toEqual(['otherLibrary']);
    await made.use(own);
    expect(await why()).toEqual(['elsewhere']);
  });
});

/**
 * A theme was refused at a workspace, or may have arrived there. A person opens a copy of their library, points the connection
 * at another workspace, publishes the theme from there while the outbox is paused, and points it back. "If you point the
 * connection at another one, Foyer asks before it sends anything there": what waits from the copy is in the outbox, with its
 * question, beside what is of the other library, which says nothing of the theme here.
 */
describe('what waits from the copy for another workspace', () => {
  it.each([
    ['the control: nothing', undefined, []],
    ['what was refused', { status: 400 }, ['refused']],
    ['a doubt', { ids: 'own', cut: 'afterReading' }, ['decision']],
  ] as const)('is shown, whatever is of its own library: %s', async (_name, fault, own) => {
    const made = await copiedLibrary();
    const { outbox, place, practice } = made;
    const copy = made.folder('copied');
    await cp(made.own, copy, { recursive: true });
    const whys = async () => (await made.items()).map(({ why }) => why);
    if (fault) {
      practice.setBehaviour('saveThemeTemplate', { ...fault, times: 1 });
      await made.publish();
      await made.settled();
    }
    expect(await whys()).toEqual(own);
    await made.use(copy);
    const point = (workspaceId: string): void => {
      made.connections[0] = { ...made.connection, workspaceId };
      outbox.reachedOtherwise('c1');
      outbox.connectionsChanged();
    };
    point('w2');
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    point('w1');
    await outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(outbox.deliveryOf(place.themeId, 'c1')).toBe('blocked');
    expect(await whys()).toEqual(['elsewhere']);
    // What is of its own library is shown again once that one is not there any more.
    await outbox.handlers.cancel({ only: place });
    expect(await whys()).toEqual(own);
  });
});
