import type { ConnectionCheck } from '@shared/connection';
import { checkedRefusal } from '@shared/service/judged-theme';
import type { AnswerForm, Outcome } from '@shared/service/outcome';
import { mayMeanWrongToken, reasonOf } from '@shared/service/reason';

/** What the end of *Check connection* says about a connection (product, *First run*). */
export function connectionCheckOf(outcome: Outcome, form: AnswerForm): ConnectionCheck {
  switch (outcome.kind) {
    case 'rejected': {
      const { status } = outcome;
      const verdict = checkedRefusal(outcome);
      if (verdict === 'page') return somethingElse(status, form);
      const detail = wordsOf(outcome);
      return verdict === 'mayBeTheToken'
        ? { verdict: 'tokenRefused', status, detail, form }
        : { verdict, status, detail };
    }
    case 'tokenRefused':
      return { verdict: 'tokenRefused', status: outcome.status, detail: wordsOf(outcome), form };
    case 'serviceFailed':
      return {
        verdict: 'serviceFailed',
        status: outcome.status,
        detail: wordsOf(outcome),
        mayMeanWrongToken: mayMeanWrongToken(outcome),
        form,
      };
    case 'accepted':
    case 'acceptedUnreadable': {
      const { status } = outcome;
      if (outcome.kind === 'acceptedUnreadable' && outcome.refusal) {
        return { verdict: 'refused', status, detail: wordsOf({ error: outcome.refusal }) };
      }
      return form === 'json' ? { verdict: 'acceptedEmpty' } : somethingElse(status, form);
    }
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

function wordsOf(outcome: Parameters<typeof reasonOf>[0]): string {
  const reason = reasonOf(outcome);
  return reason.kind === 'words' ? reason.words.text : '';
}

function somethingElse(status: number, form: AnswerForm): ConnectionCheck {
  return { verdict: 'somethingElse', status, form: form === 'html' ? 'html' : 'other' };
}
