import { isSentAlike } from '@shared/preview-fields';
import { ProblemError } from '@shared/problem-error';
import { recipientKey } from '@shared/preview-shortcuts';
import type { PreviewRun } from '@shared/sending';
import { mayHaveActed } from '@shared/service/may-have-acted';
import type { Outcome } from '@shared/service/outcome';
import { publicationKey } from '@shared/theme/theme';
import { lastLike, withSent } from './last-sent';
import type { PreviewsDocument } from './previews-document';
import type { ConnectionPlace } from './shortcuts-backup';

/** How many are remembered for a connection; more than any person writes to from one desk. */
const mostRecipients = 1_000;

/** Where recipients are written down: which connection was used, and where it led. */
function writtenUnder(connectionId: string, place: string): string {
  return `${connectionId} ${place}`;
}

/** Where that connection led. */
function placeOf(under: string): string {
  return under.slice(under.indexOf(' ') + 1);
}

/** Whether the recipient may have heard of it: then the next one is no first. */
function mayHaveArrived(outcome: Outcome | null): boolean {
  return outcome === null || mayHaveActed(outcome);
}

/**
 * Whether nothing was sent to this recipient from the workspace that a connection leads to now: another service must not
 * write to people unasked. Through which connection it was is all the same: one may be entered anew.
 */
export function isNewRecipient(
  document: PreviewsDocument,
  connection: ConnectionPlace | undefined,
  to: string,
): boolean {
  if (!connection) return true;
  const place = publicationKey(connection);
  const key = recipientKey(to);
  const isWritten = Object.entries(document.recipients).some(
    ([under, known]) => placeOf(under) === place && known.includes(key),
  );
  if (isWritten) return false;
  // What is under way now.
  return !document.history.some(
    (run) =>
      run.place === place && recipientKey(run.input.to) === key && mayHaveArrived(run.outcome),
  );
}

/**
 * @param confirmedPlace for which a person confirmed a first one, which counts for no other
 * @throws ProblemError `newRecipient` where nothing was sent to them and nobody has confirmed it for where the
 *   connection leads
 */
export function assertKnown(
  document: PreviewsDocument,
  connection: ConnectionPlace & { readonly label: string },
  to: string,
  confirmedPlace: string | undefined,
): void {
  const place = publicationKey(connection);
  if (confirmedPlace === place || !isNewRecipient(document, connection, to)) return;
  throw new ProblemError({ code: 'newRecipient', to, label: connection.label, place });
}

/** The document with what a run that has ended tells of its recipient and its shortcuts. */
export function withRecipient(document: PreviewsDocument, run: PreviewRun): PreviewsDocument {
  if (!mayHaveArrived(run.outcome)) return document;
  const { connectionId, place, input } = run;
  const key = recipientKey(input.to);
  const under = place === undefined ? undefined : writtenUnder(connectionId, place);
  const before = (under !== undefined && document.recipients[under]) || [];
  const lastAt = lastLike(document.history, run);
  return {
    ...document,
    recipients: {
      ...document.recipients,
      ...(under !== undefined && {
        [under]: [...before.filter((one) => one !== key), key].slice(-mostRecipients),
      }),
    },
    lastSent: withSent(document.lastSent, run, lastAt),
    shortcuts: document.shortcuts.map((one) =>
      one.connectionId === connectionId && isSentAlike(input, one) ? { ...one, lastAt } : one,
    ),
  };
}
