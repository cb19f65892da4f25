import { isSentAlike } from '@shared/preview-fields';
import { ProblemError } from '@shared/problem-error';
import { recipientKey } from '@shared/preview-shortcuts';
import type { PreviewRun } from '@shared/sending';
import { mayHaveActed } from '@shared/service/may-have-acted';
import type { Outcome } from '@shared/service/outcome';
import { publicationKey } from '@shared/theme/theme';
import type { PreviewsDocument } from './previews-document';
import type { ConnectionPlace } from './shortcuts-backup';

/** How many are remembered for a connection; more than any person writes to from one desk. */
const mostRecipients = 1_000;

/** Known is a recipient to a connection only while that leads to the same workspace. */
function knownThrough(connectionId: string, place: string): string {
  return `${connectionId} ${place}`;
}

/** Whether the recipient may have heard of it: then the next one is no first. */
function mayHaveArrived(outcome: Outcome | null): boolean {
  return outcome === null || mayHaveActed(outcome);
}

/**
 * Whether nothing was sent to this recipient through this connection, to the workspace that it leads
 * to now: another service must not write to people unasked.
 */
export function isNewRecipient(
  document: PreviewsDocument,
  connection: (ConnectionPlace & { readonly id: string }) | undefined,
  to: string,
): boolean {
  if (!connection) return true;
  const place = publicationKey(connection);
  const key = recipientKey(to);
  if (document.recipients[knownThrough(connection.id, place)]?.includes(key)) return false;
  // What is under way now.
  return !document.history.some(
    (run) =>
      run.connectionId === connection.id &&
      run.place === place &&
      recipientKey(run.input.to) === key &&
      mayHaveArrived(run.outcome),
  );
}

/**
 * @param confirmedPlace for which a person confirmed a first one, which counts for no other
 * @throws ProblemError `newRecipient` where nothing was sent to them and nobody has confirmed it for where the
 *   connection leads
 */
export function assertKnown(
  document: PreviewsDocument,
  connection: ConnectionPlace & { readonly id: string; readonly label: string },
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
  const through = place === undefined ? undefined : knownThrough(connectionId, place);
  const before = (through !== undefined && document.recipients[through]) || [];
  return {
    ...document,
    recipients: {
      ...document.recipients,
      ...(through !== undefined && {
        [through]: [...before.filter((one) => one !== key), key].slice(-mostRecipients),
      }),
    },
    // By the order of the list: the computer's clock may have been wrong before.
    shortcuts: document.shortcuts.map((one) =>
      isRunOf(run, one) ? { ...one, lastAt: lastSentAt(document.history, one) ?? run.at } : one,
    ),
  };
}

/** Whether a shortcut would start just that. */
function isRunOf({ connectionId, input }: PreviewRun, shortcut: Target): boolean {
  return shortcut.connectionId === connectionId && isSentAlike(input, shortcut);
}

type Target = Pick<
  PreviewsDocument['shortcuts'][number],
  'connectionId' | 'botId' | 'to' | 'startGroupId'
>;

/**
 * When what a shortcut starts was last sent, as far as the history tells; newest first. What is under way may come to
 * nothing: its end tells the shortcuts.
 */
export function lastSentAt(history: readonly PreviewRun[], shortcut: Target): string | null {
  const sent = history.find(
    (run) => run.outcome !== null && mayHaveActed(run.outcome) && isRunOf(run, shortcut),
  );
  return sent?.at ?? null;
}
