/** Several ask for what outlived the restart at a time: it is read once, and what is known of it stays known. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ConnectionStates } from './connection-states';
import { FakeClock } from './testing/fake-clock';

it('is not taken for a pause where a second reading would fail', async () => {
  const profileFolder = await mkdtemp(join(tmpdir(), 'foyer-outbox-'));
  onTestFinished(() => rm(profileFolder, { recursive: true, force: true }));
  const path = join(profileFolder, 'outbox.json');
  await writeFile(path, '{"format":1,"isPaused":false,"refused":[],"asked":{}}');
  const { realDisk } = await import('../storage/disk');
  const { openToRead } = realDisk;
  let reads = 0;
  const reading = vi.spyOn(realDisk, 'openToRead').mockImplementation((given) => {
    if (given !== path || ++reads === 1) return openToRead(given);
    return Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
  });
  onTestFinished(() => reading.mockRestore());
  const states = new ConnectionStates({
    profileFolder,
    connections: { find: () => undefined, all: () => [] },
    clock: new FakeClock(),
    random: () => 1,
    log: { error: () => undefined },
  });
  await Promise.all([states.load(), states.load()]);
  expect(states.isPaused).toBe(false);
});
