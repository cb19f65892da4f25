/** The sentence that says why a file can't be read. */
import { m } from './messages/messages';
import type { FileDamage } from './problem';

const mebibytes = (bytes: number): string => (bytes / (1024 * 1024)).toFixed(1);

/** One sentence, in the language in use. */
export function fileDamageText(damage: FileDamage): string {
  switch (damage.reason) {
    case 'empty':
      return m.damage_empty();
    case 'zeroed':
      return m.damage_zeroed();
    case 'notText':
      return m.damage_not_text(damage);
    case 'notJson':
      return damage.cutOff ? m.damage_cut_off(damage) : m.damage_not_json(damage);
    case 'noFormat':
      return m.damage_no_format();
    case 'oldFormat':
      return m.damage_old_format(damage);
    case 'wrongShape':
      return damage.at === '' ? m.damage_wrong_whole() : m.damage_wrong_shape(damage);
    case 'changedBytes':
      return m.damage_changed_bytes();
    case 'notAFile':
      return m.damage_not_a_file();
    case 'tooLarge':
      return m.damage_too_large({ size: mebibytes(damage.bytes), limit: mebibytes(damage.limit) });
    case 'idTooLong':
      return m.damage_id_too_long(damage);
    case 'idNotUsable':
      return m.damage_id_not_usable();
    case 'sameId':
      return m.damage_same_id(damage);
  }
}
