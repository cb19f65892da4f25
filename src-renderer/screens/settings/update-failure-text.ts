/** Why a look or a download came to nothing, in a sentence. */
import type { UpdateFailure } from '@shared/bridge/updates';
import { m } from '@shared/messages/messages';

const sentences: Readonly<Record<UpdateFailure, (inputs: { host: string }) => string>> = {
  notReached: m.updates_failed_not_reached,
  refused: m.updates_failed_refused,
  tooSlow: m.updates_failed_too_slow,
  redirected: m.updates_failed_redirected,
  tooLarge: m.updates_failed_too_large,
  unreadable: m.updates_failed_unreadable,
  badSignature: m.updates_failed_bad_signature,
  otherApp: m.updates_failed_other_app,
  cut: m.updates_failed_cut,
  wrongChecksum: () => m.updates_failed_wrong_checksum(),
  noRoom: () => m.updates_failed_no_room(),
  notKept: () => m.updates_failed_not_kept(),
};

/** `host` is the one that was asked. */
export function updateFailureText(reason: UpdateFailure, host: string): string {
  return sentences[reason]({ host });
}
