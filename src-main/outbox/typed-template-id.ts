import { invalidField } from '@shared/problem-error';
import { isPlainlySendable, withoutUnseenEnds } from '@shared/sendable-text';
import { pathSegment } from '@shared/service/operations';

/**
 * The id of a template as a person typed or pasted it.
 * @throws ProblemError invalidFields where it can never stand in a path, or nobody sees all of it
 */
export function typedTemplateId(text: string): string {
  const id = withoutUnseenEnds(text);
  pathSegment(id, 'templateId');
  if (!isPlainlySendable(id)) throw invalidField('templateId', 'unsendableText');
  return id;
}
