/**
 * A person publishes while the disk of the profile is full. It is refused, and stays so (“a publication that the disk
 * refused isn’t sent after all”): what is said to follow.
 */
import { join } from 'node:path';
import { problemText } from '@shared/problem-text';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

/** What the studio says beside “… couldn’t be published to …”, and how often the theme arrives after all. */
async function published(isFull: boolean): Promise<{ said: string; arrived: number }> {
  const { realDisk } = await import('../storage/disk');
  const made = await outboxFixture();
  const well = realDisk.open;
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const disk = vi
    .spyOn(realDisk, 'open')
    .mockImplementation((path, ...how) =>
      isFull && path.startsWith(join(made.root, 'profile'))
        ? Promise.reject(full)
        : well(path, ...how),
    );
  const { problems } = await made.outbox.handlers.publish({
    themeIds: [...made.ids],
    connectionIds: ['c1'],
  });
  // The person frees some space, and waits.
  disk.mockRestore();
  for (let minute = 0; minute < 60; minute += 1) {
    made.clock.pass(60_000);
    await made.drained();
  }
  const said = problems.map(({ problem }) => Object.values(problemText(problem)).join(' '));
  return { said: said.join(' '), arrived: made.practice.received().length };
}

it('the control: on a disk with room it arrives, and nothing is said', async () => {
  expect(await published(false)).toEqual({ said: '', arrived: 1 });
});

it('where it does not arrive, it is not said that Foyer tries again by itself', async () => {
  const { said, arrived } = await published(true);
  expect(said).toContain('The disk is full');
  if (arrived === 0) expect(said).not.toContain('Foyer retries automatically.');
});

it('where an earlier save is in doubt, the refused publication is not said to wait for a decision', async () => {
  const { realDisk } = await import('../storage/disk');
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.drained();
  const to = { themeIds: [made.place.themeId], connectionIds: ['c1'] };
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const disk = vi.spyOn(realDisk, 'open').mockImplementation(() => Promise.reject(full));
  const refused = await made.outbox.handlers.publish(to);
  disk.mockRestore();
  expect(refused).toMatchObject({ queued: 0, problems: [{ connectionId: 'c1' }] });
  expect(refused.undecided).toBeUndefined();
  expect(await made.outbox.handlers.publish(to)).toMatchObject({
    queued: 1,
    undecided: [{ connectionId: 'c1' }],
  });
});
