import type { PreviewFields, PreviewShortcut, ShortcutInput } from '@shared/previews';
import { sentFields } from '@shared/preview-fields';
import { keptName, shortcutNamed } from '@shared/names';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { isPlainlySendable, isSendable, pathIdReason } from '@shared/sendable-text';
import type { PreviewInput } from '@shared/service/operations';

type RefusedFields = Extract<Problem, { code: 'invalidFields' }>['fields'];

/** The service names no limits; a longer value is no id and no number. */
const longest = 500;
const longestName = 100;

function refusedIn(fields: PreviewFields): RefusedFields {
  const refused: RefusedFields = [];
  for (const [field, value] of Object.entries<string>({ ...fields })) {
    if (value.length > longest) refused.push({ field, reason: 'tooLong' });
    else if (value === '' && field !== 'startGroupId') refused.push({ field, reason: 'required' });
    else if (!(field === 'to' ? isSendable : isPlainlySendable)(value))
      refused.push({ field, reason: 'unsendableText' });
    else if (field === 'botId') {
      const reason = pathIdReason(value);
      if (reason) refused.push({ field, reason });
    }
  }
  return refused;
}

function refuse(fields: RefusedFields): void {
  if (fields.length > 0) throw new ProblemError({ code: 'invalidFields', fields });
}

/**
 * What is sent of the form. Spaces around a value are dropped, and what nobody sees there; nothing else is
 * changed: what a recipient looks like is unknown (service-api, *Unknown*). An empty start group is left out.
 *
 * @throws ProblemError `invalidFields` naming `botId`, `to` or `startGroupId`.
 */
export function readPreviewForm(form: PreviewFields): PreviewInput {
  const fields = sentFields(form);
  refuse(refusedIn(fields));
  const { botId, to, startGroupId } = fields;
  return startGroupId === '' ? { botId, to } : { botId, to, startGroupId };
}

/**
 * What is kept of a shortcut's form.
 *
 * @param others the shortcuts that are to stay beside it; names are told apart without case
 * @throws ProblemError `invalidFields` naming `name`, `botId`, `to` or `startGroupId`.
 */
export function readShortcutForm(
  form: ShortcutInput,
  others: readonly PreviewShortcut[],
): ShortcutInput {
  const name = keptName(form.name);
  const fields = sentFields(form);
  const refused = refusedIn(fields);
  if (name === '') refused.unshift({ field: 'name', reason: 'required' });
  else if (name.length > longestName) refused.unshift({ field: 'name', reason: 'tooLong' });
  else if (shortcutNamed(others, name)) refused.unshift({ field: 'name', reason: 'alreadyThere' });
  refuse(refused);
  return { name, connectionId: form.connectionId, ...fields };
}
