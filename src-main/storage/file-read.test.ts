import { open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fileStamp, readWhole, sameStamp } from './file-read';
import { temporaryFolder } from '../testing/temporary-folder';

/** Has somebody write the file each time after its bytes were read, so many times. */
async function writtenAfterReads(path: string, texts: readonly string[]): Promise<void> {
  const handle = await open(path);
  const kind = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const { readFile } = kind;
  const spy = vi.spyOn(kind, 'readFile');
  const next = [...texts];
  spy.mockImplementation(async function (this: typeof handle) {
    const bytes = (await Reflect.apply(readFile, this, [])) as Buffer;
    const text = next.shift();
    if (text !== undefined) await writeFile(path, text);
    return bytes as never;
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
}

describe('reading a file that others write meanwhile', () => {
  it('is done again, so that a write behind the bytes is seen', async () => {
    const path = join(await temporaryFolder(), 'a.json');
    await writeFile(path, 'one');
    await writtenAfterReads(path, ['two, longer']);
    const read = await readWhole(path, 100);
    if (read.state !== 'ok') throw new Error('not read');
    expect(read.bytes.toString()).toBe('two, longer');
    expect(sameStamp(read.stamp, fileStamp(await stat(path)))).toBe(true);
  });

  it('never takes old bytes for those of a newer stamp', async () => {
    const path = join(await temporaryFolder(), 'a.json');
    await writeFile(path, '');
    const texts = Array.from({ length: 10 }, (_each, number) => 'x'.repeat(number + 1));
    await writtenAfterReads(path, texts);
    const read = await readWhole(path, 100);
    if (read.state !== 'ok') throw new Error('not read');
    expect(sameStamp(read.stamp, fileStamp(await stat(path)))).toBe(false);
  });
});
