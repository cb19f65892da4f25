/**
 * The library is on a share whose ticket has expired: the server refuses every call (EACCES), and the folder is where it was. A theme
 * is edited in the studio meanwhile. Foyer doesn't say that the folder isn't there, nor to connect its disk: it is connected.
 */
import { expect, it, vi } from 'vitest';
import { problemText } from '@shared/problem-text';
import { failing } from '../testing/fake-disk';
import { libraryOfOne, themeState } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it.each(['EACCES', 'EIO'] as const)(
  'a folder that is there is not said to be gone: %s',
  async (code) => {
    const { library, folders, id } = await libraryOfOne();
    const { handlers } = library;
    await handlers.open({ id });
    for (const call of ['stat', 'open', 'rename', 'link', 'unlink'] as const)
      failing(code, call, (path) => path.startsWith(folders.themes));
    const refused = themeState(library, id, ({ save }) => save.kind === 'failed');
    await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    const { save } = await refused;
    if (save.kind !== 'failed') throw new Error('It is saved where nothing can be.');
    const { what, todo } = problemText(save.problem);
    expect(`${what} ${String(todo)}`).not.toMatch(/isn’t there|Connect the disk/u);
  },
);
