/**
 * Many themes come while the profile's disk is full, and the library lies on another one. What each came as is kept once
 * there is room again, as of the few; a quit before that asks, and names what it would lose.
 */
import { expect, it, vi } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import { temporaryLibraryFolders, testLibrary } from '../testing/fixture-library';
import { mostUnnamed, type NewVersion } from './history';
import { UnkeptVersions } from './unkept-versions';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const nothing = (): void => undefined;

async function imported(count: number) {
  const folders = await temporaryLibraryFolders();
  const { library } = testLibrary(folders, { versionRetryMs: 60_000 });
  const disk = failing('ENOSPC', 'writeTo', (path) => path.includes('history'));
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const name = `Theme ${String(at)}`;
    const added = await library.addForeign({
      ...{ name, tags: [], theme: newTheme(), picturesWait: false },
    });
    ids.push(added.id);
  }
  const toLose = (await library.saveEdits()).length;
  disk.heal();
  expect(await library.saveEdits()).toEqual([]);
  let kept = 0;
  for (const id of ids) kept += (await library.handlers.versions({ id })).versions.length;
  return { toLose, kept };
}

it.each([
  ['the control: some', 20],
  ['many', 230],
])(
  'are all kept: %s',
  async (_name, count) => {
    expect(await imported(count)).toEqual({ toLose: count, kept: count });
  },
  60_000,
);

it('of one theme the newest wait, as many as its history would keep', async () => {
  const unkept = new UnkeptVersions({
    history: { keep: () => Promise.reject(new Error('full')) },
    retryMs: 60_000,
    log: { info: nothing, warn: nothing, error: nothing },
  });
  const names = Array.from({ length: mostUnnamed + 3 }, (_none, at) => String(at));
  const version = (name: string): NewVersion => ({
    ...{ content: { name, theme: newTheme() }, reason: 'paused', at: '2026-01-02T00:00:00.000Z' },
  });
  await unkept.keep('other', version('of another theme'));
  for (const name of names) await unkept.keep('one', version(name));
  const waiting = unkept.waiting.map(({ version: { content } }) => content.name);
  expect(waiting).toEqual(['of another theme', ...names.slice(3)]);
  unkept.close();
});
