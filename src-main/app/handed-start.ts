/** What another start of Foyer hands over to the one that runs. It is parsed before it is believed. */
import { z } from 'zod';
import type { Asked } from './command-line';

const text = z.string().max(4_000);
const json = z.boolean();

const askedSchema: z.ZodType<Asked> = z.union([
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('link'), link: text }),
  z.object({ kind: z.literal('list'), json }),
  z.strictObject({ kind: z.literal('preview'), json, name: text }),
  z.strictObject({
    kind: z.literal('preview'),
    json,
    botId: text,
    to: text,
    startGroupId: text,
    connection: z.union([text, z.undefined()]),
  }),
]);

const handedStartSchema = z.object({
  asked: askedSchema,
  /** Of the call that waits for the answer. */
  callId: z.string().max(100).optional(),
});

/** A start that was handed over. */
export interface HandedStart {
  asked: Asked;
  callId?: string | undefined;
}

/** Reads it. What makes no sense asks for nothing but the window, as an older Foyer's start does. */
export function readHandedStart(data: unknown): HandedStart {
  const read = handedStartSchema.safeParse(data);
  return read.success ? read.data : { asked: { kind: 'open' } };
}
