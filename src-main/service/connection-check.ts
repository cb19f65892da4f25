import type { ConnectionCheck } from '@shared/connection';
import type { AnswerForm, Outcome } from '@shared/service/outcome';
import { judgedTheTheme, knowsNoSuchOperation } from '@shared/service/judged-theme';
import { isBusy, mayMeanWrongToken } from '@shared/service/refusal-subject';

/**
 * What the end of *Check connection* says about a connection (product, *First run*). The good answer
 * is a rejection that judged the empty theme (`judgedTheTheme`).
 */
export function connectionCheckOf(outcome: Outcome, form: AnswerForm): ConnectionCheck {
  switch (outcome.kind) {
    case 'rejected': {
      const { status, error } = outcome;
      const detail = error?.message ?? outcome.plainText ?? '';
      if (judgedTheTheme(outcome)) return { verdict: 'good', status, detail };
      if (mayMeanWrongToken(outcome)) return { verdict: 'tokenRefused', status, detail };
      if (isBusy(status)) return { verdict: 'busy', status, detail };
      if (!error) return somethingElse(status, form);
      return {
        verdict: knowsNoSuchOperation(outcome) ? 'unknownOperation' : 'refused',
        status,
        detail,
      };
    }
    case 'tokenRefused':
      return {
        verdict: 'tokenRefused',
        status: outcome.status,
        detail: outcome.error?.message ?? outcome.plainText ?? '',
        form,
      };
    case 'serviceFailed':
      return {
        verdict: 'serviceFailed',
        status: outcome.status,
        detail: outcome.error?.message ?? outcome.plainText ?? '',
        mayMeanWrongToken: mayMeanWrongToken(outcome),
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
