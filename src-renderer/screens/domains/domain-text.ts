/** Words of domains: what kind of name it is, and an answer of unknown shape as text. */
import { m } from '@shared/messages/messages';
import type { DomainRegistration } from '@shared/sending';
import { indentedJson } from '../../features/sending/indented-json';
import type { DomainReview } from '../../state/domain-form.svelte';

/** What kind of name it is, beside what it stands under. */
export function kindText({ kind, unicode }: DomainReview): string {
  const rest = unicode.slice(unicode.indexOf('.') + 1);
  switch (kind) {
    case 'apex':
      return m.domains_kind_apex({ suffix: `.${rest}` });
    case 'subdomain':
      return m.domains_kind_subdomain({ parent: rest });
    case 'unknown':
      return m.domains_kind_unknown();
  }
}

/** The answer; JSON with line breaks, so that it can be read. */
export function answerText({ form, body }: NonNullable<DomainRegistration['answer']>): string {
  if (form === 'html' && body === '') return m.outcome_page_without_text();
  if (form === 'empty' || body === '') return m.domains_answer_empty();
  return form === 'json' ? indentedJson(body) : body;
}

/** Whether JSON says anything beside the words of it that are shown, and its code: the record to set, for one. */
export function saysMore(
  { form, body }: NonNullable<DomainRegistration['answer']>,
  shown: string,
): boolean {
  const isNew = (value: unknown): boolean =>
    typeof value === 'object' && value !== null
      ? Object.values(value).some(isNew)
      : (typeof value === 'string' || typeof value === 'number') && !shown.includes(String(value));
  if (form !== 'json') return false;
  try {
    return isNew(withoutCode(JSON.parse(body)));
  } catch (error) {
    // A long one is kept cut off.
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}

function withoutCode(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { code: _, ...others } = body as Readonly<Record<string, unknown>>;
  return others;
}
