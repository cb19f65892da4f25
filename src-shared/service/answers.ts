/**
 * What the service answers, read tolerantly: none of the fields is promised, and anything may
 * answer in its place. Nothing here throws; what can't be read is absent. A value in another type
 * than the documented one is read only where that loses nothing and leaves nothing to guess.
 */
import { z } from 'zod';

type Tree = Record<string, unknown>;

function tree(value: unknown): Tree | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Tree)
    : undefined;
}

/** A text that says something: some programs write `""` for what isn't there. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** As it came: a number may be the id, or that of a row (`answered-id.ts`). */
const answeredIdSchema = z.union([z.string(), z.number()]);
type AnsweredId = z.infer<typeof answeredIdSchema>;

/** An id may be a number, of which not every digit has come where it is larger than this. */
function id(value: unknown): AnsweredId | undefined {
  return Number.isSafeInteger(value) ? (value as number) : text(value);
}

/** Some programs write numbers as texts; only one that is written just as Foyer would is surely one. */
function number(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const found = text(value);
  if (found === undefined || !/^-?\d+(?:\.\d+)?$/u.test(found)) return undefined;
  return String(Number(found)) === found ? Number(found) : undefined;
}

function flag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** A saved template as it came: under `themeTemplate` or at the top level, each field missing. */
export const savedTemplateSchema = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  theme: z.record(z.string(), z.unknown()).optional(),
  workspaceId: answeredIdSchema.optional(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type SavedTemplate = z.infer<typeof savedTemplateSchema>;

function without<Shape extends Tree>(
  shape: Shape,
): { [Key in keyof Shape]?: NonNullable<Shape[Key]> } {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Shape]?: NonNullable<Shape[Key]>;
  };
}

/** Contract, *Save theme template*, answer 200. `undefined`: this is no template at all. */
export function readSavedTemplate(body: unknown): SavedTemplate | undefined {
  const top = tree(body);
  const template = tree(top?.['themeTemplate']) ?? top;
  if (!template) return undefined;
  const found = without({
    id: text(template['id']),
    // An empty one is what became of the name.
    name: typeof template['name'] === 'string' ? template['name'] : undefined,
    theme: tree(template['theme']),
    workspaceId: id(template['workspaceId']),
    createdAt: text(template['createdAt']),
    updatedAt: text(template['updatedAt']),
  });
  return Object.keys(found).length === 0 ? undefined : found;
}

/** The documented fields of a workspace, with the kind of value of each. Contract, *Update subscription*. */
export const workspaceFields = {
  id: 'id',
  name: 'text',
  plan: 'text',
  icon: 'text',
  createdAt: 'time',
  updatedAt: 'time',
  billingProviderId: 'id',
  additionalChatsIndex: 'number',
  additionalStorageIndex: 'number',
  customChatsLimit: 'number',
  customStorageLimit: 'number',
  customSeatsLimit: 'number',
  chatsLimitFirstEmailSentAt: 'time',
  chatsLimitSecondEmailSentAt: 'time',
  storageLimitFirstEmailSentAt: 'time',
  storageLimitSecondEmailSentAt: 'time',
  isSuspended: 'flag',
  isQuarantined: 'flag',
} as const;
export type WorkspaceField = keyof typeof workspaceFields;

/** Those that nothing else has; a subscription has a plan, a name and times, too. */
const ofWorkspacesAlone: readonly WorkspaceField[] = [
  'icon',
  'customChatsLimit',
  'customStorageLimit',
  'customSeatsLimit',
  'chatsLimitFirstEmailSentAt',
  'chatsLimitSecondEmailSentAt',
  'storageLimitFirstEmailSentAt',
  'storageLimitSecondEmailSentAt',
  'isQuarantined',
];

/** A workspace as the service gave it: only known fields, only values of their kind. */
export const workspaceSchema = z.partialRecord(
  z.enum(Object.keys(workspaceFields) as [WorkspaceField, ...WorkspaceField[]]),
  z.union([z.string(), z.number(), z.boolean()]),
);
export type Workspace = z.infer<typeof workspaceSchema>;

