/**
 * Which themes the library shows, and in what order. Quick enough to run at each key with ten
 * thousand themes: what a theme is looked up by is worked out once and kept as long as its summary
 * object lives (a changed theme comes as a new object).
 */
import { connections } from '../../state/connections.svelte';
import type { LibraryTheme } from '../../state/theme-status';
import { searchable, searchWords } from '@shared/search-words';
import { mostNeedy, statusWord, statusWords, type StatusWord } from '@shared/theme/status';
import { colourWord } from './colour-words';
import type { LibraryFilter, LibrarySort } from '../../state/library-view.svelte';

/** What a card says about where its theme is: the word, and on how many connections it is true. */
export interface CardStatus {
  word: StatusWord;
  /** More than one only for `published`: "Published on 3". */
  places: number;
}

/** One field a line, so that no match spans two of them. */
interface Searched {
  /** Name, tags, font and the words of the grounds. */
  readonly text: string;
  /** The colours as they are written: only for a word that looks like one. */
  readonly colours: string;
}

/** A theme with what it is found by, each worked out when it is first asked for. */
export class FindableTheme {
  readonly theme: LibraryTheme;
  #status: CardStatus | undefined;
  #searched: Searched | undefined;

  constructor(theme: LibraryTheme) {
    this.theme = theme;
  }

