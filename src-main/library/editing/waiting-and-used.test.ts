/**
 * An edit waits for a theme whose file is away. The file comes back, and a virus scanner holds it for a moment just
 * then. Before Foyer tries again by itself (up to a minute later), the theme is published, copied, deleted, or a
 * version of it is kept: with what was typed before that, as undo and redo have it.
 */
import { expect, it, vi } from 'vitest';
import { libraryWithFile } from '../testing/file-away';
import { restarted, savedWhenAsked, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const green = '#00FF00';

async function waiting() {
  const made = await libraryWithFile({ pace: savedWhenAsked });
  const { library, id } = made;
  await made.goAway();
  await library.handlers.editLater({
    ...{ id, name: 'Harbour' },
    edits: [{ field: 'chat.buttons.backgroundColor', value: green }],
  });
  const { heal } = await made.comeBackHeld();
  // It was tried, and refused.
  await expect.poll(() => library.flushAtOnce()[0]?.problem.code).toBe('storageNotRead');
  heal();
  return made;
}

it('the control: undo is of it', async () => {
  const { library, id } = await waiting();
  expect((await library.handlers.undo({ id })).canRedo).toBe(true);
});

it('is published with it', async () => {
  const { library, id } = await waiting();
  expect(JSON.stringify(await library.saved(id))).toContain(green);
});

it('is copied with it', async () => {
  const { library, id } = await waiting();
  const { ids } = await library.handlers.duplicate({ ids: [id] });
  expect(JSON.stringify(await library.current(ids[0] ?? ''))).toContain(green);
});

it('is kept as a version with it', async () => {
  const { library, id } = await waiting();
  const { version } = await library.handlers.keepVersion({ id, name: 'For the fair' });
  expect(JSON.stringify(await library.handlers.version({ id, version }))).toContain(green);
});

it('is deleted with it', async () => {
  const { library, folders, id } = await waiting();
  const { entries } = await library.handlers.remove({ ids: [id] });
  // What is in the bin is what the next Foyer has.
  const next = await restarted(folders, library);
  await next.handlers.restore({ entries });
  expect(JSON.stringify(await themesOnDisk(folders))).toContain(green);
});
