/** What *Check connection* found, in plain sentences. */
import { m } from '@shared/messages/messages';
import type { ConnectionCheck, TokenPresentation } from '@shared/connection';
import type { Tone } from '../../ui/tone';

export interface CheckText {
  tone: Tone;
  title: string;
  /** What it means and what to do. */
  text: string;
  /** As the service or the system said it; empty where it said nothing. */
  detail: string;
}

const notReached: Readonly<Record<string, () => string>> = {
  nameNotResolved: m.connections_not_reached_name,
  connectionRefused: m.connections_not_reached_refused,
  offline: m.connections_not_reached_offline,
  addressUnreachable: m.connections_not_reached_unreachable,
  portBlocked: m.connections_not_reached_port,
  certificate: m.connections_not_reached_certificate,
  proxy: m.connections_not_reached_proxy,
  timeLimit: m.connections_not_reached_time_limit,
};

/** The sentences of a check's result; of the token only where one was presented. */
export function checkText(
  check: ConnectionCheck,
  presentation: TokenPresentation['kind'],
): CheckText {
  const hasToken = presentation !== 'none';
  switch (check.verdict) {
    case 'good':
      return {
        tone: 'ok',
        title: hasToken ? m.connections_check_good() : m.connections_check_answers(),
        text: m.connections_check_workspace({ status: check.status }),
        // It refused the test theme, as it should: its words for that would read as a failure.
        detail: '',
      };
    case 'tokenRefused':
      if (check.form === 'html') return pageText(check.status, hasToken);
      return { tone: 'bad', ...refusal(check.status, hasToken), detail: check.detail };
    case 'refused':
      return {
        tone: 'warn',
        title: m.connections_check_refused({ status: check.status }),
        text: hasToken ? m.connections_check_refused_unclear() : m.connections_check_refused_todo(),
        detail: check.detail,
      };
    case 'serviceFailed':
      return {
        tone: 'warn',
        title:
          check.form === 'html'
            ? m.connections_check_failed_page({ status: check.status })
            : m.connections_check_service_failed({ status: check.status }),
        text: failureText(check.mayMeanWrongToken, hasToken),
        detail: check.detail,
      };
    case 'unknownOperation':
      return {
        tone: 'warn',
        title: m.connections_check_unknown({ status: check.status }),
        text: m.connections_check_other_todo(),
        detail: check.detail,
      };
    case 'busy':
      return {
        tone: 'warn',
        title:
          check.status === 429
            ? m.connections_check_busy({ status: check.status })
            : m.connections_check_put_off({ status: check.status }),
        text: m.connections_check_busy_todo(),
        detail: check.detail,
      };
    case 'acceptedEmpty':
      return {
        tone: 'warn',
        title: m.connections_check_accepted_empty(),
        text: m.connections_check_accepted_empty_todo(),
        detail: '',
      };
    case 'somethingElse': {
      const { status } = check;
      const title =
        check.form === 'html'
          ? m.connections_check_page({ status })
          : check.form === 'redirect'
            ? check.host === undefined
              ? m.connections_check_redirect({ status })
              : m.connections_check_redirect_to({ status, host: check.host })
            : m.connections_check_other({ status });
      const text =
        check.form === 'redirect'
          ? m.connections_check_redirect_todo()
          : m.connections_check_other_todo();
      return { tone: 'warn', title, text, detail: '' };
    }
    case 'notReached':
      return {
        tone: 'bad',
        title: m.connections_check_not_reached(),
        text: (notReached[check.reason] ?? m.connections_not_reached_other)(),
        detail: check.detail,
      };
  }
}

/** Whose page it is isn't known: the service's, a sign-in's, or that of a guard before either. */
function pageText(status: number, hasToken: boolean): CheckText {
  return {
    tone: 'warn',
    title: m.connections_check_refused_page({ status }),
    text: hasToken
      ? m.connections_check_refused_page_todo()
      : m.connections_check_refused_page_open_todo(),
    detail: '',
  };
}

function refusal(status: number, hasToken: boolean): Pick<CheckText, 'title' | 'text'> {
  if (status !== 401) {
    return {
      title: m.connections_check_refused({ status }),
      text: hasToken
        ? m.connections_check_token_doubted_todo()
        : m.connections_check_refused_todo(),
    };
  }
  return hasToken
    ? {
        title: m.connections_check_token_refused({ status }),
        text: m.connections_check_token_refused_todo(),
      }
    : { title: m.connections_check_asks({ status }), text: m.connections_check_asks_todo() };
}

function failureText(mayMeanWrongToken: boolean, hasToken: boolean): string {
  if (!hasToken) return m.connections_check_busy_todo();
  return mayMeanWrongToken
    ? m.connections_check_service_failed_todo()
    : m.connections_check_service_failed_later();
}
