import { describe, expect, it, vi } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import {
  publishAsItIs,
  publishedWithoutCss,
  shownWith,
  type,
  withConflictCopy,
} from './testing/theme-being-replaced';

/** What is typed after Publish. */
const typed = '/* not for anybody yet */';

async function typeCss(made: OutboxFixture, id: string, customCss: string): Promise<void> {
  await made.library.handlers.edit({ id, edits: [{ field: 'customCss', value: customCss }] });
}

/**
 * A person presses Publish and types on at once, while the disk is still at what was typed before, or at the
 * first of many themes. A theme is sent as it was when it was published.
 */
describe('what is typed in a theme that is being written, or read', () => {
  function sentOf(made: OutboxFixture): string[] {
    return made.practice.received().map(({ body }) => {
      const { themeTemplate, ...rest } = JSON.parse(body) as Record<string, unknown>;
      return /\.(?:before|after)\{\}/u.exec(JSON.stringify(themeTemplate ?? rest))?.[0] ?? '';
    });
  }

  it('the control: what is typed once it is queued is not sent', async () => {
    const made = await outboxFixture();
    const [id = ''] = made.ids;
    await made.library.handlers.open({ id });
    await typeCss(made, id, '.before{}');
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await typeCss(made, id, '.after{}');
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect(sentOf(made)).toEqual(['.before{}']);
  });

  it('what is typed while the disk takes what was published is not sent', async () => {
    const made = await outboxFixture();
    const [id = ''] = made.ids;
    await made.library.handlers.open({ id });
    await typeCss(made, id, '.before{}');
    const saved = made.library.saved.bind(made.library);
    vi.spyOn(made.library, 'saved').mockImplementationOnce((of) => {
      const saving = saved(of);
      // The next key; the file is being written.
      setImmediate(() => void typeCss(made, id, '.after{}'));
      return saving;
    });
    await made.publish();
    await made.drained();
    expect(sentOf(made)).toEqual(['.before{}']);
  });

  it('what is typed in one of many, while the others are read, is not sent', async () => {
    const made = await outboxFixture({ themes: 12 });
    const id = made.ids.at(-1) ?? '';
    await made.library.handlers.open({ id });
    await typeCss(made, id, '.before{}');
    await made.library.saved(id);
    const saved = made.library.saved.bind(made.library);
    let goOn: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    const reading = vi.spyOn(made.library, 'saved').mockImplementation(async (of) => {
      if (of !== id) await slow;
      return saved(of);
    });
    const publishing = made.publish(...made.ids);
    await vi.waitFor(() => expect(reading).toHaveBeenCalledTimes(8));
    await typeCss(made, id, '.after{}');
    goOn();
    await publishing;
    await made.drained();
    expect(sentOf(made).filter((css) => css !== '')).toEqual(['.before{}']);
  });
});

/**
 * Many themes are published from the library, and while a slow disk gives the first of them a person opens the last
 * and types, or renames it on its card. What is typed after publishing isn’t sent (CHANGELOG), whether the theme
 * was open when Publish was pressed or not.
 */
describe('what is typed in a theme that is opened, or renamed, after Publish', () => {
  /** What arrives of the last of twelve, which a person goes to while the others are read. */
  async function arrivesOf(
    isOpenBefore: boolean,
    meanwhile: (made: OutboxFixture, id: string) => Promise<void>,
  ): Promise<string> {
    const made = await outboxFixture({ themes: 12 });
    const id = made.ids.at(-1) ?? '';
    if (isOpenBefore) await made.library.handlers.open({ id });
    const saved = made.library.saved.bind(made.library);
    let goOn: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    const reading = vi.spyOn(made.library, 'saved').mockImplementation(async (of) => {
      if (of !== id) await slow;
      return saved(of);
    });
    const publishing = made.publish(...made.ids);
    await vi.waitFor(() => expect(reading).toHaveBeenCalledTimes(8));
    await meanwhile(made, id);
    goOn();
    await publishing;
    await made.drained();
    return made.practice
      .received()
      .map(({ body }) => body)
      .filter((body) => body.includes('Harbour 12') || body.includes('after'))
      .join('\n');
  }

  const types = async (made: OutboxFixture, id: string): Promise<void> => {
    await made.library.handlers.open({ id });
    await typeCss(made, id, '.after{}');
  };
  const renames = (made: OutboxFixture, id: string): Promise<unknown> =>
    Promise.resolve(made.library.handlers.rename({ id, name: 'after' }));

  it('the control: what is typed in one that was open is not sent', async () => {
    const sent = await arrivesOf(true, types);
    expect(sent).toContain('Harbour 12');
    expect(sent).not.toContain('after');
  });

  it('what is typed in one that is opened meanwhile is not sent', async () => {
    const sent = await arrivesOf(false, types);
    expect(sent).toContain('Harbour 12');
    expect(sent).not.toContain('after');
  });

  it('the name that one gets on its card meanwhile is not sent', async () => {
    const sent = await arrivesOf(false, async (made, id) => void (await renames(made, id)));
    expect(sent).toContain('Harbour 12');
    expect(sent).not.toContain('after');
  });
});

