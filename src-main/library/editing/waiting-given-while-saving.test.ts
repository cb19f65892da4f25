/**
 * Foyer is quitting and saves one theme, which takes a while. Meanwhile the window gives a change of another one,
 * whose file is away: it is unsaved, and whoever quits is asked about it.
 */
import { expect, it, vi } from 'vitest';
import { held } from '../testing/fake-disk';
import { libraryWithFile } from '../testing/file-away';
import { putTheme, savedWhenAsked, themeDocument } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const edits = [{ field: 'chat.buttons.backgroundColor', value: '#00FF00' }] as never;

async function world() {
  const made = await libraryWithFile({ pace: savedWhenAsked });
  const { library, folders } = made;
  const other = themeDocument({ name: 'Port' });
  await putTheme(folders, 'b.json', other);
  await made.goAway();
  await library.handlers.edit({ id: other.id, edits });
  const writing = held('writeTo', (path) => path.startsWith(folders.themes));
  return { ...made, writing };
}

const unsaved = { name: 'Harbour', problem: { code: 'notFound' } };

it.each(['saveEdits', 'flush'] as const)('%s tells of it', async (end) => {
  const { library, id, writing } = await world();
  const ended = library[end]();
  await writing.isReached;
  await library.handlers.editLater({ id, name: 'Harbour', edits });
  writing.letGo();
  expect(await ended).toMatchObject([unsaved]);
});
