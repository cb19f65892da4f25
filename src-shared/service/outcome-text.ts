/**
 * The sentences of an outcome: what happened, what that leaves, what to do. They claim no more than is
 * known: a preview is accepted and never delivered, and what may have acted is never called failed.
 * How this computer and its network were is said in the past: it is read the day after, too.
 * What a refusal was for stands in `refusal-text.ts`.
 */
import type { ActivityKind } from '../activity';
import { m } from '../messages/messages';
import type { ServiceIssue } from './answers';
import { beforeSendingAgain } from './before-sending-again';
import { afterNothingDone, type EarlierTries } from './earlier-tries';
import { checkedRefusal } from './judged-theme';
import type { Outcome } from './outcome';
import { mayBeDoneThoughLate } from './late-status';
import { mayFollowOnDone } from './redirect-status';
import {
  isForOperator,
  mayMeanWrongToken,
  networkWords,
  reasonOf,
  type OwnWords,
  type Reason,
} from './reason';
import { refusalSentences, type RefusalContext } from './refusal-text';
import { waitText } from './wait-text';

/** `kept` and `todo` are empty, `words` absent, where there is nothing to say. */
export interface OutcomeText {
  tone: 'ok' | 'warn' | 'bad' | 'unsure';
  /** Two or three words for a list. */
  short: string;
  title: string;
  kept: string;
  todo: string;
  /** What the service or the network said itself; it stands last, and is labelled as theirs. */
  words: OwnWords | undefined;
}

/** What stands around the sentences, so that none says what the screen does, or what isn't so. */
export interface OutcomeContext extends RefusalContext, EarlierTries {
  /** Which issues of the service stand on the same screen. */
  readonly showsIssue?: (issue: ServiceIssue) => boolean;
}

type Of<Kind extends Outcome['kind']> = Extract<Outcome, { kind: Kind }>;

/** The sentences of an outcome, in the language in use. */
export function outcomeText(
  outcome: Outcome,
  kind: ActivityKind,
  context: OutcomeContext = {},
): OutcomeText {
  const text = sentences(outcome, kind, context);
  const isRepeat = context.showsAnswer && text.words?.by === 'service';
  return isRepeat ? { ...text, words: undefined } : text;
}

function sentences(outcome: Outcome, kind: ActivityKind, context: OutcomeContext): OutcomeText {
  switch (outcome.kind) {
    case 'accepted':
      return accepted(outcome, kind);
    case 'acceptedUnreadable':
      return acceptedUnreadable(outcome, kind, context);
    case 'tokenRefused':
      // An older Foyer took a 403 for one of the token.
      return outcome.status === 403
        ? rejected({ ...outcome, kind: 'rejected' }, kind, context)
        : tokenRefused(outcome, context);
    case 'proxyRefused':
      return {
        tone: 'bad',
        short: m.outcome_proxy_short(),
        title: m.outcome_proxy(),
        kept: afterNothingDone(m.outcome_proxy_kept(), context),
        todo: m.outcome_proxy_todo(),
        words: undefined,
      };
    case 'rejected':
      return rejected(outcome, kind, context);
    case 'serviceFailed':
      return serviceFailed(outcome, kind, context);
    case 'redirected':
      return redirected(outcome, kind, context);
    case 'notSent':
      return notSent(outcome, context);
    case 'unsure':
      return unsure(outcome, kind, context);
  }
}

function acceptedUnreadable(
  outcome: Of<'acceptedUnreadable'>,
  kind: ActivityKind,
  context: OutcomeContext,
): OutcomeText {
  const { status, form, refusal } = outcome;
  const words = refusal && wordsOf(reasonOf({ error: refusal }, context.showsIssue));
  if (kind === 'checkConnection' && refusal) {
    const [short, title] = [m.outcome_refused_short({ status }), m.outcome_refused({ status })];
    return { tone: 'bad', short, title, kept: '', todo: '', words };
  }
  if (kind === 'checkConnection' && form === 'json')
    return accepted({ kind: 'accepted', status }, kind);
  return {
    tone: 'warn',
    short: refusal ? m.outcome_says_no_short() : m.outcome_unreadable_short(),
    title: refusal ? m.outcome_says_no() : unreadableTitle(outcome, kind),
    kept: whatCame(outcome, context),
    todo: context.saysNext ? '' : beforeSendingAgain(kind),
    words,
  };
}

function unreadableTitle({ form }: Of<'acceptedUnreadable'>, kind: ActivityKind): string {
  // The shape of this one's answer is unknown, so that what can be read may say neither yes nor no.
  const isReadable = form === 'json' || form === 'text';
  return kind === 'createCustomDomain' && isReadable
    ? m.outcome_unreadable_domain()
    : m.outcome_unreadable();
}

