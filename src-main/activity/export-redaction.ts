/** What is taken out of an entry before it is given away, beside what was never written down. Pure. */
import type { ActivityDetails, LocalEntry } from '@shared/activity';
import { numberSigns } from '@shared/number-signs';
import { asRead, replaceAsRead } from '../storage/storage';
import { withAllTexts, withNames } from './entry-texts';

const sign = `[${numberSigns}]`;
const between = `${sign}{0,3}`;
/** Of these, what stands alone between the groups of one number. */
const goingOn = String.raw`[\-\u2212\p{Zs}\p{Pd}\p{Cf}]`;
/** Of a number. */
const fewestDigits = 7;
/** What programs write in long rows of digits, and says of nobody who they are: an id (RFC 9562), and a day. */
const uuid = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?!\d)`;
const year = String.raw`(?:19|2[01])\d{2}`;
const [month, dayOfMonth] = ['(?:0?[1-9]|1[0-2])', '(?:0?[1-9]|[12]\\d|3[01])'];
/** As RFC 3339 writes it, and services to people: `27.11.2026`, `11/27/2026`. Behind a digit and a sign it is none. */
const date = String.raw`(?:${[
  ...['-', '/', String.raw`\. ?`].flatMap((sign) => [
    year + sign + month + sign + dayOfMonth,
    String.raw`(?<!\p{Nd}[./\-])` + dayOfMonth + sign + month + sign + year,
  ]),
  String.raw`(?<!\p{Nd}[./\-])${month}/${dayOfMonth}/(?:${year}|\d\d(?= \d{1,2}:\d\d))`,
].join('|')})(?!\d)`;
/**
 * Of a longer row it is none, but for a time, another day or the next column of a table: where more digits follow as
 * the groups of a number do, or in other signs as many as a number has.
 */
const ofDay = String.raw`(?:(?= \d{1,2}:|\t|${between}${date})|(?!${goingOn}?\p{Nd}|${sign}{1,3}\p{Nd}(?:${between}\p{Nd}){${String(fewestDigits - 1)}}))`;
/** Behind a `+` and the code of a country it is part of a number; behind letters, as in `UTC+1`, that is no code. */
const behindCode = String.raw`(?<=(?<![a-z\p{Nd}])[+\uff0b]\p{Nd}{1,3}${sign}{1,3})`;
const day = `(?!${behindCode})${date}${ofDay}`;
/** As JavaScript, PHP and mail logs write it: `Nov 27 2026`. Its month is a word, behind which no number begins. */
const dayInWords = String.raw`(?<![a-z])(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}(?:st|nd|rd|th)?,? ${year}(?!\d)${ofDay}`;
/** How much a service takes. Where people may write a number before the unit, it has no more digits than those have. */
const size = String.raw`\d{1,15} ?(?:bytes?|octets?)(?![a-z])|(?<![+\uff0b\p{Nd}]|${sign}\p{Nd}{0,3}${sign})(?:\d{1,7}|\d{1,3}[.,\p{Zs}]\d{3}|\d(?:[.,\p{Zs}]\d{3}){2}) ?(?:bytes?|octets?|characters?|[kmg]i?b)(?![a-z])`;
const extension = String.raw`(?:x|ext(?:n|ension)?)[\s.:]{0,2}\p{Nd}`;
/** At most as many digits as a number has (E.164), of any script. A letter behind them makes them part of an id. */
const group = String.raw`(?!${uuid}|${day})\p{Nd}{1,15}(?!\p{Nd}|(?!${extension})[a-z])`;
/**
 * A row of digits, as a text, as a number or in an address: however long, because where one number ends and the next
 * one begins can't be told. No letter stands before it, no part of a fraction or of a time, so that those stay.
 * It is looked for in what the escapes stand for: the `n` of a new line in JSON is no letter.
 */
const row = String.raw`(?<![a-z\p{Nd}]|\d\.|\d:(?=\d\d(?!\d)))${group}(?:${sign}{1,3}${group})*`;
/** Of CSS; behind its sign a number may stand in groups, of which the first is as short. */
const hexColour = String.raw`#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\da-z]|${goingOn}\p{Nd}{3,4}${goingOn}?\p{Nd}{3,4}(?!\p{Nd}))`;
const share = String.raw`\d{1,3}(?:\.\d{1,20})?(?:%|deg)?`;
const colour = String.raw`(?:rgb|hsl|hwb|(?:ok)?l(?:ab|ch))a?\(\s?${share}(?:\s?[\s,/]\s?${share}){2,3}\s?\)`;
/** For how many seconds an answer may be kept, or a host is asked over https alone. */
const age = String.raw`(?:(?<![a-z\-])(?:s-maxage|max-age|stale-[a-z\-]{1,20})|; ma)=\d{1,10}(?!\d)`;
/** By which AWS finds a request in its logs. */
const trace = String.raw`\d-[\da-f]{8}-[\da-f]{24}(?![\da-z])`;
const nobodys = `${uuid}|${trace}|${day}|${dayInWords}|${size}|${hexColour}|${colour}|${age}`;
const longRow = new RegExp(`${nobodys}|${row}`, 'giu');
const isNobodys = new RegExp(`^(?:${nobodys})$`, 'iu');

