/**
 * A version was named by an earlier Foyer, which wrote what it holds anew in another order and left the hash of the
 * former one. All of it is there, so that it can be had back.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { versionContentSchema, type VersionContent } from '@shared/theme-versions';
import { problem, temporaryLibraryFolders } from '../testing/fixture-library';
import { History } from './history';

const { roundness, ...others } = newTheme();
/** The roundness stands first, where the order of a theme has it last. */
const chosen: VersionContent = { name: 'Harbour', theme: { roundness, ...others } };
const untold = () => undefined;

/** A version of this, as the earlier Foyer left it, and after that what else happened to its second line. */
async function namedVersion(
  content: VersionContent,
  change: (line: string) => string = (line) => line,
): Promise<History> {
  const { profile } = await temporaryLibraryFolders();
  await new History(profile, untold).keep('a', { content, reason: 'paused', at: 'then' });
  const root = join(profile, 'history');
  const [folder = ''] = await readdir(root);
  const path = join(root, folder, '000000000001.jsonl');
  const [head = '', line = ''] = (await readFile(path, 'utf8')).split('\n');
  const reordered = JSON.stringify(versionContentSchema.parse(JSON.parse(line)));
  expect(reordered).not.toBe(line);
  const named = head.replace('"name":null', '"name":"Launch"');
  await writeFile(path, `${named}\n${change(reordered)}\n`);
  return new History(profile, untold);
}

it('what it holds can be had back, and it can get another name', async () => {
  const history = await namedVersion(chosen);
  expect(await history.content('a', 1)).toEqual(chosen);
  await history.rename('a', 1, 'Lunch');
  expect(await history.content('a', 1)).toEqual(chosen);
  expect((await history.list('a')).versions).toMatchObject([{ version: 1, name: 'Lunch' }]);
});

it.each<[string, VersionContent, (line: string) => string]>([
  ['its theme was damaged since', chosen, (line) => line.replace('Open Sans', 'Open Cans')],
  ['it is no JSON any more', chosen, (line) => line.replace('{', '[')],
  ['it has tags, of which nothing tells', { ...chosen, tags: ['blue'] }, (line) => line],
])('it counts as damaged where %s', async (_name, content, change) => {
  const history = await namedVersion(content, change);
  await expect(history.content('a', 1)).rejects.toMatchObject(problem('fileDamaged'));
});
