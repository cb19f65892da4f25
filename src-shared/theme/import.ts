/**
 * Finds the themes in what a file held, whatever kind of file it was. Pure: text is turned into
 * values elsewhere, and nothing is stored here. The kinds are described in `docs/theme-format.md`.
 */
import { beginningOf } from '../sendable-text';
import { storedFormats } from '../stored-formats';
import { refused } from './import-refused';
import { isTree, looksLikeTheme, themeOf, type ThemeNotes, type Tree } from './import-theme';
import { tagSchema, themeNameSchema, themeSchema, type Theme } from './theme';

/** What kind of file a theme was found in. */
export const importKinds = ['export', 'backup', 'themeFile', 'template', 'bot', 'theme'] as const;
export type ImportKind = (typeof importKinds)[number];

/** A theme that was found. */
export interface FoundTheme extends ThemeNotes {
  /** As the file has it, shortened to what the library takes; absent where the file has none. */
  readonly name: string | undefined;
  readonly tags: readonly string[];
  readonly theme: Theme;
}

export interface FoundThemes {
  readonly kind: ImportKind;
  /** At least one. */
  readonly themes: readonly FoundTheme[];
}

const longestName = 200;
const mostTags = 50;
const themeKeys = ['general', 'chat', 'roundness', 'customCss'];

/**
 * The themes in the value of a file.
 * @throws ProblemError importRefused, with the first thing wrong; nothing of the file is to be used
 */
export function findThemes(value: unknown): FoundThemes {
  if (Array.isArray(value)) return inBareList(value);
  if (!isTree(value)) throw refused({ reason: 'noTheme' });
  if (own(value, 'foyer') !== undefined) return inBundle(value);
  if (own(value, 'themeTemplates') !== undefined) {
    return { kind: 'template', themes: inList(value['themeTemplates'], 'themeTemplates') };
  }
  const template = own(value, 'themeTemplate');
  if (isTree(template)) {
    return { kind: 'template', themes: [named(template, 'themeTemplate.')] };
  }
  if (own(value, 'theme') !== undefined) {
    return { kind: kindOfHolder(value), themes: [named(value, '')] };
  }
  for (const holder of ['typebot', 'publicTypebot', 'bot']) {
    const inner = own(value, holder);
    if (isTree(inner) && own(inner, 'theme') !== undefined) {
      return { kind: 'bot', themes: [named(inner, `${holder}.`)] };
    }
  }
  if (looksLikeTheme(value)) return { kind: 'theme', themes: [found(value, '', undefined, [])] };
  throw refused({ reason: 'noTheme' });
}

/** A list by itself: of themes, of names with themes, of files of a library. */
function inBareList(list: readonly unknown[]): FoundThemes {
  const hold = list.flatMap((item) => (isTree(item) && !isBare(item) ? [kindOfHolder(item)] : []));
  const [first = 'theme', ...others] =
    hold.length < list.length ? [...hold, 'theme' as const] : hold;
  const kind = others.every((other) => other === first) ? first : 'template';
  return { kind, themes: inList(list, '') };
}

/** Whether it is a theme itself, and not something that holds one. */
function isBare(item: Tree): boolean {
  return own(item, 'theme') === undefined && looksLikeTheme(item);
}

/** What Foyer wrote for many themes: an export, or a backup. */
function inBundle(value: Tree): FoundThemes {
  const kind = value['foyer'] === 'themes' ? 'export' : 'backup';
  if (kind === 'backup' && value['foyer'] !== 'backup') {
    throw refused({ reason: 'notOneOf', at: 'foyer', values: ['themes', 'backup'] });
  }
  const ours = kind === 'export' ? storedFormats.export : storedFormats.backup;
  checkFormat(value['format'], ours);
  return { kind, themes: inList(value['themes'], 'themes') };
}

/** @throws ProblemError importRefused for another format than `ours`, the one that is read here */
export function checkFormat(format: unknown, ours: number): void {
  if (typeof format !== 'number') {
    throw refused({ reason: 'wrongType', at: 'format', expected: 'number' });
  }
  if (format > ours) throw refused({ reason: 'newerFormat', format });
  if (format !== ours) {
    throw refused({ reason: 'notOneOf', at: 'format', values: [String(ours)] });
  }
}

