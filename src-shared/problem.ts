/**
 * What can go wrong, as data. A problem is a code with parameters; the sentences that a person
 * reads are made from it by the message catalogue (`problem-text.ts`), so that languages and tests
 * never depend on wording.
 *
 * To add one: a line in `problemSchema`, its sentences in `messages/en/problems.json`, and a case in
 * `problem-text.ts` (the compiler insists on it).
 */
import { z } from 'zod';
import { importFaultSchema } from './theme/import-fault';

const code = <Code extends string, Shape extends z.ZodRawShape>(name: Code, shape: Shape) =>
  z.object({ code: z.literal(name), ...shape });

/** Why a field was refused. Each has its sentence, with an example where that helps. */
export const fieldReasonSchema = z.enum([
  'required',
  'tooLong',
  'notAnAddress',
  'notHttps',
  'mustEndInV1',
  'hasUserInfo',
  'hasQuery',
  'notAHeaderName',
  'notAHeaderValue',
  /** The same of what is stored, and not of what was typed. */
  'storedNotAHeaderValue',
  'reservedHeader',
  /** The token, pasted where everybody can read it. */
  'holdsToken',
  /** The token, which is in a field where everybody can read it. */
  'inAnotherField',
  'unsafePathId',
  /** Half of a surrogate pair, or a NUL; of an id an unseen sign too (`sendable-text.ts`). */
  'unsendableText',
  'notANumber',
  'notADomain',
  'domainUnderscore',
  'publicSuffix',
  'labelTooLong',
  'domainTooLong',
  'notOneOfSteps',
  'returnAddressHasQuery',
  'alreadyThere',
  /** Foyer's own practice service stays where Foyer puts it. */
  'ofPractice',
]);
export type FieldReason = z.infer<typeof fieldReasonSchema>;

/** Why a file can't be read, as far as a person is helped by knowing it. */
export const fileDamageSchema = z.discriminatedUnion('reason', [
  z.object({ reason: z.literal('empty') }),
  z.object({ reason: z.literal('zeroed') }),
  /** Not UTF-8; the first wrong byte counted from 0. */
  z.object({ reason: z.literal('notText'), byte: z.number() }),
  /** Line and column from 1. */
  z.object({
    reason: z.literal('notJson'),
    line: z.number(),
    column: z.number(),
    cutOff: z.boolean(),
  }),
  /** JSON, but without the number that says what it is. */
  z.object({ reason: z.literal('noFormat') }),
  z.object({ reason: z.literal('oldFormat'), format: z.number() }),
  /** The path of the first wrong field; empty for the whole. */
  z.object({ reason: z.literal('wrongShape'), at: z.string() }),
  z.object({ reason: z.literal('changedBytes') }),
  z.object({ reason: z.literal('notAFile') }),
  /** In bytes. */
  z.object({ reason: z.literal('tooLarge'), bytes: z.number(), limit: z.number() }),
  /** A theme's id that is longer than Foyer takes. */
  z.object({ reason: z.literal('idTooLong'), limit: z.number() }),
  /** A theme's id that can't stand in the address that it is published to. */
  z.object({ reason: z.literal('idNotUsable') }),
  /** Another file has the same id. */
  z.object({ reason: z.literal('sameId'), other: z.string() }),
]);
export type FileDamage = z.infer<typeof fileDamageSchema>;

/** Why a file couldn't be saved, as far as a person is helped by knowing it. */
const saveFailureSchema = z.enum([
  'inUse',
  'diskFailed',
  'nameTooLong',
  'changedByOthers',
  'folderGone',
]);
export type SaveFailure = z.infer<typeof saveFailureSchema>;

/** True: a token was to be kept or removed, and nothing was changed. Absent: one was to be sent, and nothing was. */
const ofKeychain = { isChange: z.boolean().optional() };
/** True: what was refused is held, and written as soon as that can be; only the room that made it knows. */
const ofDisk = { path: z.string(), isRetried: z.boolean().optional() };

