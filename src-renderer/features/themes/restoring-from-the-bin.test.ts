/**
 * A theme changed in two places, and a person deletes the version that was published: its link goes to the other. They
 * restore it from the bin, where it has its link back, and take that back again at once, with nothing done in between.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { render } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { newTheme, publicationKey, themeDocumentFormat } from '@shared/theme/theme';
import { createLibrary, largestThemeFile } from '../../../src-main/library/library';
import { openDocumentFolder } from '../../../src-main/storage/storage';
import { library } from '../../state/library.svelte';
import { restoring } from '../../state/themes-that-come';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

const northwind = { id: 'northwind', baseAddress: 'https://n.example/api/v1', workspaceId: 'w1' };
const nothing = (): void => undefined;

/** What came of the undo, where the version with the first ID is the one that was kept beside the other, and is deleted. */
async function takenBack(id: string, other: string, isLinked: boolean) {
  const root = await mkdtemp(join(tmpdir(), 'foyer-restored-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const folder of ['themes', 'profile']) await mkdir(join(root, folder));
  const publications = isLinked
    ? { [publicationKey(northwind)]: { templateId: 't', at: '2026-01-02T00:00:00.000Z' } }
    : {};
  const put = (file: string, document: object) =>
    writeFile(
      join(root, 'themes', file),
      JSON.stringify({
        ...{ format: themeDocumentFormat, tags: [], updatedAt: '2026-01-02T03:04:05.000Z' },
        ...{ publications: {}, theme: newTheme() },
        ...document,
      }),
    );
  await put('a.json', { id: other, name: 'Harbour', tags: ['other'] });
  const conflictOf = { id: other, name: 'Harbour' };
  await put('b.json', { id, name: 'Harbour (other)', conflictOf, publications });
  const main = createLibrary({
    folder: openDocumentFolder(join(root, 'themes'), { maxBytes: largestThemeFile, settleMs: 20 }),
    profileFolder: join(root, 'profile'),
    startersFolder: join(root, 'none'),
    names: { untitled: () => 'Untitled', copy: (name) => name, conflict: (name) => name },
    connections: () => [northwind],
    pace: { restMs: 10, latestMs: 40, retryMs: 20, longestRetryMs: 100 },
    log: { info: nothing, warn: nothing, error: nothing },
  });
  onTestFinished(async () => {
    await main.flush();
    main.close();
  });
  const window = installFakeMain({ library: main.handlers });
  main.onChange((change) => window.emit('library.changed', change));
  await library.start();
  render(Toasts);
  const { entries } = await main.handlers.remove({ ids: [id] });
  // They look at the bin.
  await vi.waitFor(() => expect(library.themes).toHaveLength(1));
  const { restored, undo } = await restoring(async () => main.handlers.restore({ entries }));
  expect(restored.ids).toEqual([id]);
  // What main still had to tell has been told.
  await main.handlers.list(undefined);
  const undone = await undo();
  const { themes } = await main.handlers.list(undefined);
  return { undone, there: themes.map((theme) => theme.id) };
}

it.each([
  ['the control: without a link', 'b', 'a', false],
  ['with a link', 'a', 'b', true],
  [
    'with a link, and an ID that comes after the other, as that of a newer theme does',
    'b',
    'a',
    true,
  ],
])('%s', async (_name, id, other, isLinked) => {
  expect(await takenBack(id, other, isLinked)).toEqual({ undone: 'done', there: [other] });
});