function inList(list: unknown, at: string): FoundTheme[] {
  if (!Array.isArray(list)) throw refused({ reason: 'wrongType', at, expected: 'list' });
  if (!list.some(isTree)) throw refused({ reason: 'noTheme' });
  return list.map((item: unknown, index) => {
    const place = at === '' ? String(index) : `${at}.${String(index)}`;
    if (!isTree(item)) throw refused({ reason: 'wrongType', at: place, expected: 'object' });
    return isBare(item) ? found(item, place, undefined, []) : named(item, `${place}.`);
  });
}

/** The library's own file, a bot, or a name with a theme. */
function kindOfHolder(value: Tree): ImportKind {
  if (typeof value['format'] === 'number' && typeof value['id'] === 'string') {
    checkFormat(value['format'], storedFormats.theme);
    return 'themeFile';
  }
  const ofBots = ['groups', 'blocks', 'edges', 'events', 'variables', 'settings', 'publicId'];
  return ofBots.some((key) => own(value, key) !== undefined) ? 'bot' : 'template';
}

/** An object that has a theme, and perhaps its name and tags. */
function named(holder: Tree, at: string): FoundTheme {
  const theme = own(holder, 'theme');
  if (theme === undefined || theme === null || !isTree(theme)) {
    throw refused({ reason: 'wrongType', at: `${at}theme`, expected: 'object' });
  }
  const name = own(holder, 'name') ?? undefined;
  if (name !== undefined && typeof name !== 'string') {
    throw refused({ reason: 'wrongType', at: `${at}name`, expected: 'text' });
  }
  const tags = own(holder, 'tags') ?? [];
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string')) {
    throw refused({ reason: 'wrongType', at: `${at}tags`, expected: 'list' });
  }
  return found(theme, `${at}theme`, name, tags);
}

function found(tree: Tree, at: string, name: string | undefined, tags: readonly string[]) {
  if (themeKeys.every((key) => (own(tree, key) ?? null) === null)) {
    throw refused(
      Object.keys(tree).length === 0 ? { reason: 'emptyTheme', at } : { reason: 'noTheme' },
    );
  }
  const { theme, notes } = themeOf(tree, at);
  const fitting = [...new Set(tags.map((tag) => tag.trim()))].filter(
    (tag) => tagSchema.safeParse(tag).success,
  );
  if (fitting.length < tags.length || fitting.length > mostTags) notes.leftOut.push('tags');
  const cut = nameOf(name);
  if (name !== undefined && cut !== name.trim()) notes.leftOut.push('name');
  return {
    name: cut,
    tags: fitting.slice(0, mostTags),
    // It was made to fit; a mistake in that must not reach the library.
    theme: themeSchema.parse(theme),
    ...notes,
  };
}

/** A name that the library takes. */
export function nameOf(text: string | undefined): string | undefined {
  const cut = text && beginningOf(text.trim(), longestName).trim();
  return themeNameSchema.safeParse(cut).success ? cut : undefined;
}

/** Whether a theme names pictures, which lie somewhere on the web. */
export function hasPictures(theme: Theme): boolean {
  return namedPictures(theme).length > 0;
}

/** Where a theme names pictures, whether they are shown or not. */
export function namedPictures({ general, chat }: Theme): { place: string; address: string }[] {
  const { type, content } = general.background;
  const named = [
    { place: 'general.background.content', address: type === 'Image' ? content : undefined },
    { place: 'chat.hostAvatar.url', address: chat.hostAvatar?.url },
    { place: 'chat.guestAvatar.url', address: chat.guestAvatar?.url },
  ];
  return named.flatMap(({ place, address = '' }) => (address === '' ? [] : { place, address }));
}

function own(tree: Tree, key: string): unknown {
  return Object.hasOwn(tree, key) ? tree[key] : undefined;
}
