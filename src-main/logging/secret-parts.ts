/** A shorter word stands in other texts by chance. */
const shortestPart = 8;
/** What a scheme is called, or a header: what is behind it is secret whichever letters it has. */
const introduces = /[=:]|^(?:bearer|basic|digest|negotiate|token|api-?key|key|jwt|hawk)$/iu;
/** No word of a language. */
const looksMade = /\p{N}|(?<=.)\p{Lu}/u;
const separators = /[\s"',;]+|=(?!=*(?:[\s"',;]|$))/u;

/**
 * What is secret of what was entered as one: all of it, and each long word behind another, as services repeat a token
 * without the scheme or the name of the header that it was pasted with.
 */
export function secretParts(entered: string): string[] {
  const whole = entered.trim();
  const [first = '', ...behind] = whole.split(separators);
  const isIntroduced = introduces.test(first) || whole.includes('=');
  return [
    whole,
    ...behind.filter(
      (word) => word.length >= shortestPart && (isIntroduced || looksMade.test(word)),
    ),
  ];
}
