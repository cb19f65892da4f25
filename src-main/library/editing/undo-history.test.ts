import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withThemeField } from '@shared/theme/change-theme';
import { withAvatarSwitches } from '@shared/theme/field-access';
import { themeFieldNames } from '@shared/theme/field-names';
import type { ThemeEdit } from '@shared/theme/fields';
import {
  backgroundTypes,
  newTheme,
  roundnesses,
  type Theme,
  type ThemeDocument,
  themeSchema,
} from '@shared/theme/theme';
import { newId } from '../../storage/storage';
import {
  libraryOfOne,
  putTheme,
  restarted,
  type TestLibrary,
  themeState,
} from '../testing/fixture-library';
import { patchesBetween, withoutPatches, withPatches } from './theme-patch';
import { UndoHistory } from './undo-history';

describe('undo', () => {
  const line = fc.string({ unit: 'binary', maxLength: 12 });
  const css = fc
    .array(fc.constantFrom('.a{}', '\n', '😀', '.b { color: red }', ' '.repeat(90)), {
      maxLength: 8,
    })
    .map((parts) => parts.join(''));

  const edit: fc.Arbitrary<ThemeEdit> = fc.constantFrom(...themeFieldNames).chain((field) => {
    const values: fc.Arbitrary<unknown> = field.endsWith('isEnabled')
      ? fc.boolean()
      : field === 'roundness'
        ? fc.constantFrom(...roundnesses, null)
        : field === 'general.background.type'
          ? fc.constantFrom(...backgroundTypes)
          : field === 'customCss'
            ? fc.option(css)
            : field.endsWith('url') || field.endsWith('content')
              ? fc.option(line)
              : line;
    return values.map((value) => ({ field, value }) as ThemeEdit);
  });
  const asItIs = <Content>(content: Content): Content => content;
  const gesture = fc.constantFrom(undefined, 'drag', 'word');

  describe('undo', () => {
    it('brings back the original, and redo the edited theme, whatever was edited', () => {
      fc.assert(
        fc.property(fc.array(fc.tuple(edit, gesture), { maxLength: 25 }), (steps) => {
          const original: Theme = { ...newTheme(), madeBy: { hand: [1, { deep: true }] } };
          const history = new UndoHistory<Theme>(asItIs);
          let theme = original;
          for (const [step, name] of steps) {
            const next = withThemeField(theme, step);
            history.record(theme, next, name);
            theme = next;
          }
          const edited = theme;
          for (let back = history.undo(theme); back; back = history.undo(theme)) theme = back;
          expect(theme).toEqual(original);
          for (let on = history.redo(theme); on; on = history.redo(theme)) theme = on;
          expect(theme).toEqual(edited);
        }),
      );
    });

    it('does in its turn what it would have done at once, under what was typed meanwhile', () => {
      type Content = { theme: Theme; name: string };
      const said = fc.array(fc.constantFrom('undo', 'redo', 'replace'), { maxLength: 6 });
      const edits = fc.array(edit, { maxLength: 8 });
      fc.assert(
        fc.property(edits, said, edits, (before, words, since) => {
          const made = () => {
            const history = new UndoHistory<Content>(asItIs);
            let content: Content = { theme: newTheme(), name: 'One' };
            const change = (after: Content, coming?: 'inTurn'): boolean => {
              const isNoted = history.record(content, after, undefined, coming);
              content = after;
              return isNoted;
            };
            const type = (step: ThemeEdit): boolean =>
              change({ ...content, theme: withThemeField(content.theme, step) });
            const word = (said: string, index: number) => {
              const asked = history.asked();
              return (): void => {
                if (said === 'replace') change({ ...content, name: String(index) }, 'inTurn');
                else if (said === 'undo') content = history.undo(content, asked) ?? content;
                else content = history.redo(content, asked) ?? content;
              };
            };
            const undoAll = (): Content => {
              for (let back = history.undo(content); back; back = history.undo(content))
                content = back;
              return content;
            };
            before.forEach(type);
            return { type, word, undoAll, content: () => content };
          };
          const inTurn = made();
          const waiting = words.map((each, index) => inTurn.word(each, index));
          // What is there already when it is typed is no edit.
          const noted = since.filter(inTurn.type);
          for (const turn of waiting) turn();
          const atOnce = made();
          words.forEach((each, index) => atOnce.word(each, index)());
          noted.forEach(atOnce.type);

          expect(inTurn.content()).toEqual(atOnce.content());
          expect(inTurn.undoAll()).toEqual({ theme: newTheme(), name: 'One' });
        }),
      );
    });

    it('leaves a whole theme of avatars that are taken back under what was typed in them', () => {
      const { hostAvatar: _host, guestAvatar: _guest, ...chat } = newTheme().chat;
      const original: Theme = { ...newTheme(), chat };
      const avatar = fc.constantFrom('hostAvatar', 'guestAvatar');
      const change: fc.Arbitrary<ThemeEdit> = fc.oneof(
        fc.record({
          field: avatar.map((each) => `chat.${each}.isEnabled` as const),
          value: fc.constantFrom(true, false, null),
        }),
        fc.record({
          field: avatar.map((each) => `chat.${each}.url` as const),
          value: fc.constantFrom('https://pictures.example/a.png', '', null),
        }),
      );
      const changes = fc.array(change, { maxLength: 6 });
      const words = fc.array(fc.constantFrom('undo', 'redo'), { maxLength: 6 });
      fc.assert(
        fc.property(changes, changes, words, words, (before, since, waiting, later) => {
          const history = new UndoHistory<Theme>(withAvatarSwitches);
          let theme = original;
          const type = (step: ThemeEdit): void => {
            const next = withThemeField(theme, step);
            history.record(theme, next);
            theme = next;
          };
          const say = (word: string, asked?: number): void => {
            theme =
              (word === 'undo' ? history.undo : history.redo).call(history, theme, asked) ?? theme;
            expect(themeSchema.safeParse(theme).error).toBeUndefined();
          };
          before.forEach(type);
          const asked = history.asked();
          since.forEach(type);
          for (const word of waiting) say(word, asked);
          for (const word of later) say(word);
          while (history.canUndo) say('undo');
          expect(theme).toEqual(original);
        }),
      );
    });

    it.each<[string, ThemeEdit]>([
      ['its switch', { field: 'chat.hostAvatar.isEnabled', value: false }],
      ['its address', { field: 'chat.hostAvatar.url', value: 'https://pictures.example/b.png' }],
    ])('does again what was taken back under what was typed: %s', (_what, typed) => {
      const { hostAvatar: _host, ...chat } = newTheme().chat;
      const without: Theme = { ...newTheme(), chat };
      const history = new UndoHistory<Theme>(withAvatarSwitches);
      const came = withThemeField(without, { field: 'chat.hostAvatar.isEnabled', value: true });
      history.record(without, came);
      const asked = history.asked();
      const edited = withThemeField(came, typed);
      history.record(came, edited);
      const undone = history.undo(edited, asked);
      expect(undone).toEqual(withThemeField(without, typed));
      expect(history.redo(undone as Theme, asked)).toEqual(edited);
      expect(history.undo(edited)).toEqual(came);
    });

    it('takes a gesture as one step, until something else happens', () => {
      const history = new UndoHistory<{ size: number }>(asItIs);
      history.record({ size: 0 }, { size: 1 }, 'drag');
      history.record({ size: 1 }, { size: 2 }, 'drag');
      history.record({ size: 2 }, { size: 3 });
      history.record({ size: 3 }, { size: 4 }, 'drag');
      expect(history.undo({ size: 4 })).toEqual({ size: 3 });
      expect(history.redo({ size: 3 })).toEqual({ size: 4 });
      // The same gesture after an undo and a redo is a new one.
      history.record({ size: 4 }, { size: 5 }, 'drag');
      expect(history.undo({ size: 5 })).toEqual({ size: 4 });
      expect(history.undo({ size: 4 })).toEqual({ size: 3 });
      expect(history.undo({ size: 3 })).toEqual({ size: 2 });
      expect(history.undo({ size: 2 })).toEqual({ size: 0 });
      expect(history.undo({ size: 0 })).toBeUndefined();
    });

    it('has no step for a gesture that ends where it began', () => {
      const history = new UndoHistory<{ size: number }>(asItIs);
      history.record({ size: 0 }, { size: 1 }, 'drag');
      history.record({ size: 1 }, { size: 0 }, 'drag');
      expect(history.canUndo).toBe(false);
    });

    it('cannot redo what was undone once something else was edited', () => {
      const history = new UndoHistory<{ size: number }>(asItIs);
      history.record({ size: 0 }, { size: 1 });
      history.undo({ size: 1 });
      history.record({ size: 0 }, { size: 9 });
      expect(history.canRedo).toBe(false);
    });
  });

  describe('patches', () => {
    it('turn any JSON object into any other and back', () => {
      const tree = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
      fc.assert(
        fc.property(tree, tree, (before, after) => {
          const patches = patchesBetween(before, after);
          expect(withPatches(before, patches)).toEqual(after);
          expect(withoutPatches(after, patches)).toEqual(before);
        }),
      );
    });

    it('keep of a long text only what changed', () => {
      const css = `.typebot-button { color: red }\n`.repeat(1_000);
      const patches = patchesBetween({ css }, { css: css.replace('red', 'blue') });
      expect(JSON.stringify(patches).length).toBeLessThan(200);
    });
  });
});

