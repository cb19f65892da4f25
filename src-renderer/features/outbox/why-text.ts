/** Why something is in the outbox, what Foyer does about it, and what came of the last try. */
import type { Connection } from '@shared/connection';
import { m } from '@shared/messages/messages';
import { problemText } from '@shared/problem-text';
import type { OutboxItem, OutboxReason } from '@shared/publishing';
import type { Outcome } from '@shared/service/outcome';
import { mayHaveActed } from '@shared/service/may-have-acted';
import type { OwnWords } from '@shared/service/reason';
import { outcomeText, type OutcomeContext, type OutcomeText } from '@shared/service/outcome-text';
import type { StatusWord } from '@shared/theme/status';
import { isHeldWithoutToken, presentsNone, tokenInQuestion } from './token-wanted';

const whys: Readonly<
  Record<Exclude<OutboxReason, 'problem' | 'elsewhere' | 'refused'>, () => string>
> = {
  sending: m.outbox_why_sending,
  held: m.outbox_why_held,
  turn: m.outbox_why_turn,
  retry: m.outbox_why_retry,
  asked: m.outbox_why_asked,
  answered: m.outbox_why_answered,
  unreachable: m.outbox_why_unreachable,
  tokenRefused: m.outbox_why_token_refused,
  tokenMissing: m.outbox_why_token_missing,
  paused: m.outbox_why_paused,
  themeMissing: m.outbox_why_theme_missing,
  otherLibrary: m.outbox_why_other_library,
  decision: m.outbox_why_decision,
  unreadable: m.outbox_why_unreadable,
  unnoted: m.outbox_why_unnoted,
};

/** Of these it is told what came of the last try. */
const triedAgain: readonly OutboxReason[] = ['retry', 'asked', 'answered', 'unreachable'];

/** One line; `detail` is what came of the last try, where that says more. */
export function whyText(item: OutboxItem): { line: string; detail: string } {
  const { why, problem, outcome, place } = item;
  if (why === 'unnoted' && item.isOfOtherLibrary)
    return { line: m.outbox_why_unnoted_elsewhere(), detail: '' };
  if (why === 'decision') return { line: whys[why](), detail: laterTryText(item) };
  if (problem && (why === 'problem' || why === 'refused')) {
    const { what, todo } = problemText(problem);
    return { line: what, detail: todo };
  }
  if (problem && (why === 'unreadable' || why === 'unnoted')) {
    return { line: whys[why](), detail: problemText(problem).what };
  }
  if (why === 'elsewhere') {
    const line = place?.workspaceId
      ? m.outbox_why_elsewhere({ workspace: place.workspaceId, host: place.host })
      : m.outbox_why_nowhere();
    return { line, detail: '' };
  }
  if (why === 'refused') {
    // A redirect or a port that can't be used is no word of the service's.
    const offersToken = tokenInQuestion(item) !== undefined;
    const last = outcome && lastTryText(outcome, { offersToken });
    return { line: last?.title ?? m.outbox_why_stopped(), detail: last?.todo ?? '' };
  }
  if (isHeldWithoutToken(item)) {
    const isOwn = outcome?.kind === 'tokenRefused';
    const line = isOwn ? lastTryText(outcome).short : m.outbox_why_no_token();
    return { line, detail: m.outcome_no_token_todo() };
  }
  const line = why === 'problem' ? m.outbox_why_retry() : whys[why]();
  const saysMore = outcome && triedAgain.includes(why);
  if (!saysMore) return { line, detail: '' };
  if (isOfBefore(item, outcome)) return { line, detail: m.outbox_last_try_not_sent() };
  const { title, kept, tone } = lastTryText(outcome);
  // What may have arrived has not failed, and is not said to have.
  const doubt = tone === 'unsure' || outcome.kind === 'serviceFailed' ? ` ${kept}` : '';
  return { line, detail: title + doubt };
}

/** That it is of another library than the one that is open, where its reason doesn't say so; else empty. */
export function libraryText({ why, isOfOtherLibrary }: OutboxItem): string {
  const isSaid = why === 'otherLibrary' || why === 'unnoted';
  return isOfOtherLibrary && !isSaid ? m.outbox_of_other_library() : '';
}

/** Why nothing is sent of what was meant for where `connection` led before. */
export function elsewhereText({ place }: OutboxItem, connection: Connection): string {
  const { label, workspaceId } = connection;
  return place?.workspaceId === workspaceId
    ? m.outbox_moved_text({ label })
    : m.outbox_elsewhere_text({ label });
}

/** What another try would not change: something else than what came of the last one is in its way. */
export function isHeldBack({ why }: OutboxItem): boolean {
  return ['paused', 'held', 'turn', 'elsewhere', 'themeMissing', 'otherLibrary'].includes(why);
}

