import {
  chmod,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentHash } from './content-hash';
import { realDisk, type Disk } from './disk';
import { removeDurably, removeLeftovers, writeDurably } from './durable-write';
import { removeUnchanged } from './remove-unchanged';
import { StorageError } from './storage-error';
import { temporaryFolder } from '../testing/temporary-folder';
import { writeAtOnce } from './write-at-once';

const posix = process.platform !== 'win32';

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** The real disk, whose handles take at most `most` bytes at once. */
function shortWritingDisk(most: number): Disk {
  return {
    ...realDisk,
    open: async (path, flags, mode) => {
      const handle = await open(path, flags, mode);
      return {
        write: (bytes, offset, length, position) =>
          handle.write(bytes, offset, Math.min(length, most), position),
        sync: () => handle.sync(),
        chmod: (to) => handle.chmod(to),
        chown: (uid, gid) => handle.chown(uid, gid),
        stat: () => handle.stat(),
        close: () => handle.close(),
      };
    },
  };
}

describe('writeDurably', () => {
  it('writes a new file and replaces an old one, and leaves nothing beside it', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'one.json');
    const first = await writeDurably(path, 'first');
    expect(first).toEqual({
      outcome: 'written',
      hash: contentHash('first'),
      folderSynced: posix,
    });
    await writeDurably(path, Buffer.from('second'));
    expect(await readFile(path, 'utf8')).toBe('second');
    expect(await readdir(folder)).toEqual(['one.json']);
  });

  it('writes every byte to a disk that takes a few at a time', async () => {
    const path = join(await temporaryFolder(), 'one.json');
    const content = 'grüße '.repeat(500);
    await writeDurably(path, content, { disk: shortWritingDisk(7) });
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it('gives up on a disk that takes nothing, and keeps the old file', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'one.json');
    await writeFile(path, 'old');
    await expect(writeDurably(path, 'new', { disk: shortWritingDisk(0) })).rejects.toMatchObject({
      name: 'StorageError',
      kind: 'other',
    });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['one.json']);
  });

  it.runIf(posix)('keeps permissions, and takes the asked ones for a new file', async () => {
    const folder = await temporaryFolder();
    const kept = join(folder, 'kept.json');
    await writeFile(kept, 'old');
    await chmod(kept, 0o640);
    await writeDurably(kept, 'new', { mode: 0o600 });
    expect((await stat(kept)).mode & 0o777).toBe(0o640);
    await writeDurably(join(folder, 'new.json'), 'new', { mode: 0o600 });
    expect((await stat(join(folder, 'new.json'))).mode & 0o777).toBe(0o600);
  });

  it.each(['EPERM', 'EINVAL', 'ENOTSUP', 'ENOSYS'])(
    'saves on a disk that gives no file an owner or permissions (%s)',
    async (code) => {
      const path = join(await temporaryFolder(), 'one.json');
      await writeFile(path, 'old');
      const refuse = () => Promise.reject(systemError(code));
      const disk: Disk = {
        ...realDisk,
        open: async (file, flags, mode) => {
          const handle = await shortWritingDisk(1_000).open(file, flags, mode);
          const created = async () => ({ ...(await handle.stat()), uid: 4_711 });
          return { ...handle, stat: created, chown: refuse, chmod: refuse };
        },
      };
      expect(await writeDurably(path, 'new', { disk })).toMatchObject({ outcome: 'written' });
      expect(await readFile(path, 'utf8')).toBe('new');
    },
  );

  it.runIf(posix)('follows links, keeps them, and makes the file that one leads to', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'real', 'deep'), { recursive: true });
    await symlink(join('real', 'deep'), join(folder, 'way'));
    await writeFile(join(folder, 'real', 'target.json'), 'old');
    // Relative to where the link lies, which is not where its path seems to lead.
    await symlink(join('..', 'target.json'), join(folder, 'way', 'link.json'));
    await symlink('link.json', join(folder, 'way', 'second.json'));
    await writeDurably(join(folder, 'way', 'second.json'), 'new');
    expect(await readFile(join(folder, 'real', 'target.json'), 'utf8')).toBe('new');
    expect((await lstat(join(folder, 'way', 'link.json'))).isSymbolicLink()).toBe(true);

    await symlink(join('..', 'later.json'), join(folder, 'way', 'dangling.json'));
    await writeDurably(join(folder, 'way', 'dangling.json'), 'made', { expected: 'absent' });
    expect(await readFile(join(folder, 'real', 'later.json'), 'utf8')).toBe('made');
    expect(await readlink(join(folder, 'way', 'dangling.json'))).toBe(join('..', 'later.json'));
  });

  it.runIf(posix)(
    'keeps ours beside the link, not beside what it led to, when that is gone or another',
    async () => {
      for (const gone of ['file', 'folder', 'neither'] as const) {
        const folder = await temporaryFolder();
        const elsewhere = join(folder, 'elsewhere');
        const library = join(folder, 'library');
        await mkdir(elsewhere);
        await mkdir(library);
        await writeFile(join(elsewhere, 'real.json'), 'read before');
        const link = join(library, 'Blue.json');
        await symlink(join(elsewhere, 'real.json'), link);
        if (gone === 'file') await rm(join(elsewhere, 'real.json'));
        else if (gone === 'folder') await rm(elsewhere, { recursive: true });
        else await writeFile(join(elsewhere, 'real.json'), 'theirs');
        const expected = contentHash('read before');
        const result = await writeDurably(link, 'ours', { expected });
        const conflictPath = result.outcome === 'conflict' ? (result.conflictPath ?? '') : '';
        expect(dirname(conflictPath), gone).toBe(library);
        expect(await readFile(conflictPath, 'utf8')).toBe('ours');
        expect((await readdir(library)).sort()).toEqual(
          [basename(conflictPath), 'Blue.json'].sort(),
        );
        if (gone !== 'folder') {
          expect(await readdir(elsewhere)).toEqual(gone === 'file' ? [] : ['real.json']);
        }
        const atOnce = writeAtOnce(link, 'ours at once', [expected]);
        const path = atOnce.outcome === 'conflict' ? atOnce.conflictPath : '';
        expect(dirname(path), gone).toBe(library);
        expect(await readFile(path, 'utf8')).toBe('ours at once');
      }
    },
  );

  it.each([
    { longest: 255, name: `${'n'.repeat(250)}.json` },
    { longest: 255, name: `${'ü'.repeat(125)}.json` },
    // As on an encrypted folder.
    { longest: 143, name: `${'n'.repeat(138)}.json` },
  ])('keeps ours beside a file with a long name ($longest bytes are allowed)', async (given) => {
    const { longest, name } = given;
    const folder = await temporaryFolder();
    const path = join(folder, name);
    await writeFile(path, 'theirs');
    const refused = () => Promise.reject(systemError('ENAMETOOLONG'));
    const isTooLong = (to: string) => Buffer.byteLength(basename(to)) > longest;
    const disk: Disk = {
      ...realDisk,
      link: (from, to) => (isTooLong(to) ? refused() : realDisk.link(from, to)),
    };
    const expected = contentHash('read before');
    for (const ours of ['ours', 'ours again']) {
      const result = await writeDurably(path, ours, { expected, disk });
      const conflictPath = result.outcome === 'conflict' ? (result.conflictPath ?? '') : '';
      expect(Buffer.byteLength(basename(conflictPath))).toBeLessThanOrEqual(longest);
      expect(conflictPath).toMatch(/ \(conflict [-\d ]+\)\.json$/u);
      expect(conflictPath).not.toContain('\uFFFD');
      expect(await readFile(conflictPath, 'utf8')).toBe(ours);
    }
    expect(await readdir(folder)).toHaveLength(3);
    if (longest === 255) {
      const atOnce = writeAtOnce(path, 'ours at once', [expected]);
      expect(atOnce).toMatchObject({ outcome: 'conflict' });
    }
    expect(await readFile(path, 'utf8')).toBe('theirs');
  });

  it.runIf(posix)('refuses links that lead in a circle', async () => {
    const folder = await temporaryFolder();
    await symlink('b.json', join(folder, 'a.json'));
    await symlink('a.json', join(folder, 'b.json'));
    await expect(writeDurably(join(folder, 'a.json'), 'new')).rejects.toBeInstanceOf(StorageError);
  });

  it('refuses a folder in the place of the file, and a folder that is not there', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'one.json'));
    await expect(writeDurably(join(folder, 'one.json'), 'new')).rejects.toMatchObject({
      kind: 'notAFile',
    });
    await expect(writeDurably(join(folder, 'gone', 'one.json'), 'new')).rejects.toMatchObject({
      kind: 'missing',
    });
    expect(await readdir(folder)).toEqual(['one.json']);
  });

  describe('when someone else changed the file', () => {
    const named = /^Blue \(conflict \d{4}-\d\d-\d\d \d{4}(?: \d+)?\)\.json$/;

    it('leaves theirs and puts ours beside it, each time under a name of its own', async () => {
      const folder = await temporaryFolder();
      const path = join(folder, 'Blue.json');
      await writeFile(path, 'theirs');
      const expected = contentHash('read before');
      for (const ours of ['ours', 'ours again']) {
        const result = await writeDurably(path, ours, { expected });
        expect(result).toMatchObject({
          outcome: 'conflict',
          theirs: contentHash('theirs'),
          ours: contentHash(ours),
        });
        if (result.outcome !== 'conflict') return;
        expect(await readFile(result.conflictPath ?? '', 'utf8')).toBe(ours);
      }
      expect(await readFile(path, 'utf8')).toBe('theirs');
      const names = await readdir(folder);
      expect(names).toHaveLength(3);
      expect(names.filter((name) => named.test(name))).toHaveLength(2);
    });

    it('keeps ours as a copy when they removed the file', async () => {
      const folder = await temporaryFolder();
      const expected = contentHash('read before');
      const result = await writeDurably(join(folder, 'Blue.json'), 'ours', { expected });
      expect(result).toMatchObject({ outcome: 'conflict', theirs: 'absent' });
      expect((await readdir(folder)).every((name) => named.test(name))).toBe(true);
    });

    /** As exFAT and FAT32 are under Windows (EISDIR, UNKNOWN), under Linux (EPERM), and shares. */
    const withoutLinks = ['EISDIR', 'UNKNOWN', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EACCES', 'EXDEV'];
    const linkless = (code: string): Disk => ({
      ...realDisk,
      link: () => Promise.reject(systemError(code)),
    });

    it.each(withoutLinks)('makes a new file on a disk that knows no links (%s)', async (code) => {
      const folder = await temporaryFolder();
      const path = join(folder, 'Blue.json');
      const options = { expected: 'absent', disk: linkless(code), mode: 0o600 };
      expect(await writeDurably(path, 'first', options)).toMatchObject({ outcome: 'written' });
      expect(await readFile(path, 'utf8')).toBe('first');
      if (posix) expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect(await readdir(folder)).toEqual(['Blue.json']);
    });

    it.each(['links', ...withoutLinks])(
      'never replaces a file that was thought to be absent (%s)',
      async (code) => {
        const disk = code === 'links' ? realDisk : linkless(code);
        const folder = await temporaryFolder();
        const path = join(folder, 'Blue.json');
        await writeDurably(path, 'first', { expected: 'absent', disk });
        const result = await writeDurably(path, 'second', { expected: 'absent', disk });
        expect(result.outcome).toBe('conflict');
        expect(await readFile(path, 'utf8')).toBe('first');
        expect(await readdir(folder)).toHaveLength(2);
      },
    );

    it('without links, one of many who make the same file at once has it, and nobody is replaced', async () => {
      const folder = await temporaryFolder();
      const path = join(folder, 'Blue.json');
      const disk = linkless('EISDIR');
      const all = Array.from({ length: 20 }, (_, index) => `content ${String(index)}`);
      const results = await Promise.all(
        all.map((content) => writeDurably(path, content, { expected: 'absent', disk })),
      );
      expect(results.filter(({ outcome }) => outcome === 'written')).toHaveLength(1);
      const names = await readdir(folder);
      const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
      expect(contents.sort()).toEqual([...all].sort());
    });

    it('without links, what someone else writes right before the rename stays', async () => {
      const folder = await temporaryFolder();
      const path = join(folder, 'Blue.json');
      const disk: Disk = {
        ...linkless('EISDIR'),
        // The last look before the rename: by then they have written.
        readAtOnce: (read) => {
          if (read === path) writeFileSync(path, 'theirs');
          return realDisk.readAtOnce(read);
        },
      };
      const result = await writeDurably(path, 'ours', { expected: 'absent', disk });
      expect(result.outcome).toBe('conflict');
      expect(await readFile(path, 'utf8')).toBe('theirs');
    });

    it('without links, a rename that fails leaves no empty file behind', async () => {
      const folder = await temporaryFolder();
      const path = join(folder, 'Blue.json');
      const disk: Disk = {
        ...linkless('UNKNOWN'),
        renameAtOnce: () => {
          throw systemError('EIO');
        },
      };
      const write = writeDurably(path, 'ours', { expected: 'absent', disk });
      await expect(write).rejects.toBeInstanceOf(StorageError);
      expect(await readdir(folder)).toEqual([]);
    });

    it('tells a failure to link that has nothing to do with links', async () => {
      const folder = await temporaryFolder();
      const write = writeDurably(join(folder, 'Blue.json'), 'ours', {
        expected: 'absent',
        disk: linkless('ENOSPC'),
      });
      await expect(write).rejects.toMatchObject({ kind: 'full' });
      expect(await readdir(folder)).toEqual([]);
    });

    it('writes nothing when told to refuse', async () => {
      const folder = await temporaryFolder();
      const path = join(folder, 'Blue.json');
      await writeFile(path, 'theirs');
      const result = await writeDurably(path, 'ours', { expected: 'absent', ifChanged: 'refuse' });
      expect(result).toEqual({
        outcome: 'conflict',
        theirs: contentHash('theirs'),
        ours: contentHash('ours'),
      });
      expect(await readdir(folder)).toEqual(['Blue.json']);
    });

    it('sees no conflict when they wrote the very same', async () => {
      const folder = await temporaryFolder();
      const path = join(folder, 'Blue.json');
      await writeFile(path, 'same');
      const result = await writeDurably(path, 'same', { expected: contentHash('before') });
      expect(result.outcome).toBe('written');
      expect(await readdir(folder)).toEqual(['Blue.json']);
    });

    it('lets nothing of this app in between that look and the rename', async () => {
      const path = join(await temporaryFolder(), 'Blue.json');
      await writeFile(path, 'read');
      const disk: Disk = {
        ...realDisk,
        readAtOnce: (read) => {
          const bytes = realDisk.readAtOnce(read);
          // As soon as anything waits.
          process.nextTick(() => {
            writeFileSync(path, 'newer, at the end of the session');
          });
          return bytes;
        },
      };
      await writeDurably(path, 'ours', { expected: contentHash('read'), disk });
      expect(await readFile(path, 'utf8')).toBe('newer, at the end of the session');
    });

    it('looks again right before the rename', async () => {
      const path = join(await temporaryFolder(), 'Blue.json');
      await writeFile(path, 'read');
      const result = await writeDurably(path, 'ours', {
        expected: contentHash('read'),
        beforeReplace: () => writeFile(path, 'theirs, while ours was being written'),
      });
      expect(result.outcome).toBe('conflict');
      expect(await readFile(path, 'utf8')).toBe('theirs, while ours was being written');
    });
  });

  describe('on Windows', () => {
    function busyDisk(busyTimes: number, code: string): { disk: Disk; tries: () => number } {
      let tries = 0;
      const disk: Disk = {
        ...realDisk,
        platform: 'win32',
        renameAtOnce: (from, to) => {
          tries += 1;
          if (tries <= busyTimes) throw systemError(code);
          realDisk.renameAtOnce(from, to);
        },
      };
      return { disk, tries: () => tries };
    }

    it.each(['EPERM', 'EBUSY', 'EACCES'])('waits for a busy file (%s)', async (code) => {
      const path = join(await temporaryFolder(), 'one.json');
      await writeFile(path, 'old');
      const { disk, tries } = busyDisk(3, code);
      expect(await writeDurably(path, 'new', { disk })).toMatchObject({ folderSynced: false });
      expect(await readFile(path, 'utf8')).toBe('new');
      expect(tries()).toBe(4);
    });

    it.each(['EPERM', 'EBUSY', 'EACCES'])(
      'removes a file that is held for a moment (%s)',
      async (code) => {
        const folder = await temporaryFolder();
        let left = 6;
        const disk: Disk = {
          ...realDisk,
          platform: 'win32',
          async unlink(path) {
            left -= 1;
            if (left % 3 !== 0) throw systemError(code);
            await realDisk.unlink(path);
          },
        };
        await writeFile(join(folder, 'one.json'), 'old');
        await removeDurably(join(folder, 'one.json'), disk);
        await writeFile(join(folder, 'two.json'), 'old');
        const two = join(folder, 'two.json');
        expect(await removeUnchanged(two, contentHash('old'), disk)).toBe('removed');
        expect(await readdir(folder)).toEqual([]);
      },
    );

    it('leaves what someone wrote while it waited for a busy file', async () => {
      const path = join(await temporaryFolder(), 'one.json');
      await writeFile(path, 'old');
      const { disk } = busyDisk(Infinity, 'EBUSY');
      const busy: Disk = {
        ...disk,
        renameAtOnce: (from, to) => {
          writeFileSync(path, 'theirs');
          disk.renameAtOnce(from, to);
        },
      };
      const result = await writeDurably(path, 'new', { disk: busy, expected: contentHash('old') });
      expect(result.outcome).toBe('conflict');
      expect(await readFile(path, 'utf8')).toBe('theirs');
    });

    it('gives up in the end, and at once on other errors and systems', async () => {
      const folder = await temporaryFolder();
      const path = join(folder, 'one.json');
      await writeFile(path, 'old');
      const endless = busyDisk(Infinity, 'EBUSY');
      const other = busyDisk(Infinity, 'EIO');
      const linux = busyDisk(Infinity, 'EBUSY');
      const disks = [endless.disk, other.disk, { ...linux.disk, platform: 'linux' as const }];
      for (const disk of disks) {
        await expect(writeDurably(path, 'new', { disk })).rejects.toBeInstanceOf(StorageError);
      }
      expect([endless.tries(), other.tries(), linux.tries()]).toEqual([8, 1, 1]);
      expect(await readFile(path, 'utf8')).toBe('old');
      expect(await readdir(folder)).toEqual(['one.json']);
    });
  });
});

describe('removeLeftovers', () => {
  it('removes what killed writers left, of that age, and nothing else', async () => {
    const folder = await temporaryFolder();
    const old = '.foyer-1-0123456789ab.tmp';
    const own = `.foyer-${String(process.pid)}-0123456789ab.tmp`;
    for (const name of [old, '.foyer-1-ba9876543210.tmp', own, '.foyer.tmp', 'one.json']) {
      await writeFile(join(await realpath(folder), name), 'x');
    }
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(folder, old), yesterday, yesterday);
    expect(await removeLeftovers(folder, 24 * 3_600_000)).toBe(1);
    expect(await readdir(folder)).not.toContain(old);
    expect(await removeLeftovers(folder, 0)).toBe(1);
    expect((await readdir(folder)).sort()).toEqual([own, '.foyer.tmp', 'one.json'].sort());
    expect(await removeLeftovers(join(folder, 'gone'), 0)).toBe(0);
  });
});
