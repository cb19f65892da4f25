/** What is taken out of an entry before it is given away, beside what was never written down. Pure. */
import type { ActivityDetails } from '@shared/activity';

/**
 * A number of 7 to 15 digits (E.164), with what people write between them. Preceded by no letter,
 * digit or mark of an id, so that ids, colours and times stay.
 */
const phoneNumber = /(?<![\w#.:-])\+?\(?\d(?:[ ().\-/]{0,2}\d){6,14}(?![\w-])/gu;
/** Dates and times are long rows of digits as well (RFC 3339). */
const dateLike = /^\d{4}-\d{2}-\d{2}$/u;

function masked(digits: string): string {
  if (dateLike.test(digits)) return digits;
  const shown = 2;
  let left = digits.replace(/\D/gu, '').length;
  return digits.replace(/\d/gu, (digit) => (left-- > shown ? '•' : digit));
}

/** Masks everything that looks like a phone number but its last two digits. */
export function withMaskedNumbers(text: string): string {
  return text.replace(phoneNumber, masked);
}

/** The recipient of a preview may be no number at all; it is the person's who gets it. */
const recipient = /("to"\s*:\s*")((?:[^"\\]|\\.)*)("?)/gu;

function withoutRecipient(text: string): string {
  return text.replace(recipient, (_, before: string, to: string, after: string) => {
    const tail = /\d{2}$/u.exec(to)?.[0] ?? '';
    return `${before}•••${tail}${after}`;
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
    answer: answer && { ...answer, body: text(answer.body) },
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
