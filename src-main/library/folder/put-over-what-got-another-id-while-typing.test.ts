/**
 * A service gives a template another ID when it is saved again, as one that had lost it does. A theme was published there
 * anew, has the new ID, and is being edited. Then a program that keeps folders the same puts an older file over it, with
 * the old ID, and the save of what was typed meets that. "An older file that a sync program put over a theme keeps the
 * links to templates that the theme has got since": also where something was typed that moment, whichever version is
 * chosen. Published by the old ID, it would become one more template.
 */
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putThemeOf, savedWhenAsked } from '../testing/fixture-library';

const key = publicationKey(northwind);
const sent = (templateId: string, day: number) => ({
  ...{ templateId, attempt: `attempt-${String(day)}` },
  at: `2026-03-0${String(day)}T12:00:00.000Z`,
});
const before = new Date('2026-03-01T13:00:00.000Z');

it.each([
  ['the control: nothing is typed', 'second', false, undefined],
  ['the control: it has the ID that it had', 'first', true, 'this'],
  ['it got another one, and theirs is chosen', 'second', true, 'other'],
  ['it got another one, and what was typed is chosen', 'second', true, 'this'],
] as const)('keeps its template: %s', async (_name, templateId, isTyped, keep) => {
  const publications = { [key]: sent('first', 1) };
  const { library, folders, document, id } = await libraryOfOne(
    { publications },
    { pace: savedWhenAsked },
  );
  await library.handlers.open({ id });
  await library.setPublication(id, key, sent(templateId, 2), ['first']);
  if (isTyped)
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  await putThemeOf(before, folders, 'a.json', { ...document, name: 'Theirs' });
  await library.saveEdits();
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  const copy = themes.find((theme) => theme.id !== id);
  expect(copy !== undefined).toBe(isTyped);
  if (copy && keep) await library.handlers.resolveConflict({ id: copy.id, keep });
  expect((await library.saved(id)).publications).toEqual({ [key]: sent(templateId, 2) });
});
