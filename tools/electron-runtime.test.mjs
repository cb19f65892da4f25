import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastReason } from './electron-runtime.mjs';
import { checkIntegrity } from './fallback-runtime.mjs';

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-runtime-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a package that was fetched', () => {
  it('is used only when its bytes are those that were tried', async () => {
    const file = join(folder, 'package.tgz');
    writeFileSync(file, 'what was tried');
    const tried = `sha512-${createHash('sha512').update('what was tried').digest('base64')}`;
    await expect(checkIntegrity(file, tried)).resolves.toBeUndefined();
    writeFileSync(file, 'something else');
    await expect(checkIntegrity(file, tried)).rejects.toThrow('is not what was tried');
  });
});

describe('why a download failed', () => {
  it('is the innermost cause that was printed', () => {
    const output = `TypeError: fetch failed
    at node:internal/deps/undici/undici:14976:13 {
  [cause]: Error: getaddrinfo ENOTFOUND github.com
      at GetAddrInfoReqWrap.onlookupall
`;
    expect(lastReason(output)).toBe('getaddrinfo ENOTFOUND github.com');
    expect(lastReason('TypeError: fetch failed\n    at x')).toBe('fetch failed');
    expect(lastReason('\nsomething else\n')).toBe('something else');
    expect(lastReason('')).toBeUndefined();
  });
});
