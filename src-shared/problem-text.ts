/** The sentences of a problem: what happened, what was kept, what to do. */
import { m } from './messages/messages';
import { documentNames } from './document-names';
import { fileDamageText } from './file-damage-text';
import { notSavedText, notSavedTodo } from './not-saved-text';
import type { FieldReason, Problem } from './problem';
import { afterNothingDone, type EarlierTries } from './service/earlier-tries';
import { importFaultText } from './theme/import-fault-text';

/** `kept` and `todo` are empty where there is nothing to say. */
export interface ProblemText {
  what: string;
  kept: string;
  todo: string;
}

function say(what: string, kept = '', todo = ''): ProblemText {
  return { what, kept, todo };
}

/** Bytes for a person to read. */
function size(bytes: number): string {
  return `${(bytes / (1024 * 1024)).toFixed(1)} MiB`;
}

const notFound = {
  theme: () => m.problem_not_found_theme(),
  connection: () => m.problem_not_found_connection(),
  activity: () => m.problem_not_found_activity(),
  starter: () => m.problem_not_found_starter(),
  change: () => m.problem_not_found_change(),
  request: () => m.problem_not_found_request(),
  domain: () => m.problem_not_found_domain(),
  version: () => m.problem_not_found_version(),
  shortcut: () => m.problem_not_found_shortcut(),
};

const refusedFolders = {
  notAFolder: m.problem_library_folder_not_a_folder,
  ofFoyer: m.problem_library_folder_of_foyer,
  within: m.problem_library_folder_within,
  same: m.problem_library_folder_same,
};

type RefusedFields = Extract<Problem, { code: 'invalidFields' }>['fields'];

/** A field may be nowhere near: a theme can hold such text in its file. */
function whatToDo(fields: RefusedFields): string {
  const unsendable = fields.filter(({ reason }) => reason === 'unsendableText');
  return unsendable.length === 0
    ? m.problem_invalid_fields_todo()
    : m.problem_unsendable_todo({ fields: unsendable.map(({ field }) => field).join(', ') });
}

/** The keychain comes first: without it nothing is changed, and nothing leaves. */
function withoutKeychain(
  { isChange }: { isChange?: boolean | undefined },
  nothingSent: string,
): string {
  return isChange ? m.problem_token_kept() : nothingSent;
}

/** What is on the disk stays as it is; what was refused is lost with its place, or held and tried again. */
function keptOf({ isRetried }: { isRetried?: boolean | undefined }): string {
  return isRetried ? m.problem_storage_retried() : m.problem_storage_kept();
}

