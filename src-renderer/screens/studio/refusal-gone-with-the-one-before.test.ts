/**
 * A version waits, and the disk refuses to queue the next one. “In the studio, a publication that couldn’t be queued is
 * shown apart from the one that already waits …, and no longer once a newer one is queued” (CHANGELOG): the answer to the one
 * before says nothing of it, also where the disk takes longer to forget that one than the window is told within (30 ms).
 */
/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real outbox. */
import { join } from 'node:path';
import type { Preferences } from '@shared/bridge/app';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { realDisk } from '../../../src-main/storage/disk';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Studio from './Studio.svelte';

const preferences: Preferences = {
  ...{ appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
};
const refusedTitle = 'Harbour couldn’t be published to Northwind';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  vi.restoreAllMocks();
  for (const { id } of reports.list) reports.dismiss(id);
  outbox.end();
  connections.end();
});

/** The studio, with the real library and outbox behind it. */
async function studioOnTheRealOutbox() {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const made = await outboxFixture();
  const { library, connection, practice, place } = made;
  const { themeId } = place;
  const profile = join(made.root, 'profile');
  const list = [trialConnection('c1', { ...connection, tokenState: 'keychain' })];
  const main = installFakeMain({
    app: { setPreferences: (changes) => ({ ...preferences, ...changes }) as Preferences },
    connections: { list: () => ({ revision: 1, list, currentId: 'c1' }) },
    library: library.handlers,
    outbox: made.outbox.handlers,
    pictures: { show: () => [] },
  });
  library.onThemeChange((theme) => main.emit('library.themeChanged', theme));
  made.onAnswer((answered) => main.emit('outbox.answered', answered));
  made.onSnapshot((snapshot) => main.emit('outbox.changed', snapshot));
  await Promise.all([connections.start(), outbox.start()]);
  render(Studio, { themeId });
  const user = userEvent.setup();
  return { made, library, practice, place, profile, user };
}

it.each([
  ['the control: it is answered, and the disk is quick', 'quick'],
  ['it is answered, and the disk takes its time', 'slow'],
  ['it is cancelled before it has left', 'cancelled'],
] as const)('stays: %s', async (_name, what) => {
  const { made, library, practice, place, profile, user } = await studioOnTheRealOutbox();
  const { themeId: id } = place;
  // It waits: the outbox is paused for a moment.
  await made.outbox.handlers.setPaused({ isPaused: true });
  await user.click(await screen.findByRole('button', { name: 'Publish to Northwind' }));
  await waitFor(async () => expect(await made.items()).toHaveLength(1));
  await made.outbox.settled();
  made.clock.pass(40);

  await library.handlers.edit({ id, edits: [{ field: 'customCss', value: '.second{}' }] });
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const { open } = realDisk;
  const disk = vi
    .spyOn(realDisk, 'open')
    .mockImplementation((path, ...how) =>
      path.startsWith(profile) ? Promise.reject(full) : open(path, ...how),
    );
  await user.click(await screen.findByRole('button', { name: 'Publish to Northwind' }));
  expect(await screen.findByText(refusedTitle)).toBeVisible();
  disk.mockRestore();
  made.clock.pass(40);
  expect(screen.getByText(refusedTitle)).toBeVisible();

  if (what === 'slow') {
    const { unlink } = realDisk;
    vi.spyOn(realDisk, 'unlink').mockImplementation(async (path) => {
      if (path.startsWith(join(profile, 'outbox'))) made.clock.pass(40);
      await unlink(path);
    });
  }
  let unlock = (_token: string | undefined): void => undefined;
  if (what === 'cancelled') made.tokenFor = () => new Promise((done) => (unlock = done));
  await made.outbox.handlers.setPaused({ isPaused: false });
  made.clock.pass(40);
  if (what === 'cancelled') {
    await new Promise((done) => setTimeout(done, 200));
    await made.outbox.handlers.cancel({ only: place });
    made.clock.pass(40);
    unlock(made.token);
  }
  await made.settled();
  made.clock.pass(40);
  await waitFor(() => expect(made.answers.filter(({ result }) => result)).toHaveLength(1));

  // Nothing newer was queued or sent.
  expect(await made.items()).toEqual([]);
  expect(practice.received().every(({ body }) => !body.includes('.second{}'))).toBe(true);
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.queryByText(refusedTitle)).toBeInTheDocument();
});
