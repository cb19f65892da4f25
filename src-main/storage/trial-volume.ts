import type * as Files from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileNameKey } from './file-name';

type FileSystem = typeof Files;

/**
 * A file system as macOS and Windows have it, on the one that is there: a file is found under its
 * name in any case and in any of Unicode's forms. It lists names as they were given, or decomposed
 * (`NFD`) where `form` says so.
 */
export function looseVolume(real: FileSystem, form?: 'NFD'): FileSystem {
  const find = async (path: unknown): Promise<string> => {
    const text = String(path);
    const names = await real.readdir(dirname(text)).catch(() => []);
    const key = fileNameKey(basename(text));
    const found = names.find((name) => fileNameKey(name) === key);
    return found === undefined ? text : join(dirname(text), found);
  };
  const first =
    <Rest extends unknown[], Result>(call: (path: string, ...rest: Rest) => Promise<Result>) =>
    async (path: unknown, ...rest: Rest): Promise<Result> =>
      call(await find(path), ...rest);
  return {
    ...real,
    stat: first(real.stat as never),
    lstat: first(real.lstat as never),
    open: first(real.open as never),
    unlink: first(real.unlink as never),
    access: first(real.access as never),
    readFile: first(real.readFile as never),
    readdir: (async (path: string) => {
      const names = await real.readdir(path);
      return form === undefined ? names : names.map((name) => name.normalize(form));
    }) as never,
  } as FileSystem;
}
