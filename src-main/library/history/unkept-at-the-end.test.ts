/** Edits that another computer wrote over while the history's disk refuses them: a quit would lose them. */
import { expect, it, vi } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import { libraryOfOne, putTheme, themeState } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it('are told before the end, until they are a version; what the theme is now is not', async () => {
  const { library, folders, document, id } = await libraryOfOne({}, { versionRetryMs: 60_000 });
  await library.handlers.open({ id });
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Ours' }] });
  expect(await library.saveEdits()).toEqual([]);
  const disk = failing('ENOSPC', 'writeTo', (path) => path.includes('history'));
  const taken = themeState(library, id, ({ theme }) => theme.customCss === '/* theirs */');
  await putTheme(folders, 'a.json', {
    ...document,
    theme: { ...newTheme(), customCss: '/* theirs */' },
  });
  await library.rescan();
  await taken;
  await vi.waitFor(async () =>
    expect(await library.saveEdits()).toMatchObject([
      { kind: 'version', name: 'Harbour', problem: { code: 'storageFull' } },
    ]),
  );
  disk.heal();
  expect(await library.saveEdits()).toEqual([]);
  // What it was when it was opened, and the edit.
  expect((await library.handlers.versions({ id })).versions).toHaveLength(2);
});
