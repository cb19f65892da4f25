/** Why something is in the outbox, in words. */
import type { Connection } from '@shared/connection';
import { m } from '@shared/messages/messages';
import { problemText } from '@shared/problem-text';
import type { OutboxItem, OutboxWhy } from '@shared/publishing';
import { outcomeText } from '@shared/service/outcome-text';
import type { StatusWord } from '@shared/theme/status';

const whys: Readonly<Record<Exclude<OutboxWhy, 'problem' | 'elsewhere'>, () => string>> = {
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
  unreadable: m.outbox_why_unreadable,
};

/** One line; `detail` is what came of the last try, where that says more. */
export function whyText({ why, problem, outcome, place }: OutboxItem): {
  line: string;
  detail: string;
} {
  if (problem && (why === 'problem' || why === 'refused')) {
    const { what, todo } = problemText(problem);
    return { line: what, detail: todo };
  }
  if (problem && why === 'unreadable') {
    return { line: whys[why](), detail: problemText(problem).what };
  }
  if (why === 'elsewhere') {
    const host = place && URL.canParse(place.baseAddress) ? new URL(place.baseAddress).host : '';
    const workspace = place?.workspaceId ?? '';
    return { line: m.outbox_why_elsewhere({ workspace, host }), detail: '' };
  }
  const line = why === 'problem' ? m.outbox_why_retry() : whys[why]();
  const saysMore = outcome && ['retry', 'asked', 'unreachable', 'refused'].includes(why);
  return { line, detail: saysMore ? outcomeText(outcome, 'saveThemeTemplate').title : '' };
}

/** What sending again may do at the service. */
export function riskText(
  { isFirst, unsureTries }: OutboxItem,
  { label, keepsClientIds }: Pick<Connection, 'label' | 'keepsClientIds'>,
): string {
  if (keepsClientIds === 'yes') return m.outbox_decision_replaces();
  if (!isFirst) return m.outbox_decision_later({ label, count: unsureTries ?? 1 });
  return keepsClientIds === 'no'
    ? m.outbox_decision_first_own_ids({ label })
    : m.outbox_decision_first({ label });
}

const words: Partial<Record<OutboxWhy, StatusWord>> = {
  sending: 'publishing',
  refused: 'failed',
  decision: 'unknown',
  unreadable: 'unknown',
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
