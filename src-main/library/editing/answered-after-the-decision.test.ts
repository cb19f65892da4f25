/**
 * A theme was changed in two places. A person publishes the version that became the copy, and decides to keep it before
 * the service has answered: "of two versions of one theme, the link to a template stays, so that publishing doesn't
 * create a duplicate".
 */
import { expect, it } from 'vitest';
import type { ConflictChoice } from '@shared/library';
import { publicationKey, type Publication } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme, savedWhenAsked } from '../testing/fixture-library';

const key = publicationKey(northwind);

/** Two versions of a theme that was never published, and how the outbox notes what the service has of the copy. */
async function conflicted() {
  const { library, folders, document, id } = await libraryOfOne({}, { pace: savedWhenAsked });
  const { handlers } = library;
  await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  await putTheme(folders, 'a.json', { ...document, tags: ['theirs'] });
  await library.flush();
  const { themes } = await handlers.list(undefined);
  const copy = themes.find(({ conflictOf }) => conflictOf?.id === id)?.id ?? '';
  const { name, theme } = await library.saved(copy);
  const answer: Publication = {
    templateId: 't-copy',
    at: '2026-01-02T03:04:05.000Z',
    sent: { name, theme },
  };
  return { library, id, copy, answered: () => library.setPublication(copy, key, answer, [null]) };
}

it.each<[string, ConflictChoice, boolean]>([
  ['the control: answered before, the copy is kept', 'this', true],
  ['the control: answered before, the other is kept', 'other', true],
  ['answered after, the copy is kept', 'this', false],
  ['answered after, the other is kept', 'other', false],
])('the theme that is left has the template: %s', async (_name, keep, isBefore) => {
  const { library, id, copy, answered } = await conflicted();
  if (isBefore) await answered();
  await library.handlers.resolveConflict({ id: copy, keep });
  if (!isBefore) await answered();
  const { themes } = await library.handlers.list(undefined);
  expect(themes.map((theme) => [theme.id, theme.places[0]?.templateId])).toEqual([[id, 't-copy']]);
});
