/**
 * The sentences of an outcome: what happened, what that leaves, what to do. They claim no more than is
 * known: a preview is accepted and never delivered, and what may have acted is never called failed.
 */
import type { ActivityKind } from '../activity';
import { m } from '../messages/messages';
import type { ServiceErrorBody } from './answers';
import type { Outcome } from './outcome';

/** `detail`, `kept` and `todo` are empty where there is nothing to say. */
export interface OutcomeText {
  tone: 'ok' | 'warn' | 'bad' | 'unsure';
  /** Two or three words for a list. */
  short: string;
  title: string;
  /** What the service or the network said, raw: it may be long and have several lines. */
  detail: string;
  kept: string;
  todo: string;
}

type Of<Kind extends Outcome['kind']> = Extract<Outcome, { kind: Kind }>;

/** The sentences of an outcome, in the language in use. */
export function outcomeText(outcome: Outcome, kind: ActivityKind): OutcomeText {
  switch (outcome.kind) {
    case 'accepted':
      return accepted(kind);
    case 'acceptedUnreadable':
      return {
        tone: 'warn',
        short: m.outcome_unreadable_short(),
        title: m.outcome_unreadable(),
        detail: '',
        kept: m.outcome_unreadable_kept(),
        todo: beforeSendingAgain(kind),
      };
    case 'tokenRefused':
      return {
        tone: 'bad',
        short: m.outcome_token_refused_short({ status: outcome.status }),
        title: m.outcome_token_refused({ status: outcome.status }),
        detail: said(outcome.error),
        kept: m.outcome_refused_kept(),
        todo: outcome.status === 403 ? m.outcome_no_rights_todo() : m.outcome_token_refused_todo(),
      };
    case 'proxyRefused':
      return {
        tone: 'bad',
        short: m.outcome_proxy_short(),
        title: m.outcome_proxy(),
        detail: '',
        kept: m.outcome_proxy_kept(),
        todo: m.outcome_proxy_todo(),
      };
    case 'rejected':
      return rejected(outcome, kind);
    case 'serviceFailed':
      return serviceFailed(outcome, kind);
    case 'redirected': {
      const { status, host } = outcome;
      return {
        tone: 'bad',
        short: m.outcome_redirected_short({ status }),
        title:
          host === undefined
            ? m.outcome_redirected({ status })
            : m.outcome_redirected_host({ status, host }),
        detail: '',
        kept: m.outcome_redirected_kept(),
        todo: m.outcome_redirected_todo(),
      };
    }
    case 'notSent':
      return notSent(outcome);
    case 'unsure':
      return unsure(outcome, kind);
  }
}

function accepted(kind: ActivityKind): OutcomeText {
  const [title, todo] = acceptedSentences(kind);
  return {
    tone: kind === 'checkConnection' ? 'warn' : 'ok',
    short: m.outcome_accepted_short(),
    title,
    detail: '',
    kept: '',
    todo,
  };
}

function acceptedSentences(kind: ActivityKind): [title: string, todo: string] {
  switch (kind) {
    case 'saveThemeTemplate':
      return [m.outcome_accepted_theme(), ''];
    case 'updateSubscription':
      return [m.outcome_accepted_subscription(), m.outcome_accepted_subscription_todo()];
    case 'createCustomDomain':
      return [m.outcome_accepted_domain(), m.outcome_accepted_domain_todo()];
    case 'startChatAppPreview':
      return [m.outcome_accepted_preview(), m.outcome_accepted_preview_todo()];
    case 'checkConnection':
      return [m.outcome_accepted_check(), m.outcome_accepted_check_todo()];
  }
}

function rejected(outcome: Of<'rejected'>, kind: ActivityKind): OutcomeText {
  // The good end of a check: the service was reached and judged the empty theme (see
  // src-main/service/connection-check.ts).
  if (kind === 'checkConnection' && outcome.error) {
    const { status } = outcome;
    return {
      tone: 'ok',
      short: m.outcome_check_good_short({ status }),
      title: m.outcome_check_good({ status }),
      detail: said(outcome.error),
      kept: '',
      todo: '',
    };
  }
  const [title, todo] = rejectedSentences(outcome, kind);
  return {
    tone: 'bad',
    short: m.outcome_refused_short({ status: outcome.status }),
    title,
    detail: said(outcome.error),
    kept: m.outcome_refused_kept(),
    todo: joined(wait(outcome.retryAfter), todo),
  };
}

function rejectedSentences(
  { status, error }: Of<'rejected'>,
  kind: ActivityKind,
): [title: string, todo: string] {
  const isDomain = kind === 'createCustomDomain';
  const correct = error ? m.outcome_refused_todo() : m.outcome_refused_unnamed_todo();
  switch (status) {
    case 404:
      return [m.outcome_not_found(), whatNotFoundCanMean(kind)];
    case 408:
      return [m.outcome_late(), m.outcome_again_later_todo()];
    case 409:
      return isDomain
        ? [m.outcome_conflict_domain(), m.outcome_conflict_domain_todo()]
        : [m.outcome_conflict(), ''];
    case 413:
      return [
        m.outcome_too_large(),
        kind === 'saveThemeTemplate' ? m.outcome_too_large_theme_todo() : '',
      ];
    case 429:
      return [m.outcome_busy(), m.outcome_again_later_todo()];
    case 425:
      return [m.outcome_refused({ status }), m.outcome_again_later_todo()];
    default:
      return [m.outcome_refused({ status }), correct];
  }
}

