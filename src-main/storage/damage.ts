import type { StorageErrorKind } from './storage-error';

/**
 * Why a file can't be read, as data. A damaged file stays where it is, as it is.
 *
 * - `notText`: not UTF-8, first wrong byte counted from 0
 * - `notJson`: line and column from 1; `cutOff` when the text ends too early
 * - `noFormat`: JSON, but without the number that says what it is
 * - `oldFormat`: a format that this version does not know how to bring up to date
 * - `wrongShape`: `at` is the path of the first wrong field (`theme.chat.0`), `detail` the
 *   schema's own words, for the log
 * - `changedBytes`: the checksum in the file does not match: a flipped bit or a hasty hand
 * - `inCloud`: only a placeholder lies here, and reading it would download it
 * - `unreadable`: the disk or the permissions do not let it be read
 */
export type Damage =
  | { readonly reason: 'empty' }
  | { readonly reason: 'zeroed' }
  | { readonly reason: 'notText'; readonly byte: number }
  | {
      readonly reason: 'notJson';
      readonly line: number;
      readonly column: number;
      readonly cutOff: boolean;
    }
  | { readonly reason: 'noFormat' }
  | { readonly reason: 'oldFormat'; readonly format: number }
  | { readonly reason: 'wrongShape'; readonly at: string; readonly detail: string }
  | { readonly reason: 'changedBytes' }
  | { readonly reason: 'notAFile' }
  | { readonly reason: 'inCloud' }
  | { readonly reason: 'tooLarge'; readonly bytes: number; readonly limit: number }
  | { readonly reason: 'unreadable'; readonly kind: StorageErrorKind };
