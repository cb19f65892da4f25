import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inOwnDesktop, withDisplay, withKeychain } from './desktop-session.mjs';
import { run } from './running.mjs';

// Elsewhere there is always a desktop, and nothing is started; a skipped test would fail on CI.
const onLinux = process.platform === 'linux';
const nowhere = () => {
  it('starts nothing where there is a desktop already', async () => {
    expect(await withDisplay()).toMatchObject({ env: {}, display: undefined });
  });
};

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-session-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const store = (env, secret) =>
  run('secret-tool', ['store', '--label=Test', 'service', 'foyer-test'], {
    env,
    input: secret,
    quiet: true,
    timeLimit: 5000,
  });
const lookup = (env) =>
  run('secret-tool', ['lookup', 'service', 'foyer-test'], { env, quiet: true, timeLimit: 2000 });

(onLinux ? describe : nowhere)('a keychain of one’s own', () => {
  it('keeps a secret, also when it is started again on the same folder', async () => {
    const first = await withKeychain(folder);
    expect((await store(first.env, 'canary')).code).toBe(0);
    await first.stop();
    expect(existsSync(first.env.XDG_RUNTIME_DIR)).toBe(false);

    const second = await withKeychain(folder);
    expect((await lookup(second.env)).output).toBe('canary');
    await second.stop();
  });

  it('has a temporary folder that goes with it, whatever a killed program left there', async () => {
    const { env, stop } = await withKeychain(folder, { state: 'absent' });
    writeFileSync(join(mkdtempSync(join(env.TMPDIR, 'scoped_dir')), 'SingletonSocket'), '');
    await stop();
    expect(existsSync(env.TMPDIR)).toBe(false);
  });

  it('is another one in another folder', async () => {
    const [mine, other] = await Promise.all([
      withKeychain(join(folder, 'mine')),
      withKeychain(join(folder, 'other')),
    ]);
    await store(mine.env, 'canary');
    expect((await lookup(other.env)).output).toBe('');
    await Promise.all([mine.stop(), other.stop()]);
  });

  it('refuses when it is locked', async () => {
    const keychain = await withKeychain(folder, { state: 'locked' });
    const { code, output } = await store(keychain.env, 'canary');
    expect(code).not.toBe(0);
    expect(output).toContain('locked');
    await keychain.stop();
  });

  it('does not answer when it is silent', async () => {
    const keychain = await withKeychain(folder, { state: 'silent' });
    expect((await lookup(keychain.env)).stopped).toContain('longer than 2 s');
    await keychain.stop();
  });

  it('is not there when it is absent, and nothing starts it', async () => {
    const keychain = await withKeychain(folder, { state: 'absent' });
    const { code, output } = await store(keychain.env, 'canary');
    expect(code).not.toBe(0);
    expect(output).toContain('org.freedesktop.secrets was not provided');
    await keychain.stop();
  });
});

(onLinux ? describe : nowhere)('a display of one’s own', () => {
  it('is another one each time, and gone when it is stopped', async () => {
    const [one, two] = await Promise.all([withDisplay(), withDisplay()]);
    const socket = (display) => `/tmp/.X11-unix/X${display.display.slice(1)}`;
    expect(one.display).not.toBe(two.display);
    expect(existsSync(socket(one))).toBe(true);
    await Promise.all([one.stop(), two.stop()]);
    expect(existsSync(socket(one))).toBe(false);
  });

  it('comes with a profile that is thrown away, also when the work fails', async () => {
    let home;
    const work = inOwnDesktop((env) => {
      home = env.HOME;
      expect(existsSync(home)).toBe(true);
      return Promise.reject(new Error('failed on purpose'));
    });
    await expect(work).rejects.toThrow('failed on purpose');
    expect(existsSync(home)).toBe(false);
  });
});
