/**
 * A backup is being restored that keeps both where they differ, and the library's disk has no room for the second one. The
 * theme itself stays as it is and as it was published: it is not refused for that.
 */
import { join } from 'node:path';
import type { ThemeEdit } from '@shared/theme/fields';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: that was refused before', true],
  ['that is refused meanwhile', false],
])('is published: %s', async (_name, isRefusedBefore) => {
  const { realDisk } = await import('../storage/disk');
  const made = await outboxFixture();
  const { library, practice, outbox, place } = made;
  const { themeId: id, connectionId } = place;
  const backup = await library.withWaitingLinks(id);
  const edits: ThemeEdit[] = [{ field: 'customCss', value: '.shown{}' }];
  await library.handlers.edit({ id, edits });
  await library.flush();
  const { open } = realDisk;
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const disk = vi
    .spyOn(realDisk, 'open')
    .mockImplementation((path, flags, ...how) =>
      path.startsWith(join(made.root, 'themes')) && flags !== 'r'
        ? Promise.reject(full)
        : open(path, flags, ...how),
    );
  const restoring = library.putBack(backup, 'keepBoth').catch(() => 'refused');
  if (isRefusedBefore) expect(await restoring).toBe('refused');
  const publishing = outbox.handlers.publish({ themeIds: [id], connectionIds: [connectionId] });
  expect(await restoring).toBe('refused');
  expect((await publishing).problems).toEqual([]);
  disk.mockRestore();
  await made.settled();
  expect(practice.received().at(-1)?.body).toContain('.shown{}');
});
