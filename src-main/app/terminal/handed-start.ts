/** What another start of Foyer hands over to the one that runs. It is parsed before it is believed. */
import { isAbsolute } from 'node:path';
import { mostFiles } from '@shared/theme/import-limits';
import { z } from 'zod';
import type { Asked } from './command-line';

/** Windows' longest command line, in characters; elsewhere less is handed over (`start-message.ts`). */
const longestWord = 33_000;
const text = z.string().max(longestWord);
const json = z.boolean();
/** JSON has no `undefined`; an older Foyer says it without JSON. */
const textOrNone = z
  .union([text, z.null(), z.undefined()])
  .transform((value) => value ?? undefined);

const path = text.refine(isAbsolute);

const askedSchema: z.ZodType<Asked> = z.union([
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('hidden') }),
  z.object({ kind: z.literal('link'), link: text }),
  z.object({
    kind: z.literal('files'),
    files: z
      .array(path)
      .min(1)
      .max(mostFiles + 1),
    link: textOrNone,
  }),
  z.object({ kind: z.literal('list'), json }),
  z.strictObject({ kind: z.literal('preview'), json, name: text }),
  z.strictObject({
    kind: z.literal('preview'),
    json,
    botId: text,
    to: text,
    startGroupId: text,
    connection: textOrNone,
  }),
]);

const handedStartSchema = z.object({
  asked: askedSchema,
  /** Of the request that waits for the answer. */
  callId: z.string().max(100).optional(),
});

/** A start that was handed over. */
export interface HandedStart {
  asked: Asked;
  callId?: string | undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    // No message of ours.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Reads it. What makes no sense asks for nothing but the window, as an older Foyer's start does. */
export function readHandedStart(data: unknown): HandedStart {
  const read = handedStartSchema.safeParse(typeof data === 'string' ? parsed(data) : data);
  return read.success ? read.data : { asked: { kind: 'open' } };
}
