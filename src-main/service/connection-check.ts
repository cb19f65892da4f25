import type { ConnectionCheck } from '@shared/connection';
import type { AnswerForm, Outcome } from '@shared/service/outcome';

/**
 * What the end of *Check connection* says about a connection (product, *First run*). The good answer
 * is a rejection with the documented error body: the service was reached and judged the body.
 */
export function connectionCheckOf(outcome: Outcome, form: AnswerForm): ConnectionCheck {
  switch (outcome.kind) {
    case 'rejected':
      return outcome.error
        ? { verdict: 'good', status: outcome.status, detail: outcome.error.message }
        : somethingElse(outcome.status, form);
    case 'tokenRefused':
    case 'serviceFailed':
      return {
        verdict: outcome.kind,
        status: outcome.status,
        detail: outcome.error?.message ?? '',
      };
    case 'accepted':
    case 'acceptedUnreadable':
      return form === 'json' ? { verdict: 'acceptedEmpty' } : somethingElse(outcome.status, form);
    case 'redirected':
      return {
        verdict: 'somethingElse',
        status: outcome.status,
        form: 'redirect',
        ...(outcome.host === undefined ? {} : { host: outcome.host }),
      };
    case 'proxyRefused':
      return { verdict: 'notReached', reason: 'proxy', detail: '407' };
    case 'notSent':
      return { verdict: 'notReached', reason: outcome.reason, detail: outcome.detail };
    case 'unsure':
      return outcome.status === undefined
        ? { verdict: 'notReached', reason: outcome.reason, detail: outcome.detail }
        : somethingElse(outcome.status, form);
  }
}

function somethingElse(status: number, form: AnswerForm): ConnectionCheck {
  return { verdict: 'somethingElse', status, form: form === 'html' ? 'html' : 'other' };
}