  /** The one status of its card: of many connections, the one that needs a person most. */
  get status(): CardStatus {
    // Whether the connections can be read changes while the theme stays the same: it is not kept.
    if (this.theme.places.length === 0) return { word: connections.wordOfNoPlace, places: 1 };
    return (this.#status ??= statusOf(this.theme));
  }

  /** What the words of a search are looked for in. */
  get searched(): Searched {
    return (this.#searched ??= searchedIn(this.theme));
  }
}

const findables = new WeakMap<LibraryTheme, FindableTheme>();

/** What a theme is found by. */
export function findable(theme: LibraryTheme): FindableTheme {
  let known = findables.get(theme);
  if (!known) findables.set(theme, (known = new FindableTheme(theme)));
  return known;
}

function statusOf(theme: LibraryTheme): CardStatus {
  const words = theme.places.map((place) => statusWord(place.relation, place.delivery));
  const word = mostNeedy(words);
  return {
    word,
    places: word === 'published' ? words.filter((other) => other === word).length : 1,
  };
}

/** The grounds, by which one remembers a theme; nearly every theme has white text somewhere. */
export function groundWords({ general, chat }: LibraryTheme['theme']): string[] {
  const grounds = [chat.hostBubbles, chat.guestBubbles, chat.buttons].map(
    ({ backgroundColor }) => backgroundColor,
  );
  const colours = new Set([general.background.content ?? '', ...grounds]);
  return [...colours].flatMap((colour) => colourWord(colour) ?? []);
}

function searchedIn({ name, tags, theme }: LibraryTheme): Searched {
  const { general, chat } = theme;
  const text = [name, ...tags, general.font, ...groundWords(theme)];
  const colours = [
    general.background.type === 'Color' ? (general.background.content ?? '') : '',
    ...[chat.hostBubbles, chat.guestBubbles, chat.buttons, chat.inputs].flatMap((surface) => [
      surface.backgroundColor,
      surface.color,
    ]),
    chat.inputs.placeholderColor,
  ];
  return { text: searchable(text.join('\n')), colours: searchable(colours.join('\n')) };
}

/** Fewer are rather a client's number, which is in some colour of nearly every theme. */
const hexDigits = /^[\da-f]{3,8}$/u;

/** Whether the theme is found by a word of a search. */
export function holds({ searched }: FindableTheme, word: string): boolean {
  if (searched.text.includes(word)) return true;
  return (word.startsWith('#') || hexDigits.test(word)) && searched.colours.includes(word);
}

/**
 * Works out what some themes are found by, ahead of the first key. Gives how many of them are done;
 * call it again until that is all.
 */
export function prepareSearch(themes: readonly FindableTheme[], from: number): number {
  const to = Math.min(themes.length, from + preparedAtOnce);
  // The empty word is in all of them: every text and every status is read.
  filterCounts(matching(themes.slice(from, to), [''], null));
  return to;
}

/** About two milliseconds' worth. */
const preparedAtOnce = 200;

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function newerFirst(a: LibraryTheme, b: LibraryTheme): number {
  return a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0;
}

/** Themes without a tag come last. */
function byTag(a: LibraryTheme, b: LibraryTheme): number {
  const [one, other] = [a.tags[0], b.tags[0]];
  if (one === undefined || other === undefined) {
    return Number(one === undefined) - Number(other === undefined);
  }
  return byName.compare(one, other);
}

type Comparison = (a: LibraryTheme, b: LibraryTheme) => number;

/** Last opened first; what was not opened of late comes after, last edited first. */
function openedFirst(places: ReadonlyMap<string, number>): Comparison {
  const placeOf = ({ id }: LibraryTheme): number => places.get(id) ?? places.size;
  return (a, b) => placeOf(a) - placeOf(b) || newerFirst(a, b);
}

const comparisons: Record<Exclude<LibrarySort, 'opened'>, Comparison> = {
  edited: newerFirst,
  name: (a, b) => byName.compare(a.name, b.name),
  status: (a, b) =>
    statusWords.indexOf(findable(a).status.word) - statusWords.indexOf(findable(b).status.word) ||
    newerFirst(a, b),
  tag: (a, b) => byTag(a, b) || byName.compare(a.name, b.name),
  font: (a, b) =>
    byName.compare(a.theme.general.font, b.theme.general.font) || byName.compare(a.name, b.name),
};

/**
 * The themes in the order of the sort; equal ones stay in a fixed order, by id. `opened` says where each
 * stands among those that were opened last.
 */
export function sortedThemes(
  themes: readonly LibraryTheme[],
  sort: LibrarySort,
  isReversed: boolean,
  opened: ReadonlyMap<string, number> = new Map(),
): FindableTheme[] {
  const compare = sort === 'opened' ? openedFirst(opened) : comparisons[sort];
  const way = isReversed ? -1 : 1;
  return [...themes].sort((a, b) => way * compare(a, b) || (a.id < b.id ? -1 : 1)).map(findable);
}

interface LastSearch {
  readonly themes: readonly FindableTheme[];
  readonly wanted: string;
  readonly tag: string | null;
  readonly found: readonly FindableTheme[];
}
let lastSearch: LastSearch | undefined;

/** The themes that have the tag and every word of the search, in the order they came. */
export function searchedThemes(
  themes: readonly FindableTheme[],
  query: string,
  tag: string | null,
): readonly FindableTheme[] {
  const wanted = searchable(query);
  const words = searchWords(wanted);
  if (words.length === 0 && tag === null) return themes;
  // A search that goes on finds nothing that the one before did not, unless it has become a colour's.
  const before =
    lastSearch?.themes === themes &&
    lastSearch.tag === tag &&
    wanted.startsWith(lastSearch.wanted) &&
    !words.some((word) => hexDigits.test(word))
      ? lastSearch.found
      : themes;
  const found = matching(before, words, tag);
  lastSearch = { themes, wanted, tag, found };
  return found;
}

function matching(
  themes: readonly FindableTheme[],
  words: readonly string[],
  tag: string | null,
): FindableTheme[] {
  const found: FindableTheme[] = [];
  // Walked by hand: at each key of a big library this is most of what there is to do.
  search: for (const candidate of themes) {
    if (tag !== null && !candidate.theme.tags.includes(tag)) continue;
    for (const word of words) if (!holds(candidate, word)) continue search;
    found.push(candidate);
  }
  return found;
}

/**
 * It failed, it isn't known whether it arrived, it isn't sent before a person did something, or two
 * versions of it wait for a decision.
 */
function needsAttention({ conflictOf, places }: LibraryTheme, { word }: CardStatus): boolean {
  return (
    word === 'failed' ||
    word === 'unknown' ||
    conflictOf !== undefined ||
    places.some(({ delivery }) => delivery === 'blocked')
  );
}

const none: ReadonlySet<string> = new Set();

/** The themes that the filter chip lets through; `favourites` are the ids of those with a star. */
export function filteredThemes(
  themes: readonly FindableTheme[],
  filter: LibraryFilter,
  favourites = none,
): LibraryTheme[] {
  const isLetThrough = ({ theme, status }: FindableTheme): boolean => {
    if (filter === 'favourite') return favourites.has(theme.id);
    if (filter === 'conflict') return theme.conflictOf !== undefined;
    if (filter === 'attention') return needsAttention(theme, status);
    return status.word === filter;
  };
  const through = filter === 'all' ? themes : themes.filter(isLetThrough);
  return through.map(({ theme }) => theme);
}

/** How many of the themes each chip would show. */
export function filterCounts(
  themes: readonly FindableTheme[],
  favourites = none,
): Record<LibraryFilter, number> {
  const counts: Record<LibraryFilter, number> = {
    all: themes.length,
    favourite: 0,
    draft: 0,
    published: 0,
    changed: 0,
    attention: 0,
    conflict: 0,
  };
  for (const { theme, status } of themes) {
    const { word } = status;
    if (favourites.has(theme.id)) counts.favourite += 1;
    if (theme.conflictOf !== undefined) counts.conflict += 1;
    if (needsAttention(theme, status)) counts.attention += 1;
    if (word === 'draft' || word === 'published' || word === 'changed') counts[word] += 1;
  }
  return counts;
}

/** The items of one row, where each has so many columns. */
export function rowAt<Item>(items: readonly Item[], row: number, columns: number): Item[] {
  return items.slice(row * columns, (row + 1) * columns);
}
