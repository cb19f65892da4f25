/** What a search finds. Where that is nothing, what was meant: a slip of the finger is forgiven, and said. */
import { searchable, searchWords } from '@shared/search-words';
import { stepsBetween } from '@shared/word-distance';
import { groundWords, holds, searchedThemes, type FindableTheme } from './shown-themes';

const vocabularies = new WeakMap<readonly FindableTheme[], readonly string[]>();

/** The words by which themes are remembered: of their names, tags, fonts and colours. */
function vocabularyOf(themes: readonly FindableTheme[]): readonly string[] {
  let known = vocabularies.get(themes);
  if (!known) {
    const words = themes.flatMap(({ theme: { name, tags, theme } }) =>
      [name, ...tags, theme.general.font, ...groundWords(theme)].flatMap((text) =>
        searchable(text).split(/[^\p{L}\p{N}]+/u),
      ),
    );
    vocabularies.set(themes, (known = [...new Set(words)].filter((word) => word.length >= 3)));
  }
  return known;
}

/** More than that is another word. */
function mostSteps(word: string): number {
  return word.length < 4 ? 0 : word.length < 7 ? 1 : 2;
}

function nearest(word: string, vocabulary: readonly string[]): string | undefined {
  const most = mostSteps(word);
  if (most === 0) return undefined;
  let best: { word: string; steps: number } | undefined;
  for (const candidate of vocabulary) {
    // Someone who is still typing has the beginning of a word only.
    const part = candidate.slice(0, Math.max(word.length, 4));
    if (Math.abs(candidate.length - word.length) > most && part.length < word.length) continue;
    const steps = Math.min(stepsBetween(word, candidate), stepsBetween(word, part));
    if (steps <= most && (best === undefined || steps < best.steps)) {
      best = { word: candidate, steps };
    }
  }
  return best?.word;
}

/** The nearest search that may find something; `undefined` where no word is near. */
export function meantQuery(themes: readonly FindableTheme[], query: string): string | undefined {
  const vocabulary = vocabularyOf(themes);
  const meant: string[] = [];
  for (const word of searchWords(query)) {
    const isThere = themes.some((theme) => holds(theme, word));
    const found = isThere ? word : nearest(word, vocabulary);
    if (found === undefined) return undefined;
    meant.push(found);
  }
  const whole = meant.join(' ');
  return whole === searchable(query.trim()) ? undefined : whole;
}

interface Found {
  readonly themes: readonly FindableTheme[];
  /** What a search that finds nothing was taken for. */
  readonly meant: string | undefined;
}

/** What the library shows for a search with a tag, before any filter, in the order they came. */
export function foundThemes(
  themes: readonly FindableTheme[],
  query: string,
  tag: string | null,
): Found {
  const exact = searchedThemes(themes, query, tag);
  const isMistyped = exact.length === 0 && query.trim() !== '';
  const meant = isMistyped ? meantQuery(themes, query) : undefined;
  return { themes: meant === undefined ? exact : searchedThemes(themes, meant, tag), meant };
}