/**
 * Whether a try never left, and something else is in the way by now. Why it didn't leave is not why it waits: the
 * service may have answered another theme since.
 */
export function isOfBefore({ why }: OutboxItem, outcome: Outcome | undefined): boolean {
  return outcome?.kind === 'notSent' && !['unreachable', 'retry', 'refused'].includes(why);
}

/** What came of the last try; what comes next is said by `nextText`, not by this. */
export function lastTryText(outcome: Outcome, context: OutcomeContext = {}): OutcomeText {
  return outcomeText(outcome, 'saveThemeTemplate', { ...context, saysNext: true });
}

/** The service's own reason, where `whyText` tells of its answer. */
export function whyWords({ why, problem, outcome }: OutboxItem): OwnWords | undefined {
  const isTold = why === 'refused' || triedAgain.includes(why);
  const words = isTold && !problem && outcome ? lastTryText(outcome).words : undefined;
  return words?.by === 'service' ? words : undefined;
}

/**
 * Of what is in doubt: what came of a later try, at a person's word, that can't have arrived. It says nothing of the
 * one that is in doubt. Empty where there was none.
 */
export function laterTryText({
  why,
  problem,
  outcome,
}: Pick<OutboxItem, 'why' | 'problem' | 'outcome'>): string {
  const refusal = why === 'decision' && problem ? problemText(problem).what : undefined;
  const later = outcome && !mayHaveActed(outcome) ? lastTryText(outcome).title : undefined;
  const title = refusal ?? later;
  return title === undefined ? '' : m.studio_unsure_later({ title });
}

/** Of what waits, and had no try of its own: why, where `nextText` doesn't say that, too. */
export function causeText(item: OutboxItem): string {
  const isSaid = !['asked', 'answered', 'unreachable', 'tokenRefused'].includes(item.why);
  return isSaid ? '' : whyText(item).line;
}

const nexts: Partial<Record<OutboxReason, () => string>> = {
  held: m.outbox_next_held,
  turn: m.outbox_next_turn,
  retry: m.outbox_next_retry,
  asked: m.outbox_next_retry,
  answered: m.outbox_next_retry,
  unreachable: m.outbox_next_retry,
  problem: m.outbox_next_retry,
  tokenRefused: m.outbox_next_token_refused,
  tokenMissing: m.outbox_next_token_missing,
  paused: m.outbox_next_paused,
  themeMissing: m.outbox_why_theme_missing,
  otherLibrary: m.outbox_why_other_library,
  refused: m.outbox_next_refused,
  decision: m.outbox_next_decision,
  unreadable: m.outbox_next_decision,
  elsewhere: m.outbox_next_decision,
  unnoted: m.outbox_next_retry,
};

/** Of what waits for a person besides, while the outbox is paused. */
const pausedNexts: typeof nexts = {
  held: m.outbox_next_held_paused,
  tokenRefused: m.outbox_next_token_paused,
  tokenMissing: m.outbox_next_token_paused,
};

/**
 * What Foyer does next about it, as a sentence. `now` in milliseconds since 1970; `isPaused` is of the whole
 * outbox.
 */
export function nextText(item: OutboxItem, now: number, isPaused: boolean): string {
  const { why, nextTryAt } = item;
  const inQuestion = tokenInQuestion(item);
  if (inQuestion && presentsNone(inQuestion)) return m.outbox_next_no_token();
  if (inQuestion && why === 'refused') {
    if (isPaused) return m.outbox_next_token_paused();
    const isMissing = inQuestion.tokenState === 'missing';
    return isMissing ? m.outbox_next_token_missing() : m.outbox_next_not_allowed();
  }
  const whilePaused = isPaused && pausedNexts[why];
  if (whilePaused) return whilePaused();
  if (nextTryAt !== undefined) return m.outbox_next_in({ time: untilText(nextTryAt, now) });
  return nexts[why]?.() ?? '';
}

const words: Partial<Record<OutboxReason, StatusWord>> = {
  sending: 'publishing',
  refused: 'failed',
  decision: 'unknown',
  unreadable: 'unknown',
  unnoted: 'unrecorded',
};

/** The status that goes with it. */
export function whyWord(why: OutboxReason): StatusWord {
  return words[why] ?? 'waiting';
}

/** `4 s`, `3 min`, `2 h`, `2 h 29 min`: until a time to come. `now` in milliseconds since 1970. */
export function untilText(iso: string, now: number): string {
  const seconds = Math.max(1, Math.ceil((Date.parse(iso) - now) / 1_000));
  if (seconds < 90) return m.outbox_in_seconds({ count: seconds });
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return m.outbox_in_minutes({ count: minutes });
  const [count, left] = [Math.floor(minutes / 60), minutes % 60];
  return left === 0
    ? m.outbox_in_hours({ count })
    : m.outbox_in_hours_minutes({ count, minutes: left });
}