function whatNotFoundCanMean(kind: ActivityKind): string {
  switch (kind) {
    case 'saveThemeTemplate':
    case 'createCustomDomain':
    case 'checkConnection':
      return m.outcome_not_found_workspace_todo();
    case 'updateSubscription':
      return m.outcome_not_found_subscription_todo();
    case 'startChatAppPreview':
      return m.outcome_not_found_preview_todo();
  }
}

function serviceFailed(outcome: Of<'serviceFailed'>, kind: ActivityKind): OutcomeText {
  const { status } = outcome;
  return {
    tone: 'bad',
    short: m.outcome_failed_short({ status }),
    title: m.outcome_failed({ status }),
    detail: said(outcome.error),
    kept: kind === 'checkConnection' ? '' : m.outcome_failed_kept(),
    todo: joined(
      wait(outcome.retryAfter),
      beforeSendingAgain(kind),
      status === 500 ? m.outcome_wrong_token_todo() : '',
    ),
  };
}

function notSent({ reason, detail }: Of<'notSent'>): OutcomeText {
  const [title, todo] = notSentSentences(reason);
  return {
    tone: reason === 'cancelledBefore' ? 'warn' : 'bad',
    short: m.outcome_not_sent_short(),
    title,
    detail,
    kept: m.outcome_not_sent_kept(),
    todo,
  };
}

function notSentSentences(reason: Of<'notSent'>['reason']): [title: string, todo: string] {
  switch (reason) {
    case 'nameNotResolved':
      return [m.outcome_not_sent_name(), m.outcome_not_sent_name_todo()];
    case 'connectionRefused':
      return [m.outcome_not_sent_refused(), m.outcome_not_sent_refused_todo()];
    case 'offline':
      return [m.outcome_not_sent_offline(), m.outcome_not_sent_offline_todo()];
    case 'addressUnreachable':
      return [m.outcome_not_sent_unreachable(), m.outcome_not_sent_todo()];
    case 'portBlocked':
      return [m.outcome_not_sent_port(), m.outcome_not_sent_port_todo()];
    case 'certificate':
      return [m.outcome_not_sent_certificate(), m.outcome_not_sent_certificate_todo()];
    case 'proxy':
      return [m.outcome_not_sent_proxy(), m.outcome_not_sent_todo()];
    case 'cancelledBefore':
      return [m.outcome_not_sent_cancelled(), ''];
  }
}

function unsure({ reason, status, detail }: Of<'unsure'>, kind: ActivityKind): OutcomeText {
  return {
    tone: 'unsure',
    short:
      status === undefined ? m.outcome_unsure_short() : m.outcome_unsure_status_short({ status }),
    title: unsureTitle(reason, status),
    detail,
    kept: m.outcome_unsure_kept(),
    todo: beforeSendingAgain(kind),
  };
}

function unsureTitle(reason: Of<'unsure'>['reason'], status: number | undefined): string {
  switch (reason) {
    case 'connectionClosed':
      return m.outcome_unsure_closed();
    case 'timeLimit':
      return m.outcome_unsure_time();
    case 'cancelled':
      return m.outcome_unsure_cancelled();
    case 'answerTooLarge':
      return m.outcome_unsure_too_large();
    case 'answerCutShort':
      return m.outcome_unsure_cut();
    case 'otherSuccess':
      return m.outcome_unsure_status({ status: status ?? '2xx' });
    case 'interrupted':
      return m.outcome_unsure_interrupted();
    case 'other':
      return status === undefined ? m.outcome_unsure_other() : m.outcome_unsure_status({ status });
  }
}

function beforeSendingAgain(kind: ActivityKind): string {
  switch (kind) {
    case 'saveThemeTemplate':
      return m.outcome_before_again_theme();
    case 'updateSubscription':
      return m.outcome_before_again_subscription();
    case 'createCustomDomain':
      return m.outcome_before_again_domain();
    case 'startChatAppPreview':
      return m.outcome_before_again_preview();
    case 'checkConnection':
      return m.outcome_before_again_check();
  }
}

function wait(seconds: number | undefined): string {
  if (seconds === undefined || seconds === 0) return '';
  if (seconds < 120) return m.outcome_wait_seconds({ count: Math.ceil(seconds) });
  if (seconds < 7_200) return m.outcome_wait_minutes({ count: Math.ceil(seconds / 60) });
  return m.outcome_wait_hours({ count: Math.ceil(seconds / 3_600) });
}

/** The service's own words: its message, and a line an issue. */
function said(error: ServiceErrorBody | undefined): string {
  if (!error) return '';
  const issues = error.issues.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return [error.message, ...issues].filter((line) => line !== '').join('\n');
}

function joined(...sentences: string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
