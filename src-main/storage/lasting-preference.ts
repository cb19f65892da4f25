import { readFileSync } from 'node:fs';
import type { PreferenceStore } from './preferences';
import { StorageError, toStorageError } from './storage-error';

/**
 * Sets a preference whose loss would hurt, and looks whether it is in the store's file: its writer
 * takes what a full disk cut off for whole. What was there before is put back when it isn't.
 *
 * @throws StorageError when it would not be there at the next start
 */
export function setLastingly(
  store: PreferenceStore,
  file: string,
  key: string,
  value: unknown,
): void {
  const before = store.get(key);
  try {
    store.set(key, value);
    if (isStored(file, key, value)) return;
  } catch (error) {
    throw toStorageError(error, file);
  }
  try {
    store.set(key, before);
  } catch {
    // The disk is as it is; the failure that is told below is the one that led here.
  }
  throw new StorageError('full', file);
}

function isStored(file: string, key: string, value: unknown): boolean {
  const text = readFileSync(file, 'utf8');
  try {
    const stored = JSON.parse(text) as Record<string, unknown> | null;
    return JSON.stringify(stored?.[key]) === JSON.stringify(value);
  } catch {
    return false;
  }
}
