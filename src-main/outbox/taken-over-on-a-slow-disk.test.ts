import { describe, expect, it, vi } from 'vitest';
import { failing, held } from '../library/testing/fake-disk';
import { outboxFixture } from './testing/fixture-outbox';
import {
  publishAsItIs,
  publishedWithoutCss,
  shownWith,
  type,
  withConflictCopy,
} from './testing/theme-being-replaced';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});
/**
 * A person accepts what the service made of a theme and thinks better of it with Ctrl Z, while a slow disk still keeps what
 * the answer replaces. What they take back is what there was when they said so: not what they typed since, nor anything else
 * where the disk refuses what they accepted.
 */
describe('an answer is taken back while the disk is at what it replaces', () => {
  const isOfHistory = (path: string) => path.includes('history');

  /** An answer that is being accepted, or has been; `letGo` has the disk go on, which may be full then. */
  async function accepted(isBefore: boolean, isFull = false) {
    const made = await outboxFixture();
    const { library, outbox, place } = made;
    const { themeId: id } = place;
    await library.handlers.open({ id });
    await publishedWithoutCss(made);
    await type(made, { field: 'customCss', value: '.typed-before{}' });
    await library.saveEdits();
    const disk = isBefore ? undefined : held('writeTo', isOfHistory);
    if (isFull) failing('ENOSPC', 'writeTo', isOfHistory);
    const accepting = outbox.handlers.takeAnswer(place);
    if (isBefore) await accepting;
    else await disk?.isReached;
    const isNow = async () => {
      const { theme } = await library.current(id);
      return [theme.customCss, theme.roundness];
    };
    const undo = async () => library.handlers.undo({ id });
    const redo = async () => library.handlers.redo({ id });
    const letGo = () => disk?.letGo();
    return { ...made, id, accepting, letGo, undo, redo, isNow };
  }

  const both = [
    ['the control: what it replaces was kept before', true],
    ['what it replaces is still being kept', false],
  ] as const;

  it.each(both)('sends nothing that is typed after Publish: %s', async (_name, isBefore) => {
    const made = await accepted(isBefore);
    const undoing = made.undo();
    if (isBefore) await undoing;
    const publishing = publishAsItIs(made);
    await type(made, { field: 'customCss', value: '.not-for-anybody-yet{}' });
    made.letGo();
    await Promise.all([made.accepting, undoing]);
    expect((await publishing).problems).toEqual([]);
    await made.settled();

    expect(await made.isNow()).toEqual(['.not-for-anybody-yet{}', 'medium']);
    expect(made.practice.received()).toHaveLength(2);
    const sent = made.practice.received().at(-1)?.body;
    expect(sent).not.toContain('.not-for-anybody-yet{}');
    expect(sent).toContain('.typed-before{}');
  });

  it.each(both)('sends what two steps back was: %s', async (_name, isBefore) => {
    const made = await accepted(isBefore);
    const undoing = [made.undo(), made.undo()];
    if (isBefore) await Promise.all(undoing);
    await type(made, { field: 'roundness', value: 'large' });
    const publishing = publishAsItIs(made);
    await type(made, { field: 'customCss', value: '.not-for-anybody-yet{}' });
    made.letGo();
    await Promise.all([made.accepting, ...undoing]);
    expect((await publishing).problems).toEqual([]);
    await made.settled();

    expect(await made.isNow()).toEqual(['.not-for-anybody-yet{}', 'large']);
    const sent = made.practice.received().at(-1)?.body;
    expect(sent).toContain('.a{}');
    expect(sent).toContain('large');
  });

  it.each(both)('leaves what is typed after two steps back: %s', async (_name, isBefore) => {
    const made = await accepted(isBefore);
    const undoing = [made.undo(), made.undo()];
    if (isBefore) await Promise.all(undoing);
    await type(made, { field: 'roundness', value: 'large' });
    made.letGo();
    await Promise.all([made.accepting, ...undoing]);

    expect(await made.isNow()).toEqual(['.a{}', 'large']);
  });

  it.each(both)(
    'does again what was taken back, under what is typed: %s',
    async (_name, isBefore) => {
      const made = await accepted(isBefore);
      const steps = [made.undo(), made.undo(), made.redo()];
      if (isBefore) await Promise.all(steps);
      await type(made, { field: 'roundness', value: 'large' });
      made.letGo();
      await Promise.all([made.accepting, ...steps]);

      expect(await made.isNow()).toEqual(['.typed-before{}', 'large']);
      // What was typed since ends it, as ever.
      await expect(made.redo()).rejects.toMatchObject({ problem: { code: 'nothingToUndo' } });
    },
  );

  it.each([
    ['the control: they take nothing back', []],
    ['they take it back at once', ['undo']],
    ['they take it back, and accept it after all', ['undo', 'redo']],
  ] as const)('leaves what was typed before, where the disk is full: %s', async (_name, said) => {
    const made = await accepted(false, true);
    const refused = expect(made.accepting).rejects.toMatchObject({
      problem: { code: 'storageFull' },
    });
    const steps = said.map((each) => made[each]());
    made.letGo();
    await refused;
    await Promise.all(steps);

    expect(await made.isNow()).toEqual(['.typed-before{}', 'medium']);
    // From now on there is nothing of it to take back.
    await made.undo();
    expect(await made.isNow()).toEqual(['.a{}', 'medium']);
  });

  it('takes back what was typed before with a second step, where the disk is full', async () => {
    const made = await accepted(false, true);
    const refused = expect(made.accepting).rejects.toMatchObject({
      problem: { code: 'storageFull' },
    });
    const steps = [made.undo(), made.undo()];
    made.letGo();
    await refused;
    await Promise.all(steps);

    expect(await made.isNow()).toEqual(['.a{}', 'medium']);
  });
});

