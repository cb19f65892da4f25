/** Unseen signs that turn round what stands behind them in a line: embeddings, overrides, isolates (UAX 9). */
const directionSigns = /[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text that leaves what follows it in its line as it is: a name that came with a backup must not show
 * a recipient's number backwards, nor a font's name the sentence in which Foyer says it.
 */
export function withoutDirectionSigns(text: string): string {
  return text.replace(directionSigns, '');
}
