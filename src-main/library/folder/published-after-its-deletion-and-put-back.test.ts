/**
 * A theme is published for the first time and deleted before the service has answered: its template is noted with it in
 * the bin. Then a sync program brings its file back as it was (Dropbox: "Restore this file"), with the time that it had. The
 * theme is linked to its template; published again, it would be saved a second time otherwise.
 */
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, restarted } from '../testing/fixture-library';

const key = publicationKey(northwind);
/** As programs keep it that know seconds alone. */
const whole = new Date('2026-03-01T13:00:00.000Z');

it.each([
  ['is taken out of the bin (the control)', false],
  ['comes back with an older time (the control)', false],
  ['comes back as it was', false],
  ['comes back as it was', true],
] as const)('has its template where it %s, restarted %s', async (how, isRestarted) => {
  const { library, folders, document, id } = await libraryOfOne();
  const file = join(folders.themes, 'a.json');
  await utimes(file, whole, whole);
  await library.start();
  const { name, theme } = document;
  const text = await readFile(file, 'utf8');

  const { entries } = await library.handlers.remove({ ids: [id] });
  const at = new Date().toISOString();
  await library.setPublication(id, key, { templateId: 't', at, sent: { name, theme } }, [null]);
  const now = isRestarted ? await restarted(folders, library) : library;
  if (how.startsWith('is taken')) await now.handlers.restore({ entries });
  else {
    await writeFile(file, text);
    const time = how === 'comes back as it was' ? whole : new Date(whole.getTime() - 1000);
    await utimes(file, time, time);
  }
  await now.start();
  await now.rescan();
  expect((await now.saved(id)).publications[key]?.templateId).toBe('t');
});
