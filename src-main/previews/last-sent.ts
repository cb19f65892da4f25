/**
 * When what a shortcut starts was last sent. It is known by what was sent and where: the history is too short for it, and
 * a shortcut's connection may be entered anew, or a shortcut made only after it was sent.
 */
import { sentFields } from '@shared/preview-fields';
import { recipientKey } from '@shared/preview-shortcuts';
import type { PreviewFields } from '@shared/previews';
import type { PreviewRun } from '@shared/sending';
import { mayHaveActed } from '@shared/service/may-have-acted';
import type { PreviewsDocument } from './previews-document';

type LastSent = PreviewsDocument['lastSent'];
type Sent = Parameters<typeof sentFields>[0];
type Entry = [key: string, at: string];

/** How many are remembered; those sent longest ago are forgotten first. */
const mostSent = 500;

function sentKey(where: string, sent: Sent): string {
  const { botId, to, startGroupId } = sentFields(sent);
  return JSON.stringify([where, botId, to, startGroupId]);
}

/** Older runs are without a place, and count for their connection. */
function keyOf({ place, connectionId, input }: PreviewRun): string {
  return sentKey(place ?? connectionId, input);
}

/** What is under way may come to nothing: its end tells. */
function wasSent({ outcome }: PreviewRun): boolean {
  return outcome !== null && mayHaveActed(outcome);
}

/**
 * When the like of a run that was sent was last sent, by the order of the history: the computer's clock may have been
 * wrong before.
 */
export function lastLike(history: readonly PreviewRun[], run: PreviewRun): string {
  const key = keyOf(run);
  return (history.find((one) => wasSent(one) && keyOf(one) === key) ?? run).at;
}

/** With a run that was sent, and when its like was last. */
export function withSent(lastSent: LastSent, run: PreviewRun, at: string): LastSent {
  const key = keyOf(run);
  const others = Object.entries(lastSent).filter(([other]) => other !== key);
  const entries: Entry[] = [...others, [key, at]];
  return Object.fromEntries(entries.slice(-mostSent));
}

/**
 * When what a shortcut starts was last sent.
 *
 * @param place where its connection leads; `undefined` while that is not known
 */
export function lastSentAt(
  { lastSent }: PreviewsDocument,
  shortcut: PreviewFields & { readonly connectionId: string },
  place: string | undefined,
): string | null {
  const there = place === undefined ? undefined : lastSent[sentKey(place, shortcut)];
  return there ?? lastSent[sentKey(shortcut.connectionId, shortcut)] ?? null;
}

/** The document with what an older Foyer left in it, which noted nothing beside the history and the shortcuts. */
export function withEarlierSent(document: PreviewsDocument): PreviewsDocument {
  const noted = Object.entries(document.lastSent);
  const earlier = noted.length > 0 ? noted : sentByShortcuts(document);
  const listed = document.history.filter(wasSent).map((run): Entry => [keyOf(run), run.at]);
  return { ...document, lastSent: Object.fromEntries([...earlier, ...listed.reverse()]) };
}

/** A shortcut doesn't say to where it was sent; the recipients of its connection do. Of two alike, the later time is the last one. */
function sentByShortcuts({ shortcuts, recipients }: PreviewsDocument): Entry[] {
  return shortcuts
    .flatMap((shortcut) => {
      const { connectionId, to, lastAt } = shortcut;
      if (lastAt === null) return [];
      return Object.entries(recipients)
        .filter(([, known]) => known.includes(recipientKey(to)))
        .filter(([through]) => through.startsWith(`${connectionId} `))
        .map(([through]): Entry => [
          sentKey(through.slice(connectionId.length + 1), shortcut),
          lastAt,
        ]);
    })
    .sort(([, one], [, other]) => Date.parse(one) - Date.parse(other));
}