/** The sentences of a problem, in the language in use. `earlier`: of what it kept from being sent. */
export function problemText(problem: Problem, earlier: EarlierTries = {}): ProblemText {
  const nothingSent = afterNothingDone(m.outcome_not_sent_kept(), earlier);
  switch (problem.code) {
    case 'internal':
      return say(
        m.problem_internal_what(),
        m.problem_internal_kept(),
        m.problem_internal_todo({ id: problem.id }),
      );
    case 'badCall':
      return say(m.problem_bad_call_what(problem), '', m.problem_bad_call_todo());
    case 'unknownCall':
      return say(m.problem_unknown_call_what(problem));
    case 'foreignSender':
      return say(m.problem_foreign_sender_what());
    case 'invalidFields':
      return say(
        m.problem_invalid_fields_what(),
        m.problem_invalid_fields_kept(),
        whatToDo(problem.fields),
      );
    case 'notFound':
      return say(
        notFound[problem.what](),
        '',
        problem.what === 'request' ? m.problem_not_found_request_todo() : '',
      );
    case 'themeReadOnly':
      return say(m.problem_theme_read_only_what(problem), '', m.problem_theme_read_only_todo());
    case 'nothingToUndo':
      return say(m.problem_nothing_to_undo_what());
    case 'storageFull':
      return say(
        m.problem_storage_full_what(problem),
        keptOf(problem),
        m.problem_storage_full_todo(),
      );
    case 'storageReadOnly':
      return say(
        m.problem_storage_read_only_what(problem),
        keptOf(problem),
        m.problem_storage_read_only_todo(),
      );
    case 'storageNoPermission':
      return say(
        m.problem_storage_no_permission_what(problem),
        keptOf(problem),
        m.problem_storage_no_permission_todo(),
      );
    case 'storageTooManyFiles':
      return say(
        m.problem_storage_too_many_files_what(problem),
        keptOf(problem),
        m.problem_storage_too_many_files_todo(),
      );
    case 'storageFailed':
      return say(notSavedText(problem), keptOf(problem), notSavedTodo(problem));
    case 'storageNotRead':
      return say(
        m.problem_storage_not_read_what({ files: problem.files.join(', ') }),
        m.problem_storage_not_read_kept(),
        m.problem_storage_not_read_todo(),
      );
    case 'storageNewer':
      return say(
        m.problem_storage_newer_what({ what: documentNames(problem.files).join(', ') }),
        m.problem_storage_newer_kept(),
        m.problem_storage_newer_todo(),
      );
    case 'storageLibraryUnknown':
      return say(
        m.problem_library_unknown_what(problem),
        m.problem_library_unknown_kept(),
        m.problem_library_unknown_todo(),
      );
    case 'generationNotKept':
      return say(
        m.problem_generation_not_kept_what(problem),
        m.problem_generation_not_kept_kept(problem),
        m.problem_generation_not_kept_todo(problem),
      );
    case 'fileDamaged':
      return say(
        m.problem_file_damaged_what({
          path: problem.path,
          detail: problem.damage ? fileDamageText(problem.damage) : problem.detail,
        }),
        m.problem_file_damaged_kept(),
        m.problem_file_damaged_todo(),
      );
    case 'fileInCloud':
      return say(
        m.problem_file_in_cloud_what(problem),
        m.problem_file_in_cloud_kept(),
        m.problem_file_in_cloud_todo(),
      );
    case 'fileNewer':
      return say(
        m.problem_file_newer_what(problem),
        m.problem_file_damaged_kept(),
        m.problem_file_newer_todo(),
      );
    case 'fileSetAside':
      return say(
        m.problem_file_set_aside_what({
          count: problem.files.length,
          files: problem.files.join(', '),
        }),
        m.problem_file_set_aside_kept({ paths: problem.keptAt.join(', ') }),
        problem.restored.length === problem.files.length
          ? m.problem_file_set_aside_restored()
          : m.problem_file_set_aside_empty({
              files: problem.files.filter((file) => !problem.restored.includes(file)).join(', '),
            }),
      );
    case 'shortcutNameTaken':
      return say(
        m.problem_shortcut_name_taken_what(problem),
        m.problem_shortcut_name_taken_kept(),
        m.problem_shortcut_name_taken_todo(),
      );
    case 'savedFiltersFull':
      return say(
        m.problem_saved_filters_full_what(problem),
        m.problem_shortcut_name_taken_kept(),
        m.problem_saved_filters_full_todo(),
      );
    case 'workspaceConnected':
      return say(
        m.problem_workspace_connected_what(problem),
        m.problem_workspace_connected_kept(),
        m.problem_workspace_connected_todo(),
      );
    case 'folderNotShown':
      return say(m.problem_folder_not_shown_what(problem));
    case 'notificationsRefused':
      return say(
        m.problem_notifications_refused_what(problem),
        m.problem_notifications_refused_kept(),
        m.problem_notifications_refused_todo(),
      );
    case 'libraryFolderMissing':
      return say(
        m.problem_library_folder_missing_what(problem),
        m.problem_library_folder_missing_kept(),
        m.problem_library_folder_missing_todo(),
      );
    case 'libraryFolderForbidden':
      return say(
        m.problem_library_folder_forbidden_what(problem),
        m.problem_library_folder_missing_kept(),
        m.problem_library_folder_forbidden_todo(),
      );
    case 'libraryFolderRefused':
      return say(
        refusedFolders[problem.reason](problem),
        m.problem_library_folder_refused_kept(),
        m.problem_library_folder_refused_todo(),
      );
    case 'safeMode':
      return say(
        m.problem_safe_mode_what(),
        m.problem_safe_mode_kept(),
        m.problem_safe_mode_todo(),
      );
    case 'libraryReplaced':
      return say(
        m.problem_library_replaced_what(),
        m.problem_library_replaced_kept(),
        m.problem_library_replaced_todo(),
      );
    case 'linkChanged':
      return say(
        m.problem_link_changed_what(),
        m.problem_link_changed_kept(),
        m.problem_link_changed_todo(),
      );
    case 'unsettledInOtherLibrary':
      return say(
        m.problem_unsettled_in_other_library_what(),
        m.problem_unsettled_in_other_library_kept(),
        m.problem_unsettled_in_other_library_todo(),
      );
    case 'importRefused':
      return say(
        problem.file === ''
          ? m.transfer_refused_what()
          : m.transfer_refused_file_what({ file: problem.file }),
        importFaultText(problem.fault),
        m.transfer_refused_kept(),
      );
    case 'exportRefused':
      return say(
        m.transfer_export_refused_what({ name: problem.name }),
        importFaultText(problem.fault),
        m.transfer_too_large_kept(),
      );
    case 'exportTooLarge':
      return say(
        m.transfer_too_large_what({ size: size(problem.bytes), limit: size(problem.limit) }),
        m.transfer_too_large_kept(),
        m.transfer_too_large_todo(),
      );
    case 'keychainAbsent':
      return say(
        m.problem_keychain_absent_what(),
        withoutKeychain(problem, nothingSent),
        problem.isKWallet ? m.problem_keychain_kwallet_todo() : m.problem_keychain_absent_todo(),
      );
    case 'keychainLocked':
      return say(
        m.problem_keychain_locked_what(),
        withoutKeychain(problem, nothingSent),
        m.problem_keychain_locked_todo(),
      );
    case 'keychainFailed':
      return say(
        m.problem_keychain_failed_what(problem),
        withoutKeychain(problem, nothingSent),
        m.problem_keychain_failed_todo(),
      );
    case 'tokenMissing':
      return say(
        m.problem_token_missing_what(problem),
        nothingSent,
        m.problem_token_missing_todo(),
      );
    case 'tokenUnusable':
      return say(
        m.problem_token_unusable_what(problem),
        nothingSent,
        m.problem_token_unusable_todo(),
      );
    case 'tokenTooLong':
      return say(
        m.problem_token_too_long_what(),
        m.problem_token_kept(),
        m.problem_token_too_long_todo(),
      );
    case 'alreadyUnderWay':
      return say(m.problem_already_under_way_what(), m.problem_already_under_way_kept());
    case 'recipientBusy':
      return say(m.problem_recipient_busy_what());
    case 'reviewExpired':
      return say(m.problem_review_expired_what(), nothingSent, m.problem_not_found_request_todo());
    case 'connectionChanged':
      return say(
        m.problem_connection_changed_what(problem),
        nothingSent,
        m.problem_connection_changed_todo(),
      );
    case 'tokenNotChanged':
      return say(
        m.problem_connection_changed_what(problem),
        m.problem_token_not_changed_kept(),
        m.problem_connection_changed_todo(),
      );
    case 'newRecipient':
      return say(
        m.problem_new_recipient_what(problem),
        nothingSent,
        m.problem_new_recipient_todo(),
      );
    case 'keysRefused':
      return say(
        m.problem_keys_refused_what(problem),
        '',
        problem.isWayland ? m.problem_keys_refused_wayland_todo() : m.problem_keys_refused_todo(),
      );
    case 'bodyTooLarge':
      return say(
        m.problem_body_too_large_what({ size: size(problem.bytes) }),
        nothingSent,
        problem.hasCustomCss
          ? m.problem_body_too_large_todo()
          : m.problem_body_too_large_todo_plain(),
      );
    case 'notReplaced':
      return say(
        m.problem_not_replaced_what(),
        m.problem_not_replaced_kept(),
        m.problem_not_replaced_todo(),
      );
    case 'intentNotStored':
      return say(
        m.problem_intent_not_stored_what(),
        nothingSent,
        m.problem_intent_not_stored_todo(),
      );
    case 'noBrowser':
      return say(m.problem_no_browser_what(problem), '', m.problem_no_browser_todo());
    case 'addressNotOpened':
      return say(
        m.problem_address_not_opened_what(problem),
        '',
        m.problem_address_not_opened_todo(),
      );
    case 'updateWaitsForSending':
      return say(
        m.problem_update_waits_what(),
        m.problem_update_waits_kept(),
        m.problem_update_waits_todo(),
      );
  }
}