function masked(found: string): string {
  let left = found.match(/\p{Nd}/gu)?.length ?? 0;
  if (left < fewestDigits || isNobodys.test(found)) return found;
  const shown = 2;
  return found.replace(/\p{Nd}/gu, (digit) => (left-- > shown ? '•' : digit));
}

/** Masks everything that looks like a phone number but its last two digits. */
export function withMaskedNumbers(text: string): string {
  return replaceAsRead(text, longRow, masked);
}

/** The recipient of a preview may be no number at all; it is the person's who gets it. */
const recipientField = /((\\{0,16})"to\2"\s{0,9}:\s{0,9}\2")((?:(?!(?<!\\)\2")[^])*)/gu;
/** Of a shorter number only what was typed is looked for. */
const fewestOfShort = 4;
/** A shorter one stands in other words by chance; it is looked for as a word. */
const shortestInside = 8;
/** Of a shorter one, without what stands in it, many a word is made: `for m`, `40 0`. */
const shortestJoined = 5;
/** One letter or digit says nothing of anybody. */
const shortestRecipient = 2;

function maskedRecipient(to: string): string {
  return `•••${/\d{2}$/u.exec(to)?.[0] ?? ''}`;
}

function withoutRecipientFields(text: string): string {
  return text.replace(
    recipientField,
    (_, before: string, _quote: string, to: string) => before + maskedRecipient(to),
  );
}

/** The recipients that the request names, each as a pattern for what the service makes of it. */
function recipientsOf({ kind, request }: ActivityDetails): RegExp[] {
  // In a theme such a field names no person.
  if (kind !== 'startChatAppPreview') return [];
  return [...request.body.matchAll(recipientField)]
    .map(([, , , to = '']) => asRead(to).read.replace(outside, ''))
    .map((to) => ({ to, letters: to.replace(gaps, '').length }))
    .filter(({ letters }) => letters >= shortestRecipient)
    .flatMap(({ to, letters }) => [
      // Many services keep a name without its @.
      searchFor(`@?${inEitherForm(to, letters >= shortestJoined)}`, letters < shortestInside),
      ...numbersOf(to).map((digits) => {
        const isShort = digits.length < fewestDigits;
        return searchFor((isShort ? '0{0,2}' : '') + [...digits].join(between), isShort);
      }),
    ]);
}

/**
 * Letters of scripts that set words apart by spaces, and digits. In others a sentence goes on right beside a name, or
 * what belongs to it is written as a syllable of it.
 */
