/**
 * Which themes the library shows, and in what order. Pure, and quick enough to run at each key with
 * ten thousand themes: what a theme is looked up by is worked out once and kept as long as its
 * summary object lives (a changed theme comes as a new object).
 */
import type { ThemeSummary } from '@shared/library';
import { mostNeedy, statusWord, statusWords, type StatusWord } from '@shared/theme/status';
import { colourWord } from './colour-words';
import type { LibraryFilter, LibrarySort } from '../../state/library-view.svelte';

/** What a card says about where its theme is: the word, and on how many connections it is true. */
export interface CardStatus {
  word: StatusWord;
  /** More than one only for `published`: "Published on 3". */
  places: number;
}

const statuses = new WeakMap<ThemeSummary, CardStatus>();
const haystacks = new WeakMap<ThemeSummary, string>();

/** The one status of a card: of many connections, the one that needs a person most. */
export function cardStatus(theme: ThemeSummary): CardStatus {
  const known = statuses.get(theme);
  if (known) return known;
  const words = theme.places.map((place) => statusWord(place.relation, place.delivery));
  const word = mostNeedy(words);
  const status = {
    word,
    places: word === 'published' ? words.filter((other) => other === word).length : 1,
  };
  statuses.set(theme, status);
  return status;
}

/** The grounds, by which one remembers a theme; nearly every theme has white text somewhere. */
function groundWords({ general, chat }: ThemeSummary['theme']): string[] {
  const grounds = [chat.hostBubbles, chat.guestBubbles, chat.buttons].map(
    ({ backgroundColor }) => backgroundColor,
  );
  const colours = new Set([general.background.content ?? '', ...grounds]);
  return [...colours].flatMap((colour) => colourWord(colour) ?? []);
}

/**
 * Name, tags, font, colours and the words of the grounds in lower case, one a line so that no match
 * spans two of them.
 */
function haystack(theme: ThemeSummary): string {
  const known = haystacks.get(theme);
  if (known !== undefined) return known;
  const { general, chat } = theme.theme;
  const text = [
    theme.name,
    ...theme.tags,
    general.font,
    general.background.content ?? '',
    ...[chat.hostBubbles, chat.guestBubbles, chat.buttons, chat.inputs].flatMap((surface) => [
      surface.backgroundColor,
      surface.color,
    ]),
    chat.inputs.placeholderColor,
    ...groundWords(theme.theme),
  ]
    .join('\n')
    .toLowerCase();
  haystacks.set(theme, text);
  return text;
}

/**
 * Works out what some themes are looked up by, ahead of the first key. Gives how many of them are
 * done; call it again until that is all.
 */
export function prepareSearch(themes: readonly ThemeSummary[], from: number): number {
  const to = Math.min(themes.length, from + preparedAtOnce);
  for (const theme of themes.slice(from, to)) {
    haystack(theme);
    cardStatus(theme);
  }
  if (to === themes.length) textsOf(themes);
  return to;
}

/** About two milliseconds' worth. */
const preparedAtOnce = 200;

function isIn(filter: LibraryFilter, word: StatusWord): boolean {
  if (filter === 'attention') return word === 'failed' || word === 'unknown';
  return filter === 'all' || word === filter;
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function newerFirst(a: ThemeSummary, b: ThemeSummary): number {
  return a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0;
}

/** Themes without a tag come last. */
function byTag(a: ThemeSummary, b: ThemeSummary): number {
  const [one, other] = [a.tags[0], b.tags[0]];
  if (one === undefined || other === undefined) {
    return Number(one === undefined) - Number(other === undefined);
  }
  return byName.compare(one, other);
}

const comparisons: Record<LibrarySort, (a: ThemeSummary, b: ThemeSummary) => number> = {
  edited: newerFirst,
  name: (a, b) => byName.compare(a.name, b.name),
  status: (a, b) =>
    statusWords.indexOf(cardStatus(a).word) - statusWords.indexOf(cardStatus(b).word) ||
    newerFirst(a, b),
  tag: (a, b) => byTag(a, b) || byName.compare(a.name, b.name),
};

/** The themes in the order of the sort; equal ones stay in a fixed order, by id. */
export function sortedThemes(themes: readonly ThemeSummary[], sort: LibrarySort): ThemeSummary[] {
  const compare = comparisons[sort];
  return [...themes].sort((a, b) => compare(a, b) || (a.id < b.id ? -1 : 1));
}

interface Searched {
  readonly themes: readonly ThemeSummary[];
  readonly query: string;
  readonly tag: string | null;
  readonly found: readonly ThemeSummary[];
  /** What those that were found are looked up by, in the same order. */
  readonly texts: readonly string[];
}
let lastSearch: Searched | undefined;
/** What all themes are looked up by, as long as they are the same ones in the same order. */
let allTexts: { readonly themes: readonly ThemeSummary[]; readonly texts: readonly string[] } = {
  themes: [],
  texts: [],
};

function textsOf(themes: readonly ThemeSummary[]): readonly string[] {
  if (allTexts.themes !== themes) allTexts = { themes, texts: themes.map(haystack) };
  return allTexts.texts;
}

/** The themes that wear the tag and hold every word of the search, in the order they came. */
export function searchedThemes(
  themes: readonly ThemeSummary[],
  query: string,
  tag: string | null,
): readonly ThemeSummary[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0 && tag === null) return themes;
  // A search that goes on finds nothing that the one before did not.
  const before =
    lastSearch?.themes === themes && lastSearch.tag === tag && query.startsWith(lastSearch.query)
      ? lastSearch
      : { found: themes, texts: textsOf(themes) };
  const found: ThemeSummary[] = [];
  const texts: string[] = [];
  // Walked by hand: at each key of a big library this is most of what there is to do.
  for (let at = 0; at < before.found.length; at += 1) {
    const theme = before.found[at] as ThemeSummary;
    const text = before.texts[at] as string;
    if (tag !== null && !theme.tags.includes(tag)) continue;
    if (!words.every((word) => text.includes(word))) continue;
    found.push(theme);
    texts.push(text);
  }
  lastSearch = { themes, query, tag, found, texts };
  return found;
}

/** The themes that the filter chip lets through. */
export function filteredThemes(
  themes: readonly ThemeSummary[],
  filter: LibraryFilter,
): readonly ThemeSummary[] {
  if (filter === 'all') return themes;
  if (filter === 'conflict') return themes.filter(({ conflictOf }) => conflictOf !== undefined);
  return themes.filter((theme) => isIn(filter, cardStatus(theme).word));
}

/** How many of the themes each chip would show. */
export function filterCounts(themes: readonly ThemeSummary[]): Record<LibraryFilter, number> {
  const counts: Record<LibraryFilter, number> = {
    all: themes.length,
    draft: 0,
    published: 0,
    changed: 0,
    attention: 0,
    conflict: 0,
  };
  for (const theme of themes) {
    const { word } = cardStatus(theme);
    if (theme.conflictOf !== undefined) counts.conflict += 1;
    if (word === 'failed' || word === 'unknown') counts.attention += 1;
    else if (word === 'draft' || word === 'published' || word === 'changed') counts[word] += 1;
  }
  return counts;
}

/** The items of one row, where each has so many columns. */
export function rowAt<Item>(items: readonly Item[], row: number, columns: number): Item[] {
  return items.slice(row * columns, (row + 1) * columns);
}
