/**
 * The durable store under every room that keeps something: files that are whole or untouched,
 * documents with a format number, a folder shared with other programs, an append-only log, and
 * preferences.
 */
export { contentHash, type ContentHash } from './content-hash';
export type { Damage } from './damage';
export {
  removeLeftovers,
  writeDurably,
  type DurableWriteOptions,
  type DurableWriteResult,
  removeDurably,
} from './durable-write';
export { removeProfileLeftovers } from './profile-leftovers';
export type { ExpectedContent } from './place-file';
export { removeUnchanged, returnAside } from './remove-unchanged';
export { readWhole, sameStamp, type FileRead, type FileStamp } from './file-read';
export { folderMark, hasSameInode, isMountedAgain, isSameFolder } from './same-folder';
export {
  decodeText,
  interpretDocument,
  writeDocumentText,
  type DocumentKind,
  type Interpreted,
  type JsonObject,
  type Parser,
} from './document-text';
export {
  openDocument,
  type DocumentFile,
  type DocumentOptions,
  type DocumentRead,
} from './document';
export { removeDocument, replaceDocument } from './document-in-place';
export {
  openDocumentStore,
  saveUnsavedDocuments,
  type ChangeOptions,
  type DocumentStore,
  type DocumentStoreOptions,
} from './document-store';
export { onDocumentTrouble, tellDocumentTrouble, type DocumentTrouble } from './document-trouble';
export {
  openDocumentFolder,
  type DocumentFolder,
  type DocumentFolderOptions,
  type FolderChange,
  type FolderEntry,
  type FolderListener,
  type FolderPlace,
  type FolderRead,
  type FolderWatch,
  type FolderWrite,
} from './document-folder';
export {
  openAppendLog,
  type AppendLog,
  type AppendLogOptions,
  type LogEntry,
  type LogNumbers,
  type LogPage,
} from './append-log';
export {
  asRead,
  createEscapedTextSearch,
  replaceAsRead,
  withoutOverlaps,
  type EscapedTextSearch,
} from './escaped-text';
export type { PreferenceDefinition, PreferenceDefinitions } from './preference-definitions';
export {
  createPreferences,
  openPreferenceStore,
  type OpenedPreferenceStore,
  type Preferences,
  type PreferenceStore,
} from './preferences';
export { findJsonFault, type JsonFault } from './json-fault';
export { isSamePlace } from './folder-disk';
export { countUnfoundNames } from './unfound-names';
export { newId } from './new-id';
export { fileNameKey, libraryFileName, longestNames, numberedFileName, slug } from './file-name';
export { StorageError, toStorageError, type StorageErrorKind } from './storage-error';
export {
  damageProblem,
  problemOfStorage,
  retriedStorageProblem,
  storageProblem,
  storageProblemError,
  unreadProblemError,
} from './storage-problem';
export { onSetAside, type SetAside } from './set-aside';
export { OpenIntents, type Departure } from './open-intents';
export { GrowingPause } from './growing-pause';
export { TaskQueue } from './task-queue';
export { mapLimited } from './limited-concurrency';
