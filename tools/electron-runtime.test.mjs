import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { imageOffset, lastReason } from './electron-runtime.mjs';

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-runtime-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A 64-bit ELF of 64 bytes with two section headers of 64 at its end, then a file system. */
function image(magic) {
  const elf = Buffer.alloc(64 + 2 * 64);
  elf.write('\x7fELF\x02', 0, 'latin1');
  elf.writeBigUInt64LE(64n, 0x28);
  elf.writeUInt16LE(64, 0x3a);
  elf.writeUInt16LE(2, 0x3c);
  return Buffer.concat([elf, Buffer.from(magic, 'latin1'), Buffer.alloc(100)]);
}

describe("an AppImage's file system", () => {
  it('begins behind the program', () => {
    const file = join(folder, 'good');
    writeFileSync(file, image('hsqs'));
    expect(imageOffset(file)).toBe(192);
  });

  it('is not looked for in another file', () => {
    for (const content of [image('none'), Buffer.from('no ELF at all'), Buffer.alloc(0)]) {
      const file = join(folder, 'bad');
      writeFileSync(file, content);
      expect(() => imageOffset(file)).toThrow('is no AppImage');
    }
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