/**
 * What a person puts in a theme's place has an avatar that the theme hadn't. They see it, think better of it with Ctrl Z, and
 * give the avatar an address, while the disk is still at what they put there: the theme that comes of it is one that Foyer
 * can read again.
 */
describe('an avatar’s address is typed once what brought the avatar is undone', () => {
  const theme = newTheme();
  const { hostAvatar: _none, ...chat } = theme.chat;
  const withoutAvatar = { ...theme, chat };

  /** Puts the document, which has an avatar, in the theme's place. */
  type PutInPlace = (made: TestLibrary & { id: string }, copy: ThemeDocument) => unknown;

  const ways: readonly (readonly [string, PutInPlace])[] = [
    [
      'the other version of a conflict',
      ({ library }, copy) => library.handlers.resolveConflict({ id: copy.id, keep: 'this' }),
    ],
    [
      'that of a backup',
      ({ library, id }, { conflictOf: _ofNone, ...copy }) =>
        library.putBack({ ...copy, id }, 'replace'),
    ],
  ];

  it.each(ways)(
    'leaves a theme that can be opened at the next start: %s',
    async (_what, putInPlace) => {
      const made = await libraryOfOne({ theme: withoutAvatar });
      const { library, folders, document, id } = made;
      const { handlers } = library;
      const conflictOf = { id, name: document.name };
      const copy = { ...document, id: newId(), conflictOf, theme };
      await putTheme(folders, 'b.json', copy);
      await handlers.open({ id });

      const shown = themeState(library, id, (state) => state.theme.chat.hostAvatar !== undefined);
      const putting = putInPlace(made, copy);
      await shown;
      const undoing = handlers.undo({ id });
      const url = 'https://pictures.example/face.png';
      await handlers.edit({ id, edits: [{ field: 'chat.hostAvatar.url', value: url }] });
      await Promise.all([putting, undoing]);

      const later = await restarted(folders, library);
      const { themes, unreadable } = await later.handlers.list(undefined);
      expect(unreadable).toEqual([]);
      expect(themes.map((each) => each.id)).toContain(id);
    },
  );

  it('leaves a theme that can be opened at the next start: two steps taken back at once', async () => {
    const { library, folders, id } = await libraryOfOne({ theme: withoutAvatar });
    const { handlers } = library;
    const { version } = await handlers.keepVersion({ id, name: 'Approved' });
    await handlers.edit({ id, edits: [{ field: 'chat.hostAvatar.isEnabled', value: true }] });
    const restoring = handlers.restoreVersion({ id, version });
    const undoing = [handlers.undo({ id }), handlers.undo({ id })];
    const url = 'https://pictures.example/face.png';
    await handlers.edit({ id, edits: [{ field: 'chat.hostAvatar.url', value: url }] });
    await Promise.all([restoring, ...undoing]);

    const later = await restarted(folders, library);
    const { themes, unreadable } = await later.handlers.list(undefined);
    expect(unreadable).toEqual([]);
    expect(themes.map((each) => each.id)).toEqual([id]);
  });
});
