/**
 * What can go wrong, as data. A problem is a code with parameters; the sentences that a person
 * reads are made from it by the message catalogue (`problem-text.ts`), so that languages and tests
 * never depend on wording.
 *
 * To add one: a line in `problemSchema`, its sentences in `messages/en/problems.json`, and a case in
 * `problem-text.ts` (the compiler insists on it).
 */
import { z } from 'zod';

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
  'reservedHeader',
  'unsafePathId',
  'notANumber',
  'notADomain',
  'labelTooLong',
  'domainTooLong',
  'notOneOfSteps',
  'returnAddressHasQuery',
  'alreadyThere',
]);
export type FieldReason = z.infer<typeof fieldReasonSchema>;

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
    what: z.enum(['theme', 'connection', 'activity', 'starter', 'change', 'request', 'shortcut']),
  }),
  /** The theme was made by a newer Foyer and is opened read-only. */
  code('themeReadOnly', { name: z.string() }),
  /** There is nothing to undo or redo. */
  code('nothingToUndo', {}),

  /** The disk refused a write. What was typed stays in the window. */
  code('storageFull', { path: z.string() }),
  code('storageReadOnly', { path: z.string() }),
  code('storageNoPermission', { path: z.string() }),
  code('storageTooManyFiles', { path: z.string() }),
  code('storageFailed', { path: z.string(), detail: z.string() }),
  /** A file that can't be read; it stays where it is. */
  code('fileDamaged', { path: z.string(), detail: z.string() }),
  code('fileNewer', { path: z.string() }),

  /** This computer has no keychain that Foyer can use. */
  code('keychainAbsent', { detail: z.string() }),
  /** The keychain did not answer in time: most often it is locked. */
  code('keychainLocked', {}),
  code('keychainFailed', { detail: z.string() }),
  /** The connection needs a token and none is stored for its address. */
  code('tokenMissing', { label: z.string() }),
  /** Windows takes about 2,500 bytes. */
  code('tokenTooLong', {}),

  /** The same thing is being sent already; nothing was sent a second time. */
  code('alreadyUnderWay', {}),
  /** Nothing was ever sent to this recipient, so a person confirms it first; nothing was sent. */
  code('newRecipient', { to: z.string(), label: z.string() }),
  /** The system does not give these keys to Foyer as a shortcut; the ones before stay. */
  code('keysRefused', { keys: z.string() }),
  /** The body is larger than services of this kind take (1 MiB). */
  code('bodyTooLarge', { bytes: z.number() }),
  /** The outcome of the first save is unknown, so a repetition is a person's decision. */
  code('needsDecision', { label: z.string() }),
  /** Written down as being sent could not be done, so nothing was sent. */
  code('intentNotStored', {}),
  /** The address is one that Foyer won't open. */
  code('addressNotOpened', { host: z.string() }),
]);

/** One problem; see `problemSchema` for what each code means. */
export type Problem = z.infer<typeof problemSchema>;

/** What the bridge answers: a value, or the problem in its place. */
export type Answer<Value> = { ok: true; value: Value } | { ok: false; problem: Problem };
