import { expect, it, vi } from 'vitest';
import { illFiles } from '../testing/fake-unreadable-files';
import { putTheme, themeDocument, trialFolders, trialLibrary } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { withIllFiles } = await import('../testing/fake-unreadable-files');
  return withIllFiles(await original());
});

it('versions that can’t be read for a moment are back when the disk is well', async () => {
  const folders = await trialFolders();
  const document = themeDocument();
  await putTheme(folders, 'a.json', document);
  const { id } = document;
  const first = trialLibrary(folders).library;
  await first.handlers.keepVersion({ id, name: 'Kept' });
  await first.flush();
  first.close();
  const { handlers } = trialLibrary(folders).library;
  const heal = illFiles((path) => path.endsWith('.jsonl'), 'EMFILE');
  expect(await handlers.versions({ id })).toMatchObject({ versions: [], unreadable: 1 });
  heal();
  expect(await handlers.versions({ id })).toMatchObject({
    versions: [{ name: 'Kept' }],
    unreadable: 0,
  });
});
