/**
 * The two axes of a theme on one connection, and the word that is shown for them. Main decides the
 * axes; this function is the only place that makes a word of them.
 */
import { z } from 'zod';

/** To what was last published there. */
export const relationSchema = z.enum(['never', 'same', 'changed']);
export type Relation = z.infer<typeof relationSchema>;

/** What is going on with its delivery. */
export const deliverySchema = z.enum([
  'idle',
  'waiting',
  'sending',
  'refused',
  'unknown',
  'paused',
  /** It isn't sent before a person did something: its token is missing or refused, or it leads elsewhere. */
  'blocked',
  /** The service has it, which its file could not be told yet. */
  'unnoted',
]);
export type Delivery = z.infer<typeof deliverySchema>;

/**
 * Whether *publish what changed* takes it: of what is on its way, or may have arrived, no more is sent
 * without a word about that one. What is counted on the button is by this what goes.
 */
export function isPublishedAsChanged(relation: Relation | undefined, delivery: Delivery): boolean {
  return relation === 'changed' && (delivery === 'idle' || delivery === 'refused');
}

/** The words of a status, in order of need: the first needs a person most. */
export const statusWords = [
  'failed',
  'unknown',
  'changed',
  'publishing',
  'waiting',
  'unrecorded',
  'published',
  /** Its connections can't be read, and so it isn't known which of the others it is. */
  'unread',
  'draft',
] as const;
export type StatusWord = (typeof statusWords)[number];

/** The word for one connection. */
export function statusWord(relation: Relation, delivery: Delivery): StatusWord {
  switch (delivery) {
    case 'refused':
      return 'failed';
    case 'unknown':
      return 'unknown';
    case 'sending':
      return 'publishing';
    case 'waiting':
    case 'paused':
    case 'blocked':
      return 'waiting';
    case 'unnoted':
      // The relation is to what the file was told, which is not what is there: it may be edited since, or not.
      return 'unrecorded';
    case 'idle':
      return relation === 'never' ? 'draft' : relation === 'same' ? 'published' : 'changed';
  }
}

/** Of several connections' words the one that needs attention most; `ofNone` where there is none. */
export function mostNeedy(words: readonly StatusWord[], ofNone: StatusWord = 'draft'): StatusWord {
  return statusWords.find((word) => words.includes(word)) ?? ofNone;
}
