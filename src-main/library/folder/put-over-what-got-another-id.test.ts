/**
 * A service gives a template another ID when it is saved again, as one that had lost it does. A theme was published there
 * anew, and has the new ID. Then a program that keeps folders the same puts an older file over it, written before that,
 * with the old ID. The theme keeps the template that it has: published by the old ID, it would become one more.
 */
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putThemeOf } from '../testing/fixture-library';

const key = publicationKey(northwind);
const sent = (templateId: string, day: number) => ({
  ...{ templateId, attempt: `attempt-${String(day)}` },
  at: `2026-03-0${String(day)}T12:00:00.000Z`,
});
const before = new Date('2026-03-01T13:00:00.000Z');

it.each([
  ['the control: it has the ID that it had', 'first', 'closed'],
  ['it got another one', 'second', 'closed'],
  ['the control: it has the ID that it had, and is open', 'first', 'open'],
  ['it got another one, and is open', 'second', 'open'],
] as const)('keeps its template: %s', async (_name, templateId, how) => {
  const publications = { [key]: sent('first', 1) };
  const { library, folders, document, id } = await libraryOfOne({ publications });
  await library.start();
  if (how === 'open') await library.handlers.open({ id });
  await library.setPublication(id, key, sent(templateId, 2), ['first']);
  await putThemeOf(before, folders, 'a.json', { ...document, name: 'Theirs' });
  await library.rescan();
  expect(await library.saved(id)).toMatchObject({ name: 'Theirs' });
  expect((await library.saved(id)).publications).toEqual({ [key]: sent(templateId, 2) });
});