/** Every problem that can cross the bridge. */
export const problemSchema = z.discriminatedUnion('code', [
  /** Unforeseen; the details are in the log under `id`. */
  code('internal', { id: z.string() }),
  /** A call across the bridge had the wrong shape; `where` is the path in the input. */
  code('badCall', { call: z.string(), where: z.string() }),
  /** A call of a name that the contract doesn't have. */
  code('unknownCall', { call: z.string() }),
  /** A call from somewhere else than the top frame of one of our windows. */
  code('foreignSender', {}),

  /** Fields that can't be right, each with its reason; nothing was changed. */
  code('invalidFields', {
    fields: z.array(z.object({ field: z.string(), reason: fieldReasonSchema })).min(1),
  }),
  /** What was asked for isn't there (any more). */
  code('notFound', {
    what: z.enum([
      'theme',
      'connection',
      'activity',
      'starter',
      'change',
      'request',
      'domain',
      'version',
      'shortcut',
    ]),
  }),
  /** The theme was made by a newer Foyer and is opened read-only. */
  code('themeReadOnly', { name: z.string() }),
  /** There is nothing to undo or redo. */
  code('nothingToUndo', {}),

  /** The disk refused a write. */
  code('storageFull', ofDisk),
  code('storageReadOnly', ofDisk),
  code('storageNoPermission', ofDisk),
  code('storageTooManyFiles', ofDisk),
  /** `detail` is said where `why` isn't known: the system's code, or what else is known. */
  code('storageFailed', {
    ...ofDisk,
    why: saveFailureSchema.optional(),
    detail: z.string(),
  }),
  /**
   * Documents of the profile, or themes, that can't be read at the moment, by their names or paths. None is taken for
   * empty, and none is changed until it could be read; Foyer keeps trying. `isForbidden`: another person's to read.
   */
  code('storageNotRead', {
    files: z.array(z.string()).min(1),
    isForbidden: z.boolean().optional(),
  }),
  /** Documents of the profile that a newer Foyer wrote: none of them is used, and none changed. */
  code('storageNewer', { files: z.array(z.string()).min(1) }),
  /** The file that says where the library is can't be read. */
  code('storageLibraryUnknown', { file: z.string() }),
  /** The version before of this document could not be kept; the new one is saved. */
  code('generationNotKept', { file: z.string(), path: z.string() }),
  /** A file that can't be read; it stays where it is. */
  code('fileDamaged', {
    path: z.string(),
    /** For the log, and for the sentence where there is no `damage`. */
    detail: z.string(),
    damage: fileDamageSchema.optional(),
  }),
  code('fileNewer', { path: z.string() }),
  /** The file is in a cloud folder and was not downloaded to this computer. */
  code('fileInCloud', { path: z.string() }),
  /**
   * Documents of the profile that could not be read and were put aside, as they were, at `keptAt`.
   * For those of `restored` the version before was put in their place; the others begin empty.
   */
  code('fileSetAside', {
    files: z.array(z.string()).min(1),
    restored: z.array(z.string()),
    keptAt: z.array(z.string()),
  }),
  /** The library folder isn't there (any more): an unplugged disk, a folder that was moved. */
  code('libraryFolderMissing', { path: z.string() }),
  /** The system does not let Foyer into the library folder (macOS asks once, and remembers a no). */
  code('libraryFolderForbidden', { path: z.string() }),
  /** A preview shortcut of a backup has a name by which another one goes here. */
  code('shortcutNameTaken', { name: z.string() }),
  /** A saved filter of a backup, for which there is no room. */
  code('savedFiltersFull', { most: z.number() }),
  /** A connection of a backup leads to where another leads that was entered here; `label` is that one's. */
  code('workspaceConnected', { label: z.string() }),
  /** The system's file window did not open; `detail` is the system's own word. */
  code('folderNotShown', { path: z.string(), detail: z.string() }),
  /** The system shows no notification of Foyer's; `detail` is the system's own word. */
  code('notificationsRefused', { detail: z.string() }),
  /** A folder that can't be the library's. */
  code('libraryFolderRefused', {
    path: z.string(),
    reason: z.enum(['notAFolder', 'ofFoyer', 'within', 'same']),
  }),
  /** Foyer ended unexpectedly twice in a row, so it loads no theme by itself. */
  code('safeMode', {}),
  /** Another library took the place of the one of which something was asked; it has themes of its own. */
  code('libraryReplaced', {}),
  /** Others have linked the theme to another template than a person's word was about; it stays linked to that. */
  code('linkChanged', {}),
  /** What was published of the theme in another library, of which this one is a copy, is unsettled. */
  code('unsettledInOtherLibrary', {}),
  /** A file that can't be taken in as themes or as a backup; nothing of it was. */
  code('importRefused', { file: z.string(), fault: importFaultSchema }),
  /** No import would take what was to be exported, this theme first; nothing was written. */
  code('exportRefused', { name: z.string(), fault: importFaultSchema }),
  /** What was to be exported is larger than could be read again; nothing was written. Bytes. */
  code('exportTooLarge', { bytes: z.number(), limit: z.number() }),

  /** This computer has no keychain that Foyer can use; it may have a KWallet for KDE's programs alone. */
  code('keychainAbsent', { detail: z.string(), isKWallet: z.boolean(), ...ofKeychain }),
  /** The keychain did not answer in time: most often it is locked. */
  code('keychainLocked', ofKeychain),
  code('keychainFailed', { detail: z.string(), ...ofKeychain }),
  /** The connection needs a token and none is stored for its address. */
  code('tokenMissing', { label: z.string() }),
  /** One is stored that no header can hold; nothing was sent. */
  code('tokenUnusable', { label: z.string() }),
  /** Windows takes 2,560 bytes. */
  code('tokenTooLong', {}),

  /** The same thing is being sent already; nothing was sent a second time. */
  code('alreadyUnderWay', {}),
  /** Another preview of the bot is being sent to the recipient; nothing of this one was sent. */
  code('recipientBusy', {}),
  /** The address that a reviewed plan change returns to is not listened on any more; nothing was sent. */
  code('reviewExpired', {}),
  /** The connection was edited or removed since the request was reviewed, or asked for; nothing was sent. */
  code('connectionChanged', { label: z.string() }),
  /** The connection was edited while its token waited for the keychain; no token was changed. */
  code('tokenNotChanged', { label: z.string() }),
  /** Nothing was ever sent to this recipient, so a person confirms it first; nothing was sent. */
  /** `place` is the `publicationKey` of where it would go, for which a person confirms it. */
  code('newRecipient', { to: z.string(), label: z.string(), place: z.string() }),
  /** The system does not give these keys to Foyer as a shortcut; the ones before stay. */
  /** In a session of Wayland, the desktop alone may give them. */
  code('keysRefused', { keys: z.string(), isWayland: z.boolean() }),
  /** The body is larger than services of this kind take (1 MiB). */
  /** Absent: an older version did not keep whether the theme has custom CSS. */
  code('bodyTooLarge', { bytes: z.number(), hasCustomCss: z.boolean().optional() }),
  /** What was to be in a theme's place isn't there to be put there; what was asked for after that wasn't done. */
  code('notReplaced', {}),
  /** Written down as being sent could not be done, so nothing was sent. */
  code('intentNotStored', {}),
  /** The address is one that Foyer won't open. */
  code('addressNotOpened', { host: z.string() }),
  code('noBrowser', { host: z.string() }),
  /** Foyer does not end for an update while something is on its way to a service. */
  code('updateWaitsForSending', {}),
]);

/** One problem; see `problemSchema` for what each code means. */
export type Problem = z.infer<typeof problemSchema>;

/** What the bridge answers: a value, or the problem in its place. */
export type Answer<Value> = { ok: true; value: Value } | { ok: false; problem: Problem };