/**
 * A person accepts what the service made of a theme, presses Publish and goes on typing, before the disk has kept what the
 * answer replaces. The answer that was accepted before publishing is sent; what is typed after it isn’t.
 */
describe('what is typed after Publish, before an answer is in place', () => {
  const colour = '#abcdef';

  it.each([
    ['the control: nothing is accepted', 'nothing'],
    ['the control: it was accepted before', 'before'],
    ['it is still being accepted', 'still'],
  ] as const)('sends nothing that is typed after Publish: %s', async (_name, when) => {
    const made = await outboxFixture();
    const { library, practice, outbox, place } = made;
    const { themeId: id } = place;
    await publishedWithoutCss(made);
    await library.handlers.open({ id });
    // Otherwise the same would be there already.
    await type(made, { field: 'chat.inputs.color', value: '#123456' });

    const accepting = when === 'nothing' ? undefined : outbox.handlers.takeAnswer(place);
    if (when === 'before') await accepting;
    const publishing = publishAsItIs(made);
    await type(made, { field: 'chat.buttons.color', value: colour });
    expect((await publishing).problems).toEqual([]);
    await accepting;
    await made.settled();

    expect(JSON.stringify((await library.current(id)).theme)).toContain(colour);
    expect(practice.received()).toHaveLength(2);
    expect(practice.received().at(-1)?.body).toContain('#123456');
    expect(practice.received().at(-1)?.body).not.toContain(colour);
  });
});

/**
 * A person puts a version back, keeps another one under a name while the disk is at it, publishes and goes on typing: keeping
 * a version changes nothing of the theme, and “what you type after publishing isn’t sent” (CHANGELOG).
 */
describe('what is typed after Publish, behind a kept version', () => {
  it.each([
    ['the control: nothing is kept', 'none'],
    ['a version is kept', 'keepVersion'],
    ['tags are given', 'setTags'],
    ['it is duplicated', 'duplicate'],
  ] as const)('sends nothing that is typed after Publish: %s', async (_name, what) => {
    const made = await outboxFixture();
    const { library, practice, place } = made;
    const { themeId: id } = place;
    const edit = (value: string) => type(made, { field: 'customCss', value });
    await edit('.approved{}');
    const { version } = await library.handlers.keepVersion({ id, name: 'Approved' });
    await edit('.experiment{}');
    const shown = shownWith(made, '.approved{}');
    const restoring = library.handlers.restoreVersion({ id, version });
    await shown;
    const between =
      what === 'keepVersion'
        ? library.handlers.keepVersion({ id, name: 'Second' })
        : what === 'setTags'
          ? library.handlers.setTags({ id, tags: ['a'] })
          : what === 'duplicate'
            ? library.handlers.duplicate({ ids: [id] })
            : undefined;
    const publishing = publishAsItIs(made);
    await edit(typed);
    expect((await publishing).problems).toEqual([]);
    await Promise.all([restoring, between]);
    await made.settled();
    expect(practice.received()).toHaveLength(1);
    expect(practice.received().at(-1)?.body).not.toContain(typed);
  });
});

/**
 * A person restores a backup that keeps both where they differ, which shows no dialog while it goes on, publishes one of its
 * themes and goes on typing: it puts nothing in the place of that one, and “what you type after publishing isn’t sent” (CHANGELOG).
 */
