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

/** The answer as it came; JSON with line breaks, so that it can be read. */
export function answerText({ form, body }: NonNullable<DomainRegistration['answer']>): string {
  if (form === 'empty' || body === '') return m.domains_answer_empty();
  return form === 'json' ? indentedJson(body) : body;
}