function readWorkspace(
  value: unknown,
  readId: (value: unknown) => AnsweredId | undefined,
): Workspace | undefined {
  const source = tree(value);
  if (!source) return undefined;
  const readers = { id: readId, text, time: text, number, flag } as const;
  const found: Workspace = {};
  for (const [field, kind] of Object.entries(workspaceFields)) {
    const value = readers[kind](source[field]);
    if (value !== undefined) found[field as WorkspaceField] = value;
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

/** What some services say back of the request itself, in its own names. Not in the contract. */
export const subscriptionEchoSchema = z.object({
  workspaceId: answeredIdSchema.optional(),
  additionalChats: z.number().optional(),
  currency: z.string().optional(),
  isYearly: z.boolean().optional(),
});

export const subscriptionAnswerSchema = z.object({
  workspace: workspaceSchema.optional(),
  checkoutUrl: z.string().optional(),
  echo: subscriptionEchoSchema.optional(),
});
export type SubscriptionAnswer = z.infer<typeof subscriptionAnswerSchema>;

/** Workspace at the top level or under `workspace`, and beside it a checkout address, or either. */
export function readSubscriptionAnswer(body: unknown): SubscriptionAnswer | undefined {
  const top = tree(body);
  if (!top) return undefined;
  return without({
    workspace: readWorkspace(top['workspace'], id) ?? readWorkspace(top, topIdReader(top)),
    // What stands around an address is none of it.
    checkoutUrl: text(top['checkoutUrl'])?.trim(),
    echo: readEcho([top, tree(top['workspace']) ?? {}]),
  });
}

/** At the top, an id may be the subscription's own: it is where the workspace's stands beside it, and a number may be. */
function topIdReader(top: Tree): (value: unknown) => AnsweredId | undefined {
  if (id(top['workspaceId']) !== undefined) return () => undefined;
  return ofWorkspacesAlone.some((field) => field in top) ? id : text;
}

function readEcho(sources: readonly Tree[]): SubscriptionAnswer['echo'] {
  const first = <Value>(field: string, reader: (value: unknown) => Value | undefined) =>
    sources.map((source) => reader(source[field])).find((value) => value !== undefined);
  const found = without({
    workspaceId: first('workspaceId', id),
    additionalChats: first('additionalChats', number),
    currency: first('currency', text),
    isYearly: first('isYearly', flag),
  });
  return Object.keys(found).length === 0 ? undefined : found;
}

/**
 * Contract, *Start chat-app preview*: `{ message }`, which may say nothing. `undefined`: this is not the
 * documented answer.
 */
export function readPreviewAnswer(body: unknown): { message?: string } | undefined {
  const message = tree(body)?.['message'];
  return typeof message === 'string' ? without({ message: text(message) }) : undefined;
}

/** An issue of a rejection; `path` is not in the contract, but some services give it. */
export const serviceIssueSchema = z.object({ message: z.string(), path: z.string().optional() });
export type ServiceIssue = z.infer<typeof serviceIssueSchema>;

export const serviceErrorSchema = z.object({
  message: z.string(),
  code: z.string().optional(),
  issues: z.array(serviceIssueSchema),
});
export type ServiceErrorBody = z.infer<typeof serviceErrorSchema>;

/** Contract, *Errors*. `undefined`: this is not the documented error body. */
export function readServiceError(body: unknown): ServiceErrorBody | undefined {
  const top = tree(body);
  // Its issues may say what it leaves out.
  const message = top?.['message'];
  if (!top || typeof message !== 'string') return undefined;
  const issues = Array.isArray(top['issues']) ? (top['issues'] as unknown[]) : [];
  const code = text(top['code']);
  return {
    message,
    ...(code === undefined ? {} : { code }),
    issues: issues.slice(0, 100).flatMap((issue) => {
      const source = tree(issue);
      const said = source?.['message'];
      if (!source || typeof said !== 'string') return [];
      const given = source['path'];
      const path = Array.isArray(given)
        ? given.filter((part) => typeof part === 'string' || typeof part === 'number').join('.')
        : text(given);
      return [path ? { message: said, path } : { message: said }];
    }),
  };
}