/**
 * A person takes over what the service answered, or keeps the version of a conflict, sees it in the theme, types something
 * more and publishes, while a slow disk still writes down what was put there. What they typed BEFORE Publish is in the
 * theme and on the screen, and so it is what they publish.
 */
describe('what is typed before Publish while an answer, or a version, is written', () => {
  const typed = '.typed-once-it-was-there{}';

  type Made = Awaited<ReturnType<typeof outboxFixture>>;

  /** Types and publishes, with what was put there written down before that or after it. */
  async function typeAndPublish(made: Made, putting: unknown, letGo: () => void) {
    const { library, practice, place } = made;
    await type(made, { field: 'customCss', value: typed });
    const publishing = publishAsItIs(made);
    letGo();
    expect((await publishing).problems).toEqual([]);
    await putting;
    await made.settled();
    expect((await library.current(place.themeId)).theme.customCss).toBe(typed);
    expect(practice.received().at(-1)?.body).toContain(typed);
  }

  const when = [
    ['the control: it was written before', true],
    ['it is still being written', false],
  ] as const;

  it.each(when)('an answer: %s', async (_name, isBefore) => {
    const made = await outboxFixture();
    const { library, practice, outbox, place } = made;
    await library.handlers.open({ id: place.themeId });
    await publishedWithoutCss(made);

    const isShown = shownWith(made, undefined);
    const disk = isBefore
      ? undefined
      : held('rename', (path) => path.startsWith(library.folder() ?? '?'));
    const accepting = outbox.handlers.takeAnswer(place);
    await isShown;
    if (isBefore) await accepting;
    await typeAndPublish(made, accepting, () => disk?.letGo());
    expect(practice.received()).toHaveLength(2);
  });

  it.each(when)('a version of a conflict: %s', async (_name, isBefore) => {
    const made = await outboxFixture();
    const { library } = made;
    const { copyId } = await withConflictCopy(made, '.theirs{}');

    const isShown = shownWith(made, '.theirs{}');
    const disk = isBefore
      ? undefined
      : held('rename', (path) => path.startsWith(library.folder() ?? '?'));
    const deciding = library.handlers.resolveConflict({ id: copyId, keep: 'this' });
    await isShown;
    if (isBefore) await deciding;
    await typeAndPublish(made, deciding, () => disk?.letGo());
  });
});

/**
 * A theme gets another name on its card and is published at once, while a slow disk gives its file. What a person does
 * is done in the order in which they do it: it is sent under the name that it got before it was published.
 */
describe('a theme is renamed and published at once', () => {
  it.each([
    ['the control: its file is there at once', false],
    ['its file takes its time', true],
  ])('is sent under the name that it got before: %s', async (_name, isSlow) => {
    const made = await outboxFixture();
    const { handlers } = made.library;
    const { themeId: id } = made.place;
    await handlers.list(undefined);
    const file = held('readFrom', (path) => path.endsWith('0000.json'));

    if (!isSlow) file.letGo();
    const renaming = handlers.rename({ id, name: 'Lighthouse' });
    await file.isReached;
    if (!isSlow) await renaming;
    const publishing = made.publish();
    await new Promise((next) => setImmediate(next));
    const renamedSince = handlers.rename({ id, name: 'Since' });
    file.letGo();
    await Promise.all([renaming, publishing, renamedSince]);
    await made.drained();

    expect((await made.document()).name).toBe('Since');
    expect(made.practice.state().templates.map(({ name }) => name)).toEqual(['Lighthouse']);
  });

  it('is sent under the name that waited for its file', async () => {
    const made = await outboxFixture();
    const { handlers } = made.library;
    const { themeId: id } = made.place;
    await handlers.list(undefined);
    const { heal } = failing('EBUSY', 'readFrom', (path) => path.endsWith('0000.json'));
    await handlers.renameLater({ id, name: 'Lighthouse' });
    heal();
    await made.publish();
    await made.drained();

    expect(made.practice.state().templates.map(({ name }) => name)).toEqual(['Lighthouse']);
  });
});
