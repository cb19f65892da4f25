/** The preferences on a disk that is really full. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPreferenceStore } from './preferences';
import { temporaryFolder } from '../testing/temporary-folder';
import { readerIn } from './trial-preference-reader';

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** Preferences on a small disk; `fill` takes all of it but one page. */
async function smallDisk() {
  const cwd = await temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', cwd]);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', cwd]);
  });
  const file = join(cwd, 'preferences.json');
  const reader = await readerIn(cwd);
  const open = () => openPreferenceStore(file, reader).store;
  const fill = () => {
    const filler = join(cwd, 'filler');
    for (let pages = 16; pages > 0; pages -= 1) {
      try {
        writeFileSync(filler, Buffer.alloc(pages * 4096));
        break;
      } catch {
        rmSync(filler, { force: true });
      }
    }
    writeFileSync(filler, Buffer.alloc(readFileSync(filler).byteLength - 4096));
  };
  return { open, fill, file };
}

describe.runIf(canMount)('preferences on a full disk', () => {
  it('still know where the library lies after a window’s place was refused', async () => {
    const { open, fill, file } = await smallDisk();
    const store = open();
    store.set({ recentCommands: ['x'.repeat(3_900)] });
    store.setLastingly({ libraryFolder: '/mine' });
    fill();
    expect(() => {
      store.set({ windowPlace: { x: 1, y: 2, width: 3, height: 4, more: 'y'.repeat(300) } });
    }).toThrow(expect.objectContaining({ kind: 'full', path: file }) as Error);
    expect(open().get('libraryFolder')).toBe('/mine');
  });

  it('are all there after the choice of a folder was refused', async () => {
    const { open, fill, file } = await smallDisk();
    const store = open();
    store.set({ locale: 'en' });
    store.set({ recentCommands: ['x'.repeat(3_900)] });
    fill();
    expect(() => {
      store.setLastingly({ libraryFolder: `/${'long'.repeat(60)}` });
    }).toThrow(expect.objectContaining({ kind: 'full', path: file }) as Error);
    expect(readdirSync(dirname(file)).sort()).toEqual(['filler', 'preferences.json']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ locale: 'en' });
  });
});
