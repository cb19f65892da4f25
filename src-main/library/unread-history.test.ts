import { expect, it, vi } from 'vitest';
import { putTheme, themeDocument, trialFolders, trialLibrary } from './trial-library';

const disk = vi.hoisted(() => ({ isIll: false }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const open = ((...parameters: Parameters<typeof real.open>) =>
    disk.isIll && String(parameters[0]).endsWith('.jsonl')
      ? Promise.reject(Object.assign(new Error('EMFILE'), { code: 'EMFILE' }))
      : real.open(...parameters)) as typeof real.open;
  return { ...real, open };
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
  disk.isIll = true;
  expect(await handlers.versions({ id })).toMatchObject({ versions: [], unreadable: 1 });
  disk.isIll = false;
  expect(await handlers.versions({ id })).toMatchObject({
    versions: [{ name: 'Kept' }],
    unreadable: 0,
  });
});
