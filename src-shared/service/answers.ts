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

/** So many of an answer are read. */
const mostIssues = 100;

/** Fields that hold the error of an answer. */
const fieldsOfErrors = ['error', 'fault', 'failure', 'detail', 'result', 'response'];

/** Fields of words, the plainest first: what the next one says is read where none before it says anything. */
const fieldsOfWords: readonly (readonly string[])[] = [
  ['message', 'errordescription', 'detail'],
  ['msg', 'reason', 'description', 'faultstring', 'errormessage', 'errmsg'],
];

/**
 * Contract, *Errors*, and what the frameworks of services answer in its place: its words, for whoever reads them. What is
 * said of a place in the request is an issue; all else is the message. `undefined`: no words were found.
 */
export function readServiceError(body: unknown): ServiceErrorBody | undefined {
  const top = tree(Array.isArray(body) ? { errors: body as unknown[] } : body);
  if (!top) return undefined;
  const fields = inSmallLetters(top);
  const levels = [fields, ...['error', 'detail'].map((name) => inSmallLetters(fields[name]))];
  const found = errorIn(levels);
  if (found) return found;
  // What it has under another name may be what was asked for, and not what is wrong with it.
  const deeper = fieldsOfErrors.map((name) => inSmallLetters(fields[name]));
  const failed = fields['status'] === 'fail' ? tree(fields['data']) : undefined;
  return errorIn(deeper) ?? errorOfFields(failed ?? top, failed !== undefined);
}

/** Its fields, whichever letters are in their names: `Message`, `error_description`. */
function inSmallLetters(value: unknown): Tree {
  return Object.fromEntries(
    Object.entries(tree(value) ?? {}).map(([name, field]) => [
      name.replace(/[_-]/gu, '').toLowerCase(),
      field,
    ]),
  );
}

function errorIn(sources: readonly Tree[]): ServiceErrorBody | undefined {
  const all = (...fields: string[]) =>
    fields.flatMap((field) => sources.map((source) => source[field]));
  const texts = (...fields: string[]) => all(...fields).flatMap((value) => text(value) ?? []);
  const lists = (...fields: string[]) => all(...fields).filter(Array.isArray);

  const documented = lists('issues').flatMap((list) => issuesIn(list));
  const others = [...lists('message', 'detail', 'error'), ...all('errors')].flatMap((list) =>
    issuesIn(list),
  );
  const words = fieldsOfWords.map((fields) => texts(...fields)).find((each) => each.length > 0);
  const said = new Set([
    ...(words ?? []),
    ...others.flatMap(({ message, path }) => (path === undefined ? message : [])),
  ]);
  const [code = said.size > 0 ? texts('error')[0] : undefined] = texts('code');
  const [brief] = texts('error', 'title');
  if (said.size === 0 && brief !== undefined) said.add(brief);

  const issues = [...documented, ...others.filter(({ path }) => path !== undefined)];
  // Its issues may say what it leaves out.
  const isOne = said.size > 0 || issues.length > 0 || typeof sources[0]?.['message'] === 'string';
  if (!isOne) return undefined;
  return {
    message: [...said].slice(0, mostIssues).join('\n'),
    ...(code === undefined ? {} : { code }),
    issues: issues.slice(0, mostIssues),
  };
}

/** By field; where it is said that those failed (JSend), one text may stand for each. */
function errorOfFields(fields: Tree, haveFailed: boolean): ServiceErrorBody | undefined {
  if (!haveFailed && !isOfFields(fields)) return undefined;
  const issues = issuesIn(fields).slice(0, mostIssues);
  return issues.length > 0 ? { message: '', issues } : undefined;
}

/** So deep fields lie in fields. */
const deepestField = 8;

/** A list of findings, or an object with those of each field. What is no text is passed over. */
function issuesIn(value: unknown, depth = 0): ServiceIssue[] {
  if (depth > deepestField) return [];
  if (Array.isArray(value)) return value.slice(0, mostIssues).flatMap((each) => issueIn(each));
  return Object.entries(tree(value) ?? {})
    .slice(0, mostIssues)
    .flatMap(([name, found]) => {
      const own = issuesIn([found].flat()).map(({ message }) => ({ message, path: name }));
      const inner = own.length > 0 ? [] : issuesIn(tree(found), depth + 1);
      return [
        ...own,
        ...inner.map(({ message, path = '' }) => ({ message, path: `${name}.${path}` })),
      ];
    })
    .map(({ message, path }) => (path === '' ? { message } : { message, path }));
}

function issueIn(value: unknown): ServiceIssue[] {
  const fields = inSmallLetters(tree(value) ?? { message: value });
  const said = ['message', 'detail', 'msg', 'title']
    .map((name) => fields[name])
    .find((each) => typeof each === 'string');
  if (said === undefined) return [];
  const pointer = tree(fields['source'])?.['pointer'];
  const path = ['path', 'field', 'param', 'loc', 'pointer']
    .map((name) => fields[name])
    .concat(pointer)
    .map((given) =>
      Array.isArray(given)
        ? given.filter((part) => typeof part === 'string' || typeof part === 'number').join('.')
        : text(given),
    )
    .find((given) => given);
  return [path ? { message: said, path } : { message: said }];
}

/** Nothing but lists of texts, by field, or by the fields in it. */
function isOfFields(value: unknown, depth = 0): boolean {
  const found = Object.values(tree(value) ?? {});
  return (
    depth <= deepestField &&
    found.length > 0 &&
    found.every((each) =>
      Array.isArray(each)
        ? each.length > 0 && each.every((one) => text(one))
        : isOfFields(each, depth + 1),
    )
  );
}
