import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { PreviewInput } from '@shared/service/operations';

/** What a person typed to start a preview. */
export interface PreviewForm {
  botId: string;
  to: string;
  /** Empty: the flow starts where it always does. */
  startGroupId: string;
}

/** As long as the contract between Foyer's processes takes; the service names no limits. */
const longest = 500;

/**
 * What is sent of the form. Spaces around a value are dropped, nothing else is changed: what a
 * recipient looks like is unknown (service-api, *Unknown*). An empty start group is left out.
 *
 * @throws ProblemError `invalidFields` naming `botId`, `to` or `startGroupId`.
 */
export function readPreviewForm(form: PreviewForm): PreviewInput {
  const botId = form.botId.trim();
  const to = form.to.trim();
  const startGroupId = form.startGroupId.trim();
  const fields: Extract<Problem, { code: 'invalidFields' }>['fields'] = [];
  for (const [field, value] of Object.entries({ botId, to, startGroupId })) {
    if (value.length > longest) fields.push({ field, reason: 'tooLong' });
    else if (value === '' && field !== 'startGroupId') fields.push({ field, reason: 'required' });
  }
  if (fields.length > 0) throw new ProblemError({ code: 'invalidFields', fields });
  return startGroupId === '' ? { botId, to } : { botId, to, startGroupId };
}
