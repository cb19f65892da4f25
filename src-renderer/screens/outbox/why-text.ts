/** Why something is in the outbox, in words. */
import { m } from '@shared/messages/messages';
import { problemText } from '@shared/problem-text';
import type { OutboxItem, OutboxWhy } from '@shared/publishing';
import { outcomeText } from '@shared/service/outcome-text';
import type { StatusWord } from '@shared/theme/status';

const whys: Readonly<Record<Exclude<OutboxWhy, 'problem'>, () => string>> = {
  sending: m.outbox_why_sending,
  turn: m.outbox_why_turn,
  retry: m.outbox_why_retry,
  asked: m.outbox_why_asked,
  unreachable: m.outbox_why_unreachable,
  tokenRefused: m.outbox_why_token_refused,
  tokenMissing: m.outbox_why_token_missing,
  paused: m.outbox_why_paused,
  themeMissing: m.outbox_why_theme_missing,
  refused: m.outbox_why_refused,
  decision: m.outbox_why_decision,
};

/** One line; `detail` is what came of the last try, where that says more. */
export function whyText({ why, problem, outcome }: OutboxItem): { line: string; detail: string } {
  if (problem && (why === 'problem' || why === 'refused')) {
    const { what, todo } = problemText(problem);
    return { line: what, detail: todo };
  }
  const line = why === 'problem' ? m.outbox_why_retry() : whys[why]();
  const saysMore = outcome && ['retry', 'asked', 'unreachable', 'refused'].includes(why);
  return { line, detail: saysMore ? outcomeText(outcome, 'saveThemeTemplate').title : '' };
}

const words: Partial<Record<OutboxWhy, StatusWord>> = {
  sending: 'publishing',
  refused: 'failed',
  decision: 'unknown',
};

/** The status that goes with it. */
export function whyWord(why: OutboxWhy): StatusWord {
  return words[why] ?? 'waiting';
}

/** `4 s`, `3 min`, `2 h`: until a time to come. `now` in milliseconds since 1970. */
export function untilText(iso: string, now: number): string {
  const seconds = Math.max(1, Math.ceil((Date.parse(iso) - now) / 1_000));
  if (seconds < 90) return m.outbox_in_seconds({ count: seconds });
  if (seconds < 5_400) return m.outbox_in_minutes({ count: Math.round(seconds / 60) });
  return m.outbox_in_hours({ count: Math.round(seconds / 3_600) });
}
