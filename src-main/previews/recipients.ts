import { recipientKey } from '@shared/shortcuts';
import type { PreviewRun } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import type { PreviewsDocument } from './previews-document';

/** How many are remembered for a connection; more than any person writes to from one desk. */
const mostRecipients = 1_000;

/** Whether the recipient may have heard of it: then the next one is no first. */
function mayHaveArrived(outcome: Outcome | null): boolean {
  switch (outcome?.kind) {
    case undefined:
    case 'accepted':
    case 'acceptedUnreadable':
    case 'serviceFailed':
    case 'unsure':
      return true;
    case 'tokenRefused':
    case 'proxyRefused':
    case 'rejected':
    case 'redirected':
    case 'notSent':
      return false;
  }
}

/** Whether nothing was sent to this recipient through this connection before. */
export function isNewRecipient(
  document: PreviewsDocument,
  connectionId: string,
  to: string,
): boolean {
  const key = recipientKey(to.trim());
  if (document.recipients[connectionId]?.includes(key)) return false;
  // What is under way now, and what was sent before recipients were written down.
  return !document.history.some(
    (run) =>
      run.connectionId === connectionId &&
      recipientKey(run.input.to) === key &&
      mayHaveArrived(run.outcome),
  );
}

/** The document with what a run that has ended tells of its recipient and its shortcuts. */
export function withRecipient(document: PreviewsDocument, run: PreviewRun): PreviewsDocument {
  if (!mayHaveArrived(run.outcome)) return document;
  const { connectionId, input } = run;
  const key = recipientKey(input.to);
  const before = document.recipients[connectionId] ?? [];
  const isSame = (one: PreviewsDocument['shortcuts'][number]) =>
    one.connectionId === connectionId &&
    one.botId === input.botId &&
    one.to === input.to &&
    one.startGroupId === (input.startGroupId ?? '');
  return {
    ...document,
    recipients: {
      ...document.recipients,
      [connectionId]: [...before.filter((one) => one !== key), key].slice(-mostRecipients),
    },
    shortcuts: document.shortcuts.map((one) => (isSame(one) ? { ...one, lastAt: run.at } : one)),
  };
}