describe('what is typed after Publish, while a backup is restored beside it', () => {
  it.each([
    ['the control: it was restored before', true, true],
    ['another one is kept beside it', true, false],
    ['it is the same', false, false],
  ])('sends nothing that is typed after Publish: %s', async (_name, isOther, isRestoredBefore) => {
    const made = await outboxFixture();
    const { library, practice, place } = made;
    const { themeId: id } = place;
    const edit = (value: string) => type(made, { field: 'customCss', value });
    const backup = await library.withWaitingLinks(id);
    await library.handlers.open({ id });
    if (isOther) await edit('.shown{}');

    const restoring = library.putBack(backup, 'keepBoth');
    if (isRestoredBefore) await restoring;
    const publishing = publishAsItIs(made);
    await edit(typed);
    expect((await publishing).problems).toEqual([]);
    await restoring;
    await made.settled();
    expect((await library.current(id)).theme.customCss).toBe(typed);
    expect(practice.received()).toHaveLength(1);
    expect(practice.received().at(-1)?.body).not.toContain(typed);
  });
});

/**
 * A person keeps the other version of a theme, which the studio shows at once, presses Publish and goes on typing, while the
 * disk is still at the decision: “what you type after publishing isn’t sent” (CHANGELOG).
 */
describe('what is typed after Publish, while a conflict is decided', () => {
  it.each([
    ['the control: it was decided before', true],
    ['it is still being decided', false],
  ])('sends nothing that is typed after Publish: %s', async (_name, isDecidedBefore) => {
    const made = await outboxFixture();
    const { library, practice } = made;
    const { copyId } = await withConflictCopy(made, '.theirs{}');

    const shown = shownWith(made, '.theirs{}');
    const deciding = library.handlers.resolveConflict({ id: copyId, keep: 'this' });
    await shown;
    if (isDecidedBefore) await deciding;
    const publishing = publishAsItIs(made);
    await type(made, { field: 'customCss', value: typed });
    expect((await publishing).problems).toEqual([]);
    await deciding;
    await made.settled();

    expect(practice.received()).toHaveLength(1);
    expect(practice.received().at(-1)?.body).toContain('.theirs{}');
  });
});

/**
 * Many themes are being duplicated. A person keeps both versions of another one, which waits for its turn behind that, presses
 * Publish in the studio and goes on typing for as long as it takes: “what you type after publishing isn’t sent” (CHANGELOG).
 */
describe('what is typed after Publish, while a decision waits for its turn', () => {
  it.each([
    ['the control: nothing is to be decided', false],
    ['both versions are kept', true],
  ])('sends nothing that is typed after Publish: %s', async (_name, isDecided) => {
    const made = await outboxFixture({ themes: 40 });
    const { library, practice } = made;
    const { copyId } = await withConflictCopy(made, '.theirs{}');

    const duplicating = library.handlers.duplicate({ ids: made.ids.slice(1) });
    await vi.waitFor(() => expect(library.isAtWork()).toBe(true));
    const deciding = isDecided
      ? library.handlers.resolveConflict({ id: copyId, keep: 'both' })
      : undefined;
    const publishing = publishAsItIs(made);
    await type(made, { field: 'customCss', value: typed });
    expect((await publishing).problems).toEqual([]);
    await Promise.all([duplicating, deciding]);
    await made.settled();

    expect(practice.received()).toHaveLength(1);
    expect(practice.received().at(-1)?.body).not.toContain(typed);
  });
});

/**
 * A person accepts what the service made of a theme, sees it in the studio, presses Publish and goes on typing, while the
 * disk is still at what they accepted. “A theme is sent as it was when you last published it” (docs/guide.md).
 */
describe('what is typed after Publish, while an answer is accepted', () => {
  it.each([
    ['the control: it was accepted before', true],
    ['it is still being accepted', false],
  ])('sends nothing that is typed after Publish: %s', async (_name, isAcceptedBefore) => {
    const made = await outboxFixture();
    const { library, practice, outbox, place } = made;
    const { themeId: id } = place;
    await publishedWithoutCss(made);

    // The studio shows it as soon as main has it in memory; its file, and the note of it, are still to be written.
    const shown = shownWith(made, undefined);
    const accepting = outbox.handlers.takeAnswer(place);
    await shown;
    if (isAcceptedBefore) await accepting;
    const publishing = publishAsItIs(made);
    await type(made, { field: 'customCss', value: typed });
    expect((await publishing).problems).toEqual([]);
    await accepting;
    await made.settled();

    expect((await library.current(id)).theme.customCss).toBe(typed);
    expect(practice.received()).toHaveLength(2);
    expect(practice.received().at(-1)?.body).not.toContain(typed);
  });
});
