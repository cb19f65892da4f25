/**
 * A newer version of a theme waits to be published, and the disk has it. The disk is full by now. A person links the
 * theme to another template, or unlinks it, which the full disk refuses: they are told, and all is as before. Then they
 * quit Foyer, free some space, and start it again: the version still waits.
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

async function waitingAfter(word: 'link' | 'unlink' | 'none') {
  const { realDisk } = await import('../storage/disk');
  const made = await outboxFixture();
  await made.publish();
  await made.drained();
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await made.library.flush();
  const well = realDisk.open;
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  // What is there can be read and removed; nothing new can be written.
  const disk = vi
    .spyOn(realDisk, 'open')
    .mockImplementation((path, flags, ...mode) =>
      path.startsWith(made.root) && flags.startsWith('w')
        ? Promise.reject(full)
        : well(path, flags, ...mode),
    );
  const { outbox, place } = made;
  const said =
    word === 'none'
      ? 'nothing'
      : await Promise.resolve(
          word === 'link'
            ? outbox.handlers.link({ ...place, templateId: 'theirs' })
            : outbox.handlers.unlink(place),
        ).then(
          () => 'done',
          () => 'refused',
        );
  const before = (await made.items()).map(({ name, why }) => ({ name, why }));
  await outbox.close(0);
  disk.mockRestore();
  await made.library.flush();
  const again = await nextRun(made);
  await again.settled();
  const after = (await again.items()).map(({ name, why }) => ({ name, why }));
  return { said, before, after };
}

const waiting = [{ name: 'Newer', why: 'paused' }];

it('the control: nobody says anything of its link', async () => {
  expect(await waitingAfter('none')).toEqual({ said: 'nothing', before: waiting, after: waiting });
});

it.each(['link', 'unlink'] as const)('the full disk refuses the word (%s)', async (word) => {
  expect(await waitingAfter(word)).toEqual({ said: 'refused', before: waiting, after: waiting });
});
