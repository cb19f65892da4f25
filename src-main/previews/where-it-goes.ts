/** To whom a preview goes, and to which address: its connection can be pointed at another one meanwhile. */
import { numberSigns } from '@shared/number-signs';
import { withoutUnseenEnds } from '@shared/sendable-text';
import type { PreviewRun } from '@shared/sending';
import type { ConnectionPlace } from './shortcuts-backup';

/**
 * To one target one is under way at a time, whichever connection leads to its address: a request for a preview
 * says nothing of a workspace. Spaces around what was typed do not count, nor how a number is written.
 */
export function targetOf(where: string, { botId, to }: { botId: string; to: string }): string {
  return JSON.stringify([where, withoutUnseenEnds(botId), numberOf(to)]);
}

/** No other sign begins one: a chat of several is named by a number with a hyphen before it. */
const phoneNumber = new RegExp(String.raw`^[\s(]*\+?[\s(]*\d[\d\s${numberSigns}]*$`, 'u');

/**
 * The digits of a number, in those of this script, without all that people, pages and word processors write between
 * them, and without its plus: most chats write none before a country's code. What is no number is itself alone. As
 * somebody who was sent to before (`recipientKey`) only the surer writings count.
 */
function numberOf(to: string): string {
  const typed = withoutUnseenEnds(to);
  // Wide signs as those of this script; how a link begins that was copied, and what ends it in a list.
  const number = typed
    .normalize('NFKC')
    .replace(/^(?:tel|whatsapp):|[,;]+$/giu, '')
    .replace(/\p{Nd}/gu, plainDigit);
  if (!phoneNumber.test(number)) return typed;
  // A signature writes the zero that nobody dials from abroad, and 00 for the plus.
  const dialled = number.replace(/(?<=\d[^(]*)\(0\)/u, '');
  return dialled.replace(/\D/gu, '').replace(/^00/u, '');
}

/** Digits of a script stand in tens from its zero on, one ten behind another where there are more. */
function plainDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let first = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((codePoint - first) % 10);
}

/** With a run that is under way, that it goes to another address than its connection leads to now. */
export function withWhereItGoes(run: PreviewRun, now: ConnectionPlace | undefined): PreviewRun {
  if (run.outcome !== null || run.place === undefined || !now) return run;
  return run.place.startsWith(`${now.baseAddress} `) ? run : { ...run, goesElsewhere: true };
}