const setApart = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Hebrew}\p{Script=Arabic}\p{N}]`;
/** No two of these beside each other: where a word begins or ends. */
const edge = `(?!(?<=${setApart})${setApart})`;
const gapInWords = new RegExp(`^${setApart}{2}$`, 'u');

/** What services leave out of a recipient: blanks and dashes. */
const gap = String.raw`\s\p{Pd}\u2212`;
const gaps = new RegExp(`[${gap}]+`, 'gu');
/** Of a name that ends in a dot, that goes, too. */
const outside = new RegExp(`^[@${gap}]+|[${gap}.]+$`, 'gu');
/** Another kind of blank or dash may be written in more signs. */
const widestGap = 3;

/**
 * What it is written as: letters with their marks as one sign or as several, another apostrophe, and for a blank or a
 * dash another one, in an address a +, in a name of the service's own a _ or a dot or, where it may be joined or its
 * script needs none, none.
 */
function inEitherForm(to: string, mayBeJoined: boolean): string {
  // Beside one of its own, each of many could be either's, and looking for it would not end.
  const forBlank = ['+', '_', '.'].filter((one) => !to.includes(one)).join('');
  return to
    .normalize('NFC')
    .replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
    .replace(gaps, (run, at: number, all: string) => {
      const isInWords = gapInWords.test(`${all[at - 1] ?? ''}${all[at + run.length] ?? ''}`);
      const fewest = mayBeJoined || !isInWords ? '0' : '1';
      return `[${forBlank}${gap}]{${fewest},${String(Math.max(run.length, widestGap))}}`;
    })
    .replace(/['’‘ʼ´`]/gu, "['’‘ʼ´`]")
    .replace(/\P{M}\p{M}*/gu, (letter) => {
      const apart = letter.normalize('NFD');
      return apart === letter ? letter : `(?:${letter}|${apart})`;
    });
}

/**
 * The digits of a number, which services write in their own way: without what stands between them, without the zeros
 * before them, and without the one behind a country's code that nobody dials from abroad (`+49 (0)170 1234567`).
 */
function numbersOf(to: string): string[] {
  const number = to.replace(/^[\P{Nd}0]+/u, '');
  const fromAbroad = number.replace(/(?<=^\p{Nd}{1,3}\P{Nd}+)0+/u, '');
  // A few digits in a name are none.
  const fewest = /\p{L}/u.test(to) ? fewestDigits : fewestOfShort;
  return [number, fromAbroad]
    .map((one) => one.replace(/\P{Nd}/gu, ''))
    .filter((digits) => digits.length >= fewest);
}

function searchFor(inside: string, isWord: boolean): RegExp {
  return new RegExp(isWord ? `${edge}${inside}${edge}` : inside, 'giu');
}

/** To which host it went, or was redirected, is kept: the digits of an IP address are no phone number. */
const behindHost = /(?<=^[a-z][a-z\d+.-]{0,19}:\/\/[^/?#]*)[/?#].*/isu;

/** WhatsApp makes the ID of a message of the number of whoever gets it, in base64. */
const messageId = /(?<=wamid\.)[\w+/=-]+/giu;

/** The entry with recipients and phone numbers masked, wherever they stand. */
export function maskPersonalData(details: ActivityDetails): ActivityDetails {
  const recipients = recipientsOf(details);
  const text = (value: string) =>
    withMaskedNumbers(
      recipients.reduce(
        (rest, recipient) => replaceAsRead(rest, recipient, maskedRecipient),
        replaceAsRead(withoutRecipientFields(value), messageId, () => '•••'),
      ),
    );
  const masked = withAllTexts(details, text);
  const url = details.request.url.replace(behindHost, text);
  const { outcome } = details.outcome?.kind === 'redirected' ? details : masked;
  const answer = masked.answer && {
    ...masked.answer,
    headers: { ...masked.answer.headers, ...countsIn(details.answer?.headers ?? {}) },
  };
  return { ...masked, outcome, answer, request: { ...masked.request, url } };
}

/** How much there is, and until when there is no more: by their names these say nothing of anybody. */
const countHeader =
  /^(?:age|content-length|retry-after|(?:x-)?rate-?limit(?:-(?:limit|remaining|reset|used|policy)(?:-[a-z]{1,20})?)?)$/iu;

function countsIn(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => countHeader.test(name)));
}

/** The same of what was done here. */
export function withMaskedNames(entry: LocalEntry): LocalEntry {
  return withNames(entry, withMaskedNumbers);
}