const reasons: Record<FieldReason, () => string> = {
  required: () => m.field_required(),
  tooLong: () => m.field_too_long(),
  notAnAddress: () => m.field_not_an_address(),
  notHttps: () => m.field_not_https(),
  mustEndInV1: () => m.field_must_end_in_v1(),
  hasUserInfo: () => m.field_has_user_info(),
  hasQuery: () => m.field_has_query(),
  notAHeaderName: () => m.field_not_a_header_name(),
  notAHeaderValue: () => m.field_not_a_header_value(),
  storedNotAHeaderValue: () => m.field_stored_not_a_header_value(),
  reservedHeader: () => m.field_reserved_header(),
  holdsToken: () => m.field_holds_token(),
  inAnotherField: () => m.field_in_another_field(),
  unsafePathId: () => m.field_unsafe_path_id(),
  unsendableText: () => m.field_unsendable_text(),
  notANumber: () => m.field_not_a_number(),
  notADomain: () => m.field_not_a_domain(),
  domainUnderscore: () => m.field_domain_underscore(),
  publicSuffix: () => m.field_public_suffix(),
  labelTooLong: () => m.field_label_too_long(),
  domainTooLong: () => m.field_domain_too_long(),
  notOneOfSteps: () => m.field_not_one_of_steps(),
  returnAddressHasQuery: () => m.field_return_address_has_query(),
  alreadyThere: () => m.field_already_there(),
  ofPractice: () => m.field_of_practice(),
};

/** The sentence that stands at a refused field. */
export function fieldReasonText(reason: FieldReason): string {
  return reasons[reason]();
}

/** The sentence for one field of a problem, if the problem refuses that field. */
export function fieldProblem(problem: Problem | null, field: string): string | undefined {
  if (problem?.code !== 'invalidFields') return undefined;
  const found = problem.fields.find((refused) => refused.field === field);
  return found && fieldReasonText(found.reason);
}
