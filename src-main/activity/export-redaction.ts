/** What is taken out of an entry before it is given away, beside what was never written down. Pure. */
import type { ActivityDetails } from '@shared/activity';

/** What people and programs write between digits, also in an address: `%20` is a space there. */
const between = String.raw`(?:[ +().\-/]|%(?:20|28|29|2d|2e)){0,3}`;
/**
 * A number of 7 to 15 digits (E.164), as a text, as a number or in an address. No letter, `#` or `.`
 * stands before it, no part of an id and no part of a time, so that ids, colours and times stay; an
 * escaped plus (`%2B`, `\u002B`, `&#43;`) ends in a letter or a digit and is none of these.
 */
const phoneNumber = new RegExp(
  String.raw`((?:%(?:25){0,5}2b|\\{1,16}u002b|&#0{0,4}43;|&#x0{0,4}2b;|(?<![a-z\d#.]|\d:|[\da-f]-)))` +
    String.raw`(\+?\(?\d(?:${between}\d){6,14})(?![a-z\d]|-[\da-f])`,
  'giu',
);
/** Dates, also with the hour of a time behind them, are long rows of digits as well (RFC 3339). */
const dateLike = /^\d{4}-\d{2}-\d{2}(?: \d{2})?$/u;
const encodedSeparator = /(%[\da-f]{2})/iu;

function masked(digits: string): string {
  if (dateLike.test(digits)) return digits;
  const shown = 2;
  // The digits of `%20` are none of the number's.
  const parts = digits.split(encodedSeparator);
  let left = parts
    .filter((_, index) => index % 2 === 0)
    .join('')
    .replace(/\D/gu, '').length;
  return parts
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/\d/gu, (digit) => (left-- > shown ? '•' : digit)),
    )
    .join('');
}

/** Masks everything that looks like a phone number but its last two digits. */
export function withMaskedNumbers(text: string): string {
  return text.replace(phoneNumber, (_, before: string, digits: string) => before + masked(digits));
}

/** The recipient of a preview may be no number at all; it is the person's who gets it. */
const recipient = /((\\{0,16})"to\2"\s{0,9}:\s{0,9}\2")((?:(?!(?<!\\)\2")[^])*)/gu;

function withoutRecipient(text: string): string {
  return text.replace(recipient, (_, before: string, _quote: string, to: string) => {
    const tail = /\d{2}$/u.exec(to)?.[0] ?? '';
    return `${before}•••${tail}`;
  });
}

/** The entry with recipients and phone numbers masked, wherever they stand. */
export function withoutPersons(details: ActivityDetails): ActivityDetails {
  const text = (value: string) => withMaskedNumbers(withoutRecipient(value));
  const { request, answer, outcome } = details;
  return {
    ...details,
    subject: text(details.subject),
    // Its texts are the service's: they may repeat what was sent.
    outcome: outcome && (masksIn(outcome, text) as typeof outcome),
    request: { ...request, body: text(request.body) },
    answer: answer && {
      ...answer,
      headers: masksIn(answer.headers, text) as typeof answer.headers,
      body: text(answer.body),
    },
  };
}

function masksIn(value: unknown, text: (value: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((each) => masksIn(each, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, masksIn(inner, text)]),
  );
}
