/** The room *updates*: whether there is a newer Foyer, and getting it. */
import { z } from 'zod';
import { call } from './contract';

/** Why a look found out nothing, or a download was not kept. Nothing of Foyer was changed. */
export const updateFailures = [
  /** The place that this build names can't be reached. */
  'notReached',
  /** It answered with an error. */
  'refused',
  /** It sends so slowly that it would never end. */
  'tooSlow',
  /** It points to where Foyer doesn't follow: not over https, or in a circle. */
  'redirected',
  /** It says more than an answer of this kind may. */
  'tooLarge',
  /** It is no answer of this kind. */
  'unreadable',
  /** It was not signed by who made this Foyer. */
  'badSignature',
  /** It is about another program. */
  'otherApp',
  /** The connection ended before everything was there. */
  'cut',
  /** What came is not what was signed. */
  'wrongChecksum',
  /** The disk has no room for it. */
  'noRoom',
  /** It could not be kept or installed for another reason, which is in the log. */
  'notKept',
] as const;
export type UpdateFailure = (typeof updateFailures)[number];

/** A Foyer that is newer than this one. */
const update = {
  version: z.string(),
  /** What is new; plain text, at most 4 KB, may be empty. */
  notes: z.string(),
};

/** How far it has come. */
export const updateStepSchema = z.discriminatedUnion('name', [
  /** Nothing is known yet. */
  z.object({ name: z.literal('idle') }),
  z.object({ name: z.literal('looking') }),
  /** There is none; `published` is what there is, this version or an older one. */
  z.object({ name: z.literal('none'), published: z.string() }),
  z.object({
    name: z.literal('found'),
    ...update,
    /** Foyer gets it itself, or it comes with the system's updates. */
    how: z.enum(['install', 'system']),
  }),
  /** Percent from 0 to 100. */
  z.object({ name: z.literal('downloading'), ...update, percent: z.number() }),
  /** Downloaded and checked. */
  z.object({ name: z.literal('ready'), ...update }),
  z.object({
    name: z.literal('failed'),
    reason: z.enum(updateFailures),
    /** What could not be downloaded; `null` when it was the look that failed. */
    update: z.object(update).nullable(),
  }),
]);
export type UpdateStep = z.infer<typeof updateStepSchema>;

export const updatesStateSchema = z.object({
  /** Grows with each change. */
  revision: z.number(),
  /** This Foyer's own version. */
  present: z.string(),
  /** The host that is asked; empty where none is. */
  host: z.string(),
  /**
   * Whether Foyer looks by itself, once a day: it can't, because its build names no place to look at;
   * what was decided can't be read for now, or it was not decided yet, and so it doesn't; it does; it
   * doesn't.
   */
  looks: z.enum(['never', 'notRead', 'undecided', 'daily', 'off']),
  /** When it looked last; an ISO date. */
  lookedAt: z.string().nullable(),
  /** The person said *later*: nothing reminds of it meanwhile. */
  isPutOff: z.boolean(),
  step: updateStepSchema,
});
export type UpdatesState = z.infer<typeof updatesStateSchema>;

const nothing = z.undefined();

export const updatesCalls = {
  state: call(nothing, updatesStateSchema),
  /** Whether Foyer looks by itself from now on. */
  setDaily: call(z.object({ isOn: z.boolean() }), nothing),
  /** Looks now. Done when the look has ended; what it found is in the state. */
  look: call(nothing, nothing),
  /** Downloads what was found. Done when that ended, one way or the other. */
  download: call(nothing, nothing),
  /** Stops the download. */
  stopDownload: call(nothing, nothing),
  /** Reminds of what was found no more for a week. */
  putOff: call(nothing, nothing),
  /** Ends Foyer, installs what was downloaded and starts it again. */
  restart: call(nothing, nothing),
};

export const updatesEvents = {
  changed: updatesStateSchema,
};
