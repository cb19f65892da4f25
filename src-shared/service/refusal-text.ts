/** What a refusal says that something was refused for, and what to do about it. */
import type { ActivityKind } from '../activity';
import { m } from '../messages/messages';
import { beforeSendingAgain } from './before-sending-again';
import { checkedRefusal } from './judged-theme';
import type { Operation } from './operations';
import type { Outcome } from './outcome';
import { isForOperator, type Reason } from './reason';

type Rejected = Extract<Outcome, { kind: 'rejected' }>;

/** What of it is said elsewhere on the screen, or is known of what was sent. */
export interface RefusalContext {
  /** The whole answer stands on the same screen: it is not repeated, and nothing points to it. */
  readonly showsAnswer?: boolean;
  /** What comes next, and who sends it again, is said beside it, or in the outbox. */
  readonly saysNext?: boolean;
  /** A button beside it leads to the token. */
  readonly offersToken?: boolean;
  /** Its answer may have named a checkout (402): what it refused until that is paid may have been done since. */
  readonly mayBePaidSince?: boolean;
  /** The theme that was sent has custom CSS that could be shorter. */
  readonly hasCustomCss?: boolean;
}

/** What happened, and what to do. Of a web page it isn't known whether the service has said anything. */
export function refusalSentences(
  outcome: Rejected,
  kind: ActivityKind,
  reason: Reason,
  context: RefusalContext,
): [title: string, todo: string] {
  if (kind === 'checkConnection') return checkSentences(outcome, reason);
  const { status } = outcome;
  if (isForOperator(outcome)) return [m.outcome_operator({ status }), m.outcome_operator_todo()];
  const isPage = reason.kind === 'page';
  const refused = refusedTitle(status, reason);
  const later = context.saysNext ? '' : m.outcome_again_later_todo();
  switch (status) {
    case 403:
      return [isPage ? refused : m.outcome_not_allowed(), notAllowedTodo(outcome, isPage, context)];
    case 402:
      return isPage ? [refused, ''] : [m.outcome_payment({ status }), paymentTodo(context)];
    case 404:
      return [isPage ? refused : m.outcome_not_found(), whatNotFoundCanMean(kind, outcome)];
    case 408:
      return [
        isPage ? refused : m.outcome_late(),
        context.saysNext ? later : beforeSendingAgain(kind),
      ];
    case 409:
      return [isPage ? refused : m.outcome_conflict(), conflictTodo(kind)];
    case 413:
      return [m.outcome_too_large(), tooLargeTodo(kind, context)];
    case 429:
      return [m.outcome_busy(), later];
    case 425:
      return [refused, later];
    default:
      return [refused, refusedTodo(outcome, reason, context)];
  }
}

/** What the check sent is nobody's to mend. */
function checkSentences(outcome: Rejected, reason: Reason): [title: string, todo: string] {
  const { status } = outcome;
  const refused = refusedTitle(status, reason);
  switch (checkedRefusal(outcome)) {
    case 'mayBeTheToken':
      return [refused, notAllowedTodo(outcome, true, {})];
    case 'unknownOperation':
      return [m.outcome_check_unknown({ status }), m.outcome_check_unknown_todo()];
    case 'busy':
      return [status === 429 ? m.outcome_busy() : refused, m.outcome_again_later_todo()];
    case 'good':
    case 'page':
    case 'refused':
      return [refused, ''];
  }
}

function refusedTitle(status: number, { kind }: Reason): string {
  return kind === 'page' ? m.outcome_refused_page({ status }) : m.outcome_refused({ status });
}

/** `isOfNothingElse`: nothing that was sent is looked for as the reason. */
function notAllowedTodo(
  { isWithoutToken }: Rejected,
  isOfNothingElse: boolean,
  { offersToken }: RefusalContext,
): string {
  if (isWithoutToken) return m.outcome_not_allowed_open_todo();
  if (isOfNothingElse) return offersToken ? '' : m.outcome_check_token_todo();
  return offersToken ? m.outcome_not_allowed_why() : m.outcome_not_allowed_todo();
}

function paymentTodo({ saysNext, mayBePaidSince }: RefusalContext): string {
  if (mayBePaidSince) return saysNext ? '' : m.outcome_checkout_todo();
  // Nothing sends again by itself what was refused for good.
  return m.outcome_payment_todo();
}

/** What was sent may be there; of two changes at once, a locked workspace or an open invoice, nothing is. */
function conflictTodo(kind: Operation): string {
  return kind === 'createCustomDomain' || kind === 'saveThemeTemplate'
    ? m.outcome_conflict_todo()
    : '';
}

function refusedTodo({ error }: Rejected, reason: Reason, { showsAnswer }: RefusalContext): string {
  // Issues that stand elsewhere on the screen name what to correct as well.
  if (error && error.issues.length > 0) return m.outcome_refused_todo();
  switch (reason.kind) {
    case 'words':
      return m.outcome_refused_todo();
    case 'none':
      return m.outcome_reason_none();
    case 'unreadable':
      return showsAnswer ? m.outcome_reason_unreadable() : m.outcome_reason_unreadable_elsewhere();
    case 'page':
    case 'unknown':
      return '';
  }
}

function tooLargeTodo(kind: ActivityKind, { hasCustomCss }: RefusalContext): string {
  if (kind !== 'saveThemeTemplate') return '';
  return hasCustomCss ? m.outcome_too_large_theme_todo() : m.outcome_too_large_operator_todo();
}

function whatNotFoundCanMean(kind: Operation, { isWithoutToken }: Rejected): string {
  switch (kind) {
    case 'saveThemeTemplate':
    case 'createCustomDomain':
      return isWithoutToken
        ? m.outcome_not_found_workspace_open_todo()
        : m.outcome_not_found_workspace_todo();
    case 'updateSubscription':
      return isWithoutToken
        ? m.outcome_not_found_subscription_open_todo()
        : m.outcome_not_found_subscription_todo();
    case 'startChatAppPreview':
      return isWithoutToken
        ? m.outcome_not_found_preview_open_todo()
        : m.outcome_not_found_preview_todo();
  }
}