function whatCame({ form }: Of<'acceptedUnreadable'>, { showsAnswer }: OutcomeContext): string {
  if (form === 'empty') return m.outcome_unreadable_empty();
  return joined(
    form === 'html' ? m.outcome_reason_page() : '',
    showsAnswer ? '' : m.outcome_unreadable_kept(),
  );
}

function wordsOf(reason: Reason): OwnWords | undefined {
  return reason.kind === 'words' ? reason.words : undefined;
}

function tokenRefused(outcome: Of<'tokenRefused'>, context: OutcomeContext): OutcomeText {
  const { status, isWithoutToken } = outcome;
  const reason = reasonOf(outcome, context.showsIssue);
  // Whose it is isn't known: a guard before the service looks at no token.
  const isPage = reason.kind === 'page';
  const [short, title] = isPage
    ? [m.outcome_refused_short({ status }), m.outcome_refused_page({ status })]
    : isWithoutToken
      ? [m.outcome_no_token_short({ status }), m.outcome_no_token({ status })]
      : [m.outcome_token_refused_short({ status }), m.outcome_token_refused({ status })];
  const kept = afterNothingDone(isPage ? '' : m.outcome_refused_kept(), context);
  const todo = joined(isPage ? m.outcome_reason_page() : '', tokenTodo(outcome, isPage, context));
  return { tone: 'bad', short, title, kept, todo, words: wordsOf(reason) };
}

function tokenTodo(
  { isWithoutToken }: Of<'tokenRefused'>,
  isPage: boolean,
  { offersToken }: OutcomeContext,
): string {
  if (isWithoutToken) return m.outcome_no_token_todo();
  if (offersToken) return '';
  return isPage ? m.outcome_check_token_todo() : m.outcome_token_refused_todo();
}

function accepted({ otherDomain }: Of<'accepted'>, kind: ActivityKind): OutcomeText {
  if (otherDomain !== undefined) {
    return {
      tone: 'warn',
      short: m.outcome_other_domain_short(),
      title: m.outcome_other_domain({ name: otherDomain }),
      kept: '',
      todo: m.outcome_other_domain_todo(),
      words: undefined,
    };
  }
  const [title, todo] = acceptedSentences(kind);
  return {
    tone: kind === 'checkConnection' ? 'warn' : 'ok',
    short: m.outcome_accepted_short(),
    title,
    kept: '',
    todo,
    words: undefined,
  };
}

function acceptedSentences(kind: ActivityKind): [title: string, todo: string] {
  switch (kind) {
    case 'saveThemeTemplate':
      return [m.outcome_accepted_theme(), ''];
    case 'updateSubscription':
      return [m.outcome_accepted_subscription(), m.outcome_checkout_todo()];
    case 'createCustomDomain':
      return [m.outcome_accepted_domain(), m.outcome_accepted_domain_todo()];
    case 'startChatAppPreview':
      return [m.outcome_accepted_preview(), m.outcome_accepted_preview_todo()];
    case 'checkConnection':
      return [m.outcome_accepted_check(), m.outcome_accepted_check_todo()];
  }
}

function rejected(
  outcome: Of<'rejected'>,
  kind: ActivityKind,
  context: OutcomeContext,
): OutcomeText {
  const { status } = outcome;
  const reason = reasonOf(outcome, context.showsIssue);
  if (kind === 'checkConnection' && checkedRefusal(outcome) === 'good') {
    return {
      tone: 'ok',
      short: m.outcome_check_good_short({ status }),
      title: m.outcome_check_good({ status }),
      kept: '',
      todo: '',
      words: wordsOf(reason),
    };
  }
  const [title, todo] = refusalSentences(outcome, kind, reason, context);
  // A check asks for nothing that could be done.
  const mayBeDone = kind !== 'checkConnection' && mayBeDoneThoughLate(status);
  const refusedTone = context.mayBePaidSince ? 'warn' : 'bad';
  return {
    tone: mayBeDone ? 'unsure' : refusedTone,
    short: m.outcome_refused_short({ status }),
    title,
    kept: refusedKept(mayBeDone, reason, context),
    todo: joined(
      reason.kind === 'page' ? m.outcome_reason_page() : '',
      context.saysNext ? '' : waitText(outcome.retryAfter),
      todo,
    ),
    words: wordsOf(reason),
  };
}

