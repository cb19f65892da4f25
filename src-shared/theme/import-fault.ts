/**
 * Why a file can't be read as themes or as a backup, as data: the first thing that is wrong with
 * it. The sentences are made in `import-fault-text.ts`.
 */
import { z } from 'zod';

const fault = <Reason extends string, Shape extends z.ZodRawShape>(name: Reason, shape: Shape) =>
  z.object({ reason: z.literal(name), ...shape });

/** A place in the file, keys with dots between: `themes.2.theme.chat.buttons.color`. */
const at = z.string();

/** What should have stood at a place. */
export const expectedSchema = z.enum(['text', 'object', 'list', 'yesOrNo', 'number', 'other']);
export type Expected = z.infer<typeof expectedSchema>;

export const importFaultSchema = z.discriminatedUnion('reason', [
  fault('empty', {}),
  /** Bytes, and how many are taken. */
  fault('tooLarge', { bytes: z.number(), limit: z.number() }),
  /** No more than is taken, but with the files before it. */
  fault('tooLargeTogether', { limit: z.number() }),
  /** More files at once than are taken. */
  fault('tooManyFiles', { limit: z.number() }),
  /** Nothing is there, any more or yet. */
  fault('missing', {}),
  /** A folder, a pipe or a device. */
  fault('notAFile', {}),
  /** This person may not read it. */
  fault('noPermission', {}),
  /** The system could not read it, for another reason. */
  fault('unreadable', {}),
  /** It was taken for a picture, and can't be decoded as one. */
  fault('notAPicture', {}),
  /** Not UTF-8. */
  fault('notText', {}),
  /** A web page. */
  fault('webPage', {}),
  /** Line and column count from 1. */
  fault('notJson', { line: z.number(), column: z.number(), cutOff: z.boolean() }),
  fault('tooDeep', { limit: z.number() }),
  fault('tooManyKeys', { limit: z.number() }),
  /** `__proto__` and its kin. */
  fault('forbiddenKey', { at, key: z.string() }),
  /** JSON, but nothing in it is a theme. */
  fault('noTheme', {}),
  /** A theme is there and says nothing: the service's defaults are meant. */
  fault('emptyTheme', { at }),
  fault('notABackup', {}),
  /** By a newer Foyer. */
  fault('newerFormat', { format: z.number() }),
  fault('wrongType', { at, expected: expectedSchema }),
  fault('notOneOf', { at, values: z.array(z.string()) }),
  /** Half of a surrogate pair, or a NUL. */
  fault('unsendable', { at }),
  fault('tooLong', { at, limit: z.number() }),
]);
export type ImportFault = z.infer<typeof importFaultSchema>;
