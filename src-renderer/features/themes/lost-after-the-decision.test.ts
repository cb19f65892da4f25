/**
 * The same on the real library (edited-after-the-decision.test.ts): once Foyer was quit, what the undo of a decision took
 * the place of is nowhere, neither in the theme, nor in its history, nor in the bin.
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { createLibrary, largestThemeFile, type Library } from '../../../src-main/library/library';
import { newId, openDocumentFolder } from '../../../src-main/storage/storage';
import { library as state } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';
import { decideConflict } from './conflict-decision';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

const worked = '/* ours, and an hour of work */';

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

/** Every style sheet that a person can have back after the next start. */
async function all({ handlers }: Library): Promise<(string | undefined)[]> {
  const { themes } = await handlers.list(undefined);
  const { themes: binned } = await handlers.bin(undefined);
  const kept: (string | undefined)[] = [];
  for (const id of new Set([...themes, ...binned].map((theme) => theme.id))) {
    for (const { version } of (await handlers.versions({ id })).versions)
      kept.push((await handlers.version({ id, version })).theme.customCss);
  }
  return [...themes.map(({ theme }) => theme.customCss), ...kept];
}

it.each<[string, boolean]>([
  ['the control: the decision is not taken back', false],
  ['the decision is taken back', true],
])(
  'what was edited after a decision can be had after the next start: %s',
  async (_name, isUndone) => {
    const root = await mkdtemp(join(tmpdir(), 'foyer-decided-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    await mkdir(join(root, 'themes'));
    const put = async (file: string, customCss: string, more: object = {}): Promise<string> => {
      const id = newId();
      const theme = { ...newTheme(), customCss };
      const document = { format: 1, id, name: 'Harbour', tags: [], publications: {}, theme };
      const updatedAt = '2026-01-02T03:04:05.000Z';
      await writeFile(
        join(root, 'themes', file),
        JSON.stringify({ ...document, updatedAt, ...more }),
      );
      return id;
    };
    const id = await put('a.json', '/* theirs */');
    const copy = await put('b.json', '/* ours */', { conflictOf: { id, name: 'Harbour' } });
    const library = started(root);
    const main = installFakeMain({ library: library.handlers });
    onTestFinished(library.onChange((change) => main.emit('library.changed', change)));
    await library.start();
    await state.start();
    await decideConflict({ id: copy }, 'this', { id });
    await library.handlers.edit({ id, edits: [{ field: 'customCss', value: worked }] });
    await library.saveEdits();
    if (isUndone) {
      undoLatestToast();
      await vi.waitFor(() => expect(state.themes).toHaveLength(2));
    }
    state.end();
    await library.flush();
    library.close();
    const next = started(root);
    onTestFinished(() => next.close());
    expect(await all(next)).toContain(worked);
  },
);
