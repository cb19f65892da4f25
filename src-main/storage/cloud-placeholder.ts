import type { Stats } from 'node:fs';
import { fileStamp, type FileStamp } from './file-read';

/** Smaller files may lie in the disk's own tables on Windows, and take no room either. */
const smallestPlaceholder = 1024;

/**
 * Whether a file is only in the cloud (OneDrive, iCloud): it has its size and takes no room on the
 * disk. Reading it downloads it. Elsewhere than on Windows and macOS a file system that gives no
 * room at all is likelier.
 */
export function isPlaceholder(stats: Stats, platform: NodeJS.Platform): boolean {
  if (platform !== 'win32' && platform !== 'darwin') return false;
  return stats.isFile() && stats.blocks === 0 && stats.size >= smallestPlaceholder;
}

/** The stamp of a placeholder: never that of the file once it is here. */
export function placeholderStamp(stats: Stats): FileStamp {
  return { ...fileStamp(stats), changedMs: -1 };
}

/** Whether both are of the same content, with the file here or in the cloud. */
export function hasSameContent(one: FileStamp, other: FileStamp): boolean {
  return one.size === other.size && one.modifiedMs === other.modifiedMs;
}

const oldPlaceholder = /^\.(.+)\.icloud$/;

/** The name of the file that an older macOS put away: `.Blue.json.icloud` stands for `Blue.json`. */
export function nameInCloud(name: string): string | undefined {
  return oldPlaceholder.exec(name)?.[1];
}

/** The name of the hidden file that stands for one that an older macOS put away. */
export function placeholderOf(name: string): string {
  return `.${name}.icloud`;
}
