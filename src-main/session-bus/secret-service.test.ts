import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withKeychain } from '../../tools/desktop-session.mjs';
import { openBus } from './bus';
import { secretService } from './secret-service';

describe.runIf(process.platform === 'linux')('the keychain of a Linux desktop', () => {
  let folder: string;
  let session: Awaited<ReturnType<typeof withKeychain>> | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-secrets-'));
  });
  afterEach(async () => {
    await session?.stop();
    session = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  it.each(['open', 'locked', 'absent'] as const)('that is %s is found so', async (state) => {
    session = await withKeychain(folder, { state });
    expect(await secretService(session.env)).toBe(state);
  });

  it('that is a KWallet for KDE’s own programs alone is found so', async () => {
    session = await withKeychain(folder, { state: 'absent' });
    const wallet = await openBus(session.env);
    await wallet?.call('RequestName', 'org.kde.kwalletd6', 0);
    expect(await secretService(session.env)).toBe('kwallet');
    wallet?.close();
  });

  it('is absent where there is no bus', async () => {
    expect(await secretService({})).toBe('absent');
  });
});
