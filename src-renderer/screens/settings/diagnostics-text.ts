/** Diagnostics in words, for the panel and for the clipboard. */
import type { Diagnostics, KeychainState } from '@shared/bridge/app';
import { m } from '@shared/messages/messages';

/** Whether the keychain can be used, in a sentence. */
export function keychainText(keychain: KeychainState): string {
  switch (keychain.state) {
    case 'ready':
      return m.settings_keychain_ready();
    case 'absent':
      return m.settings_keychain_absent({ detail: keychain.detail });
    case 'locked':
      return m.settings_keychain_locked();
  }
}

/** All of it as lines of plain text. Holds nothing secret. */
export function diagnosticsText(diagnostics: Diagnostics): string {
  return [
    ...Object.entries(diagnostics.versions).map(([name, version]) => `${name}: ${version}`),
    `${m.settings_folder_profile()}: ${diagnostics.profileFolder}`,
    `${m.settings_folder_library()}: ${diagnostics.libraryFolder ?? m.settings_folder_not_known()}`,
    `${m.settings_folder_log()}: ${diagnostics.logFolder}`,
    `${m.settings_keychain()}: ${keychainText(diagnostics.keychain)}`,
    '',
  ].join('\n');
}
