/** What is wrong with a file that can't be imported, in words. */
import { m } from '../messages/messages';
import type { Expected, ImportFault } from './import-fault';

const expected: Record<Expected, () => string> = {
  text: () => m.transfer_expected_text(),
  object: () => m.transfer_expected_object(),
  list: () => m.transfer_expected_list(),
  yesOrNo: () => m.transfer_expected_yes_or_no(),
  number: () => m.transfer_expected_number(),
  other: () => m.transfer_expected_other(),
};

/** Bytes for a person to read: whole kilobytes, or megabytes with one digit. */
export function fileSizeText(bytes: number): string {
  return bytes < 1024 * 1024
    ? m.transfer_size_kilobytes({ size: Math.max(1, Math.round(bytes / 1024)) })
    : m.transfer_size_megabytes({ size: Number((bytes / (1024 * 1024)).toFixed(1)) });
}

/** One sentence that names the first thing wrong. */
export function importFaultText(fault: ImportFault): string {
  switch (fault.reason) {
    case 'empty':
      return m.transfer_fault_empty();
    case 'tooLarge':
      return m.transfer_fault_too_large({
        size: fileSizeText(fault.bytes),
        limit: fileSizeText(fault.limit),
      });
    case 'tooLargeTogether':
      return m.transfer_fault_too_large_together({ limit: fileSizeText(fault.limit) });
    case 'tooManyFiles':
      return m.transfer_fault_too_many_files(fault);
    case 'missing':
      return m.transfer_fault_missing();
    case 'notAFile':
      return m.transfer_fault_not_a_file();
    case 'noPermission':
      return m.transfer_fault_no_permission();
    case 'unreadable':
      return m.transfer_fault_unreadable();
    case 'notAPicture':
      return m.transfer_fault_not_a_picture();
    case 'notText':
      return m.transfer_fault_not_text();
    case 'webPage':
      return m.transfer_fault_web_page();
    case 'notJson':
      return fault.cutOff ? m.transfer_fault_cut_off(fault) : m.transfer_fault_not_json(fault);
    case 'tooDeep':
      return m.transfer_fault_too_deep(fault);
    case 'tooManyKeys':
      return m.transfer_fault_too_many_keys(fault);
    case 'forbiddenKey':
      return fault.at === ''
        ? m.transfer_fault_forbidden_key_top(fault)
        : m.transfer_fault_forbidden_key(fault);
    case 'noTheme':
      return m.transfer_fault_no_theme();
    case 'emptyTheme':
      return m.transfer_fault_empty_theme(fault);
    case 'notABackup':
      return m.transfer_fault_not_a_backup();
    case 'newerFormat':
      return m.transfer_fault_newer_format(fault);
    case 'wrongType':
      return m.transfer_fault_wrong_type({ at: fault.at, expected: expected[fault.expected]() });
    case 'notOneOf':
      return m.transfer_fault_not_one_of({ at: fault.at, values: fault.values.join(', ') });
    case 'unsendable':
      return m.transfer_fault_unsendable(fault);
    case 'tooLong':
      return m.transfer_fault_too_long(fault);
  }
}
