/**
 * Two computers share a library; the clock of the other one is an hour behind, and a sync program keeps the times of files
 * (Syncthing does). A theme was published yesterday, and edited here ten minutes ago. It came to the other computer, is
 * published there, and the service gives the template another ID. That file comes here, dated before the one that was
 * last seen here, with a publication that is newer than any that is known here. The theme is saved by the new ID:
 * published by the old one, it would become one more template.
 */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, putTheme } from '../testing/fixture-library';

const key = publicationKey(northwind);
const minuteMs = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs);
const sent = (templateId: string, minutes: number) => ({
  ...{ templateId, attempt: `attempt-${String(minutes)}` },
  at: ago(minutes).toISOString(),
});

it.each([
  ['the control: its clock is right', 0, 'closed'],
  ['its clock is an hour behind', 60, 'closed'],
  ['its clock is an hour behind, and it is open here', 60, 'open'],
] as const)('has the ID that the service gave last: %s', async (_name, behind, how) => {
  const yesterday = { [key]: sent('first', 24 * 60) };
  const { library, folders, document, id } = await libraryOfOne({ publications: yesterday });
  await utimes(join(folders.themes, 'a.json'), ago(10), ago(10));
  await library.start();
  if (how === 'open') await library.handlers.open({ id });
  const theirs = { [key]: sent('second', behind) };
  await putTheme(folders, 'a.json', { ...document, publications: theirs });
  await utimes(join(folders.themes, 'a.json'), ago(behind), ago(behind));
  await library.rescan();
  expect((await library.saved(id)).publications).toEqual(theirs);
});
