/**
 * An export masks the recipient of a preview wherever the service repeats it, also in a page. HTML 4 has names for more
 * than letters with a mark: for the apostrophe that a Mac or a phone types, and for ligatures; HTML 5 for a Polish ł. And
 * what is no name at all is left as it is.
 */
import { expect, it } from 'vitest';
import { maskPersonalData } from './export-redaction';

function bodyGivenAway(to: string, body: string): string {
  const kept = maskPersonalData({
    ...{ id: 'a', sequence: 1, at: '2026-11-20T14:05:00.000Z' },
    kind: 'startChatAppPreview',
    ...{ subject: 'bot', connectionId: 'c', connectionLabel: 'Northwind', tookMs: 3 },
    outcome: { kind: 'rejected', status: 400, error: { message: 'Not found', issues: [] } },
    request: {
      ...{ method: 'POST', url: 'https://n.example', headers: {} },
      body: JSON.stringify({ to }),
    },
    answer: { ...{ status: 400, headers: {}, isCut: false, form: 'html' }, body },
  });
  return kept.answer?.body ?? '';
}

it.each([
  ['the control, a letter with a mark', 'Zoë Brennan', '<p>Zo&euml; Brennan</p>', 'Brennan'],
  ['an apostrophe', 'Anna O’Brennan', '<p>Anna O&rsquo;Brennan</p>', 'Brennan'],
  ['a ligature', 'Cœline Brennan', '<p>C&oelig;line Brennan</p>', 'Brennan'],
  ['a Polish letter', 'Paweł Nowak', '<p>Pawe&lstrok; Nowak</p>', 'Nowak'],
])('%s', (_what, to, body, hidden) => {
  expect(bodyGivenAway(to, body)).not.toContain(hidden);
});

it('a name that HTML does not have', () => {
  expect(bodyGivenAway('anna', '<script>f(a&valueOf;b)</script>')).toContain('&valueOf;');
});