function refusedKept(mayBeDone: boolean, reason: Reason, context: OutcomeContext): string {
  if (mayBeDone) return m.outcome_unsure_kept();
  const isUncertain = reason.kind === 'page' || context.mayBePaidSince;
  return afterNothingDone(isUncertain ? '' : m.outcome_refused_kept(), context);
}

function serviceFailed(
  outcome: Of<'serviceFailed'>,
  kind: ActivityKind,
  context: OutcomeContext,
): OutcomeText {
  const { status } = outcome;
  const reason = reasonOf(outcome, context.showsIssue);
  const isOperators = isForOperator(outcome);
  return {
    tone: 'bad',
    short: m.outcome_failed_short({ status }),
    title: isOperators ? m.outcome_operator({ status }) : m.outcome_failed({ status }),
    kept: kind === 'checkConnection' ? '' : m.outcome_failed_kept(),
    todo: joined(
      reason.kind === 'page' ? m.outcome_reason_page() : '',
      isOperators ? m.outcome_operator_todo() : '',
      ...(context.saysNext ? [] : [waitText(outcome.retryAfter), beforeSendingAgain(kind)]),
      mayMeanWrongToken(outcome) ? m.outcome_wrong_token_todo() : '',
    ),
    words: wordsOf(reason),
  };
}

function redirected(
  { status, host }: Of<'redirected'>,
  kind: ActivityKind,
  { saysNext }: OutcomeContext,
): OutcomeText {
  // A check asks for nothing that could be done.
  const mayBeDone = kind !== 'checkConnection' && mayFollowOnDone(status);
  return {
    tone: mayBeDone ? 'unsure' : 'bad',
    short: m.outcome_redirected_short({ status }),
    title:
      host === undefined
        ? m.outcome_redirected({ status })
        : m.outcome_redirected_host({ status, host }),
    kept: joined(m.outcome_redirected_kept(), mayBeDone ? m.outcome_unsure_kept() : ''),
    todo: joined(
      mayBeDone && !saysNext ? beforeSendingAgain(kind) : '',
      m.outcome_redirected_todo(),
    ),
    words: undefined,
  };
}

function notSent({ reason, detail }: Of<'notSent'>, context: OutcomeContext): OutcomeText {
  const [title, todo] = notSentSentences(reason, context);
  return {
    tone: reason === 'cancelledBefore' ? 'warn' : 'bad',
    short: m.outcome_not_sent_short(),
    title,
    kept: afterNothingDone(m.outcome_not_sent_kept(), context),
    todo,
    words: networkWords(detail),
  };
}

function notSentSentences(
  reason: Of<'notSent'>['reason'],
  { saysNext }: OutcomeContext,
): [title: string, todo: string] {
  const again = saysNext ? '' : m.outcome_not_sent_todo();
  switch (reason) {
    case 'nameNotResolved':
      return [m.outcome_not_sent_name(), m.outcome_not_sent_name_todo()];
    case 'connectionRefused':
      return [
        m.outcome_not_sent_refused(),
        saysNext ? m.outcome_waiting_address_todo() : m.outcome_not_sent_refused_todo(),
      ];
    case 'offline':
      return [m.outcome_not_sent_offline(), saysNext ? '' : m.outcome_not_sent_offline_todo()];
    case 'addressUnreachable':
      return [m.outcome_not_sent_unreachable(), again];
    case 'portBlocked':
      return [m.outcome_not_sent_port(), m.outcome_not_sent_port_todo()];
    case 'certificate':
      return [m.outcome_not_sent_certificate(), m.outcome_not_sent_certificate_todo()];
    case 'proxy':
      return [m.outcome_not_sent_proxy(), again];
    case 'cancelledBefore':
      return [m.outcome_not_sent_cancelled(), ''];
  }
}

function unsure(
  { reason, status, detail }: Of<'unsure'>,
  kind: ActivityKind,
  { saysNext }: OutcomeContext,
): OutcomeText {
  return {
    tone: 'unsure',
    short:
      status === undefined ? m.outcome_unsure_short() : m.outcome_unsure_status_short({ status }),
    title: unsureTitle(reason, status),
    kept: m.outcome_unsure_kept(),
    todo: saysNext ? '' : beforeSendingAgain(kind),
    words: networkWords(detail),
  };
}

function unsureTitle(reason: Of<'unsure'>['reason'], status: number | undefined): string {
  switch (reason) {
    case 'connectionClosed':
      return m.outcome_unsure_closed();
    case 'timeLimit':
      return status === undefined ? m.outcome_unsure_time() : m.outcome_unsure_time_begun();
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

function joined(...sentences: string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
