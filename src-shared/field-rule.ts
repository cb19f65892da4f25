/**
 * Rules in an input schema that a person can break by what is typed. What breaks one is told at its
 * field, as `invalidFields`; every other mistake in a call is the window's own.
 */
import type { z } from 'zod';
import { fieldReasonSchema, type FieldReason, type Problem } from './problem';

type RefusedField = Extract<Problem, { code: 'invalidFields' }>['fields'][number];

/** For `refine` and `addIssue`: what is told when the rule is broken. */
export function fieldRule(
  field: string,
  reason: FieldReason,
): { message: string; params: { refused: RefusedField } } {
  return { message: reason, params: { refused: { field, reason } } };
}

/** The fields that broke a rule, when nothing else is wrong; otherwise `undefined`. */
export function refusedFields(issues: readonly z.core.$ZodIssue[]): RefusedField[] | undefined {
  const fields: RefusedField[] = [];
  for (const issue of issues) {
    const refused: unknown = issue.code === 'custom' ? issue.params?.['refused'] : undefined;
    if (typeof refused !== 'object' || refused === null) return undefined;
    const { field, reason } = refused as Partial<Record<keyof RefusedField, unknown>>;
    const known = fieldReasonSchema.safeParse(reason);
    if (typeof field !== 'string' || !known.success) return undefined;
    fields.push({ field, reason: known.data });
  }
  return fields.length === 0 ? undefined : fields;
}
