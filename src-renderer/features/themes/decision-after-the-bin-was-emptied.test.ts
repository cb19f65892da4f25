/**
 * A person keeps the copy of a conflict, whose look the theme has from then on, and deletes the copy for good: the
 * bin is emptied. The decision can't be taken back any more then, like any deletion (undoOfDeletion): taking
 * back its half puts the refused version in the theme's place, and the one that was kept is nowhere.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { createLibrary, largestThemeFile, type Library } from '../../../src-main/library/library';
import { newId, openDocumentFolder } from '../../../src-main/storage/storage';
import { leftTheBin } from '../../state/library-undo';
import { library as state } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import { latestUndo, undoLatestToast } from '../../ui/toast';
import { decideConflict } from './conflict-decision';
import { deleteThemes } from './theme-actions';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
  for (const { id } of reports.list) reports.dismiss(id);
});

const ours = '/* ours, and an hour of work */';

function started(root: string): Library {
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  return createLibrary({
    folder: openDocumentFolder(join(root, 'themes'), { maxBytes: largestThemeFile, settleMs: 20 }),
    profileFolder: join(root, 'profile'),
    startersFolder: join(root, 'none'),
    names: { untitled: () => 'Untitled', copy: (name) => name, conflict: (name) => name },
    connections: () => [],
    log: quiet,
  });
}

/** The two versions of a theme, in a library that a window shows. */
async function conflict() {
  const root = await mkdtemp(join(tmpdir(), 'foyer-decided-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, 'themes'));
  const put = async (file: string, customCss: string, more: object = {}): Promise<string> => {
    const id = newId();
    const theme = { ...newTheme(), customCss };
    const document = { format: 1, id, name: 'Harbour', tags: [], publications: {}, theme };
    const updatedAt = '2026-01-02T03:04:05.000Z';
    const text = JSON.stringify({ ...document, updatedAt, ...more });
    await writeFile(join(root, 'themes', file), text);
    return id;
  };
  const id = await put('a.json', '/* theirs */');
  const copy = await put('b.json', ours, { conflictOf: { id, name: 'Harbour' } });
  const library = started(root);
  const main = installFakeMain({ library: library.handlers });
  onTestFinished(library.onChange((change) => main.emit('library.changed', change)));
  await library.start();
  await state.start();
  onTestFinished(() => state.end());
  return { root, id, copy, library };
}

/** As the bin's screen does it. */
async function emptyBin({ handlers }: Library): Promise<void> {
  const { themes } = await handlers.bin(undefined);
  const entries = themes.map(({ entry }) => entry);
  expect(await handlers.discard({ entries })).toMatchObject({ entries });
  leftTheBin(entries);
}

it('the control: a deletion is not offered to be taken back once the bin was emptied', async () => {
  const { library, copy } = await conflict();
  onTestFinished(() => library.close());
  await deleteThemes([{ id: copy, name: 'Harbour' }]);
  expect(latestUndo()).toBe('Harbour deleted');
  await emptyBin(library);
  expect(latestUndo()).toBeUndefined();
});

it('neither is the decision of a conflict', async () => {
  const { library, id, copy } = await conflict();
  onTestFinished(() => library.close());
  await decideConflict({ id: copy }, 'this', { id });
  await emptyBin(library);
  expect(latestUndo()).toBeUndefined();
});

it.each<[string, boolean]>([
  ['the control: Ctrl Z is not pressed', false],
  ['Ctrl Z is pressed', true],
])('the version that was kept can be had after the next start: %s', async (_name, isPressed) => {
  const { root, library, id, copy } = await conflict();
  await decideConflict({ id: copy }, 'this', { id });
  await emptyBin(library);
  if (isPressed && undoLatestToast()) {
    await vi.waitFor(() => expect(reports.list).not.toEqual([]));
  }
  await library.flush();
  library.close();
  const next = started(root);
  onTestFinished(() => next.close());
  const { themes } = await next.handlers.list(undefined);
  const all = themes.map(({ theme }) => theme.customCss);
  for (const { version } of (await next.handlers.versions({ id })).versions)
    all.push((await next.handlers.version({ id, version })).theme.customCss);
  expect(all).toContain(ours);
});
