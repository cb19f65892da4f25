/**
 * The library lies on a disk of its own (a stick, a network drive), which is full. A newer version of a theme waits to be
 * published. A person links the theme to another template, or unlinks it; the disk refuses that, and they are told that
 * it couldn't be done. What waits then goes where the theme was linked before, and not where it was never linked to.
 */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function savedAfter(word: 'link' | 'unlink' | 'none') {
  const { realDisk } = await import('../storage/disk');
  const made = await outboxFixture();
  const { library, outbox, place, practice } = made;
  practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  const own = practice.state().templates.map(({ id }) => id);
  await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  await library.flush();
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  const themes = join(made.root, 'themes');
  const well = realDisk.open;
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  // What is there can be read; nothing new can be written.
  const disk = vi
    .spyOn(realDisk, 'open')
    .mockImplementation((path, flags, ...mode) =>
      path.startsWith(themes) && flags.startsWith('w')
        ? Promise.reject(full)
        : well(path, flags, ...mode),
    );
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
  disk.mockRestore();
  const before = practice.received().length;
  await outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  const sentTo = practice
    .received()
    .slice(before)
    .map(({ path }) => path.split('/').at(-1));
  return {
    said,
    sentTo: sentTo.map((id) => (own.includes(id ?? '') ? 'its own' : id)),
    templates: practice.state().templates.length,
  };
}

const asBefore = { sentTo: ['its own'], templates: 1 };

it('the control: nobody says anything of its link', async () => {
  expect(await savedAfter('none')).toEqual({ said: 'nothing', ...asBefore });
});

it.each(['link', 'unlink'] as const)('the full disk refuses the word (%s)', async (word) => {
  expect(await savedAfter(word)).toEqual({ said: 'refused', ...asBefore });
});
