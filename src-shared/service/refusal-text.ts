/** What a refusal says that something was refused for, and what to do about it. */
import type { ActivityKind } from '../activity';
import { m } from '../messages/messages';
import { beforeSendingAgain } from './before-sending-again';
import { knowsNoSuchOperation } from './judged-theme';
import type { Outcome } from './outcome';
import { isForOperator, type Reason } from './reason';
import { blamesTheToken, inWords, mayMeanWrongToken } from './refusal-subject';

type Rejected = Extract<Outcome, { kind: 'rejected' }>;

/** What of it is said elsewhere on the screen, or is known of what was sent. */
export interface RefusalContext {
  /** The whole answer stands on the same screen: it is not repeated, and nothing points to it. */
  readonly showsAnswer?: boolean;
  /** What comes next, and who sends it again, is said beside it. */
  readonly saysNext?: boolean;
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
  const { status } = outcome;
  if (isForOperator(outcome)) return [m.outcome_operator({ status }), m.outcome_operator_todo()];
  if (kind === 'checkConnection' && mayMeanWrongToken(outcome)) {
    return [m.outcome_refused({ status }), m.outcome_check_token_todo()];
  }
  if (kind === 'checkConnection' && knowsNoSuchOperation(outcome)) {
    return [m.outcome_check_unknown({ status }), m.outcome_check_unknown_todo()];
  }
  const later = context.saysNext ? '' : m.outcome_again_later_todo();
  const refused =
    reason.kind === 'page' ? m.outcome_refused_page({ status }) : m.outcome_refused({ status });
  switch (status) {
    case 404:
      return [reason.kind === 'page' ? refused : m.outcome_not_found(), whatNotFoundCanMean(kind)];
    case 408:
      return [
        reason.kind === 'page' ? refused : m.outcome_late(),
        kind === 'checkConnection' || context.saysNext ? later : beforeSendingAgain(kind),
      ];
    case 409:
      return [
        reason.kind === 'page' ? refused : conflictTitle(outcome, kind),
        kind === 'createCustomDomain' ? m.outcome_conflict_domain_todo() : '',
      ];
    case 413:
      return [m.outcome_too_large(), tooLargeTodo(kind, context)];
    case 429:
      return [m.outcome_busy(), later];
    case 425:
      return [refused, later];
    default:
      return [
        refused,
        // What the check sent is nobody's to mend.
        kind === 'checkConnection' ? '' : refusedTodo(outcome, kind, reason, context),
      ];
  }
}

/** Two changes at once, a locked workspace or an open invoice are conflicts, too. */
const saysItExists =
  /\balready exists?\b|(?<!\b(?:not|longer|yet) |n[’']t )\bexists?\W*$|\b(?:taken|duplicate)\b|\balready (?:registered|added|connected|used|in use)\b/iu;

function conflictTitle({ error, plainText = '' }: Rejected, kind: ActivityKind): string {
  const said = error ? [error.message, inWords(error.code ?? '')] : [plainText];
  if (!said.some((text) => saysItExists.test(text))) return m.outcome_conflict();
  return kind === 'createCustomDomain' ? m.outcome_exists_domain() : m.outcome_exists();
}

function refusedTodo(
  outcome: Rejected,
  kind: ActivityKind,
  reason: Reason,
  { showsAnswer }: RefusalContext,
): string {
  const { error } = outcome;
  if (blamesTheToken(outcome, kind)) return m.outcome_no_rights_todo();
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
