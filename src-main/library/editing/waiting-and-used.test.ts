/**
 * An edit waits for a theme whose file is away. The file comes back, and a virus scanner holds it for a moment just
 * then. Before Foyer tries again by itself (up to a minute later), the theme is published, copied, deleted, or a
 * version of it is kept: with what was typed before that, as undo and redo have it.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import {
  libraryOfOne,
  listChange,
  restarted,
  savedWhenAsked,
  themesOnDisk,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const green = '#00FF00';

async function waiting() {
  const made = await libraryOfOne({ name: 'Harbour' }, { pace: savedWhenAsked });
  const { library, folders, id } = made;
  await library.start();
  const [here, away] = [join(folders.themes, 'a.json'), join(folders.root, 'away')];
  const isGone = listChange(library, ({ removed }) => removed.includes(id));
  await rename(here, away);
  await Promise.all([isGone, library.rescan()]);
  await library.handlers.editLater({
    ...{ id, name: 'Harbour' },
    edits: [{ field: 'chat.buttons.backgroundColor', value: green }],
  });
  const isHeld = new Promise<{ heal: () => void }>((done) => {
    const end = library.onChange(({ upserted }) => {
      if (!upserted.some((each) => each.id === id)) return;
      end();
      done(failing('EBUSY', 'readFrom', (path) => path === here));
    });
  });
  await rename(away, here);
  const [{ heal }] = await Promise.all([isHeld, library.rescan()]);
  // It was tried, and refused.
  await expect.poll(() => library.flushAtOnce()[0]?.problem.code).toBe('storageFailed');
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
