/** The words of the activity list, and the whole of an entry as text to paste elsewhere. */
import type {
  ActivityDetails,
  ActivityEntry,
  ActivityKind,
  ListedEntry,
  LocalEntry,
  LocalKind,
} from '@shared/activity';
import { isSent } from '@shared/listed-entry';
import { m } from '@shared/messages/messages';
import { cutOf, isCutRequest } from '@shared/recorded-bodies';
import type { AnswerForm } from '@shared/service/outcome';
import { outcomeText } from '@shared/service/outcome-text';
import { fullTime } from '../../ui/time';
import { indentedJson } from '../../features/sending/indented-json';
import { planName } from '../../features/sending/plan-name';

const whats: Readonly<Record<ActivityKind, (subject: { subject: string }) => string>> = {
  saveThemeTemplate: m.activity_what_save_theme,
  updateSubscription: ({ subject }) => m.activity_what_subscription({ subject: planName(subject) }),
  createCustomDomain: m.activity_what_domain,
  startChatAppPreview: m.activity_what_preview,
  checkConnection: () => m.activity_what_check(),
};

type Named = (of: { name: string }) => string;

/** What was done with one, and with so many. */
const actions: Readonly<Record<LocalKind, readonly [Named, ((of: { count: number }) => string)?]>> =
  {
    themeCreated: [m.activity_did_created],
    themesDuplicated: [m.activity_did_duplicated, m.activity_did_duplicated_count],
    themeEdited: [m.activity_did_edited, m.activity_did_edited_count],
    themesDeleted: [m.activity_did_deleted, m.activity_did_deleted_count],
    deletedForGood: [m.activity_did_discarded, m.activity_did_discarded_count],
    restoredFromBin: [m.activity_did_put_back, m.activity_did_put_back_count],
    versionRestored: [m.activity_did_version],
    conflictDecided: [m.activity_did_conflict],
    themesImported: [m.activity_did_imported, m.activity_did_imported_count],
    backupRestored: [
      ({ name }) => (name === '' ? m.activity_did_backup() : m.activity_did_backup_one({ name })),
      m.activity_did_backup_count,
    ],
    connectionAdded: [m.activity_did_connection_added],
    connectionEdited: [m.activity_did_connection_edited],
    tokenReplaced: [m.activity_did_token_replaced],
    tokenRemoved: [m.activity_did_token_removed],
    connectionRemoved: [m.activity_did_connection_removed],
  };

/** "Publish Harbour", "Preview, evening", "Edited Harbour", "Deleted 3 themes". */
export function whatText(
  entry: Pick<ActivityEntry, 'kind' | 'subject'> | Pick<LocalEntry, 'kind' | 'touched' | 'count'>,
): string {
  if (!('touched' in entry)) return whats[entry.kind](entry);
  const { kind, touched, count } = entry;
  const [one, many] = actions[kind];
  return many && count > 1 ? many({ count }) : one({ name: touched[0]?.name ?? '' });
}

/** How long it took; of an editing session how long it went on, where that is a minute or more. */
export function lengthText(entry: ListedEntry): string {
  if (isSent(entry)) return tookText(entry.tookMs);
  if (entry.until === undefined) return '';
  const count = Math.round((Date.parse(entry.until) - Date.parse(entry.at)) / 60_000);
  return count > 0 ? m.activity_took_minutes({ count }) : '';
}

/** `212 ms`, `30.0 s`; nothing while it is under way. */
export function tookText(tookMs: number | null): string {
  if (tookMs === null) return '';
  if (tookMs < 1_000) return m.activity_took_milliseconds({ count: Math.round(tookMs) });
  return m.activity_took_seconds({ count: (tookMs / 1_000).toFixed(1) });
}

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** `14:32:08`; the day is the heading's. */
export function timeText(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : clock.format(time);
}

/** JSON set out over lines; any other text as it came. */
export function readableBody(body: string, form: AnswerForm = 'json'): string {
  return form === 'json' ? indentedJson(body) : body;
}

/** What of a request isn't there, a sentence each. */
export function requestNotes(request: ActivityDetails['request']): string[] {
  return [
    ...(isCutRequest(request) ? [m.activity_details_request_cut()] : []),
    ...(request.isRedacted ? [m.activity_details_request_redacted()] : []),
  ];
}

const cuts = { notKept: m.activity_details_cut, notArrived: m.activity_details_broken_off };

/** What there is to say of an answer's body: that it is no JSON, and what of it isn't there. */
export function answerNotes(answer: NonNullable<ActivityDetails['answer']>): string[] {
  const cut = cutOf(answer);
  return [
    ...(answer.body !== '' && answer.form !== 'json' ? [m.activity_details_not_json()] : []),
    ...(cut ? [cuts[cut]()] : []),
  ];
}

/**
 * Whether a change of the plan that was to be paid first (402) may be paid since: its answer names a checkout, or isn't
 * there as a whole to tell.
 */
export function mayBePaidSince(
  { kind, outcome }: Pick<ActivityEntry, 'kind' | 'outcome'>,
  details: Pick<ActivityDetails, 'answer'> | null,
): boolean {
  const isToBePaid =
    kind === 'updateSubscription' && outcome?.kind === 'rejected' && outcome.status === 402;
  if (!isToBePaid) return false;
  const answer = details?.answer;
  return !answer || cutOf(answer) !== null || namesCheckout(answer.body);
}

function namesCheckout(body: string): boolean {
  try {
    const answer = JSON.parse(body) as { checkoutUrl?: unknown } | null;
    return typeof answer?.checkoutUrl === 'string' && answer.checkoutUrl !== '';
  } catch {
    return false;
  }
}

/** Names in the order in which they came, one a line. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** Everything the details show, as plain text. It was redacted by main and holds no token. */
export function detailsAsText(details: ActivityDetails): string {
  const { request, answer, outcome } = details;
  const parts = [
    [
      whatText(details),
      `${m.activity_details_connection()}: ${details.connectionLabel}`,
      `${m.activity_details_sent_at()}: ${fullTime(details.at)}`,
      outcome
        ? `${m.activity_column_outcome()}: ${outcomeText(outcome, details.kind).title}`
        : details.isInLine
          ? m.activity_in_line()
          : m.activity_under_way(),
      ...(details.tookMs === null
        ? []
        : [`${m.activity_details_took()}: ${tookText(details.tookMs)}`]),
    ].join('\n'),
    `${request.method} ${request.url}\n${headerLines(request.headers)}`,
    readableBody(request.body),
    ...requestNotes(request),
  ];
  if (answer) {
    const status = m.activity_details_status({ status: answer.status });
    parts.push(`${status}\n${headerLines(answer.headers)}`);
    parts.push(readableBody(answer.body, answer.form));
    parts.push(...answerNotes(answer));
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** A text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * The request as a command for a terminal. The token was never written down: it is taken from the
 * environment, `FOYER_TOKEN`.
 */
export function detailsAsCurl({ request }: Pick<ActivityDetails, 'request'>): string {
  const headers = Object.entries(request.headers).map(([name, value]) => {
    const [before, ...after] = `${name}: ${value}`.split('[token]');
    if (after.length === 0) return `-H ${quoted(before ?? '')}`;
    return `-H ${quoted(before ?? '')}"$FOYER_TOKEN"${after.map(quoted).join('"$FOYER_TOKEN"')}`;
  });
  return [
    `curl -X ${request.method} ${quoted(request.url)}`,
    ...headers,
    `--data-raw ${quoted(request.body)}`,
  ].join(' \\\n  ');
}
