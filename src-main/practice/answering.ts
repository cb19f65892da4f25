/** Writes answers, the right ones and all the wrong ones. */
import type { ServerResponse } from 'node:http';
import { page } from './checkout-page';
import type { PracticeBehaviour } from './behaviour';

/** An answer before a behaviour has spoilt it. */
export interface PracticeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON when it is not a text. */
  readonly body: unknown;
}

const codes: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
};

/** In other words than these, they would be of what was sent. */
const sentences: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden' };

/** The documented error body; `issues` only for input that fails validation. */
export function errorAnswer(
  status: number,
  message: string,
  issues?: readonly { message: string; path?: readonly (string | number)[] | undefined }[],
): PracticeAnswer {
  const code = codes[status] ?? `HTTP_${String(status)}`;
  return { status, body: { message, code, ...(issues ? { issues } : {}) } };
}

/** As some answers are: plain text, without a content type. */
export function textAnswer(status: number, body: string): PracticeAnswer {
  return { status, body, headers: {} };
}

/** An answer that is a page. */
export function pageAnswer(status: number, title: string, text: string): PracticeAnswer {
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: page(title, text),
  };
}

/** What a behaviour makes of an answer's body, before it is written. */
function spoilt(answer: PracticeAnswer, behaviour: PracticeBehaviour): PracticeAnswer {
  const { status } = answer;
  switch (behaviour.form) {
    case 'malformedJson':
      return { ...answer, body: '{"message": "success", ', headers: jsonHeaders };
    case 'html':
      return pageAnswer(status, 'Welcome to nginx!', '<p>This is not the service.</p>');
    case 'text':
      return textAnswer(status, 'upstream connect error or disconnect/reset before headers');
    case 'empty':
      return { ...answer, body: '', headers: jsonHeaders };
    case 'wrongTypes':
      return { ...answer, body: swappedTypes(answer.body) };
    case 'list':
      return { ...answer, body: [answer.body] };
    case 'null':
      return { ...answer, body: null };
    case 'huge':
    case undefined:
      return isTree(answer.body) && status === 200
        ? { ...answer, body: rewritten(answer.body, behaviour) }
        : answer;
  }
}

const jsonHeaders = { 'Content-Type': 'application/json' };

/** Writes an answer the way the behaviour has it; resolves when nothing more will be written. */
export async function writeAnswer(
  response: ServerResponse,
  plain: PracticeAnswer,
  behaviour: PracticeBehaviour,
): Promise<void> {
  const answer = spoilt(plain, behaviour);
  const isText = typeof answer.body === 'string';
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  response.writeHead(answer.status, {
    ...(isText ? answer.headers : { ...jsonHeaders, ...answer.headers }),
    ...(behaviour.retryAfter === undefined ? {} : { 'Retry-After': behaviour.retryAfter }),
    ...(behaviour.cut === 'midBody' ? { 'Content-Length': Buffer.byteLength(text) + 10 } : {}),
  });
  if (behaviour.cut === 'afterHeaders' || behaviour.cut === 'midBody') {
    // Nothing of what is written may be lost with the connection.
    await written(response, behaviour.cut === 'midBody' ? text.slice(0, -1) : undefined);
    response.socket?.destroy();
    return;
  }
  if (behaviour.form === 'huge') return writeHuge(response);
  if (behaviour.byteEveryMs !== undefined)
    return writeSlowly(response, text, behaviour.byteEveryMs);
  // Written first and ended after: chunked, without a length, as the real one does.
  if (text !== '') response.write(text);
  response.end();
}

function written(response: ServerResponse, text: string | undefined): Promise<void> {
  return new Promise((resolve) => {
    response.flushHeaders();
    const done = () => {
      resolve();
    };
    if (text === undefined) response.socket?.write('', done);
    else response.write(text, done);
    response.once('close', done);
  });
}

const hugeBytes = 100 * 1024 * 1024;

async function writeHuge(response: ServerResponse): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, 'a');
  response.write('{"message":"');
  for (let sent = 0; sent < hugeBytes && !response.destroyed; sent += chunk.byteLength) {
    if (response.write(chunk)) continue;
    await new Promise<void>((resolve) => {
      const go = () => {
        response.off('drain', go).off('close', go);
        resolve();
      };
      response.once('drain', go).once('close', go);
    });
  }
  response.end('"}');
}

async function writeSlowly(response: ServerResponse, text: string, everyMs: number): Promise<void> {
  for (const byte of Buffer.from(text)) {
    if (response.destroyed) return;
    response.write(Buffer.from([byte]));
    await pause(everyMs, response);
  }
  response.end();
}

/** Waits, but no longer than there is someone to answer to. */
export function pause(milliseconds: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      response.off('close', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    response.once('close', done);
  });
}

type Tree = Record<string, unknown>;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function swappedTypes(value: unknown): unknown {
  // Not numbers in texts, nor a number as an id: those are read.
  if (typeof value === 'string') return true;
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value;
  if (Array.isArray(value)) return value.map(swappedTypes);
  if (!isTree(value)) return 'nothing';
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, swappedTypes(field)]),
  );
}

/** Paths in a behaviour are those of the template, the domain or the workspace itself. */
function rewritten(body: Tree, behaviour: PracticeBehaviour): Tree {
  const copy = JSON.parse(JSON.stringify(body)) as Tree;
  const [inner] = ['themeTemplate', 'customDomain', 'workspace'].flatMap((key) => {
    const value = copy[key];
    return isTree(value) ? [value] : [];
  });
  const subject = inner ?? copy;
  if (behaviour.lowerCaseNames && typeof subject['name'] === 'string') {
    subject['name'] = subject['name'].toLowerCase();
  }
  for (const path of behaviour.drop ?? []) {
    const place = placeOf(subject, path);
    if (place) delete place.parent[place.key];
  }
  for (const [path, value] of Object.entries(behaviour.rewrite ?? {})) {
    const place = placeOf(subject, path);
    if (place) place.parent[place.key] = value;
  }
  return copy;
}

function placeOf(tree: Tree, path: string): { parent: Tree; key: string } | undefined {
  const keys = path.split('.');
  const key = keys.pop() ?? '';
  let parent = tree;
  for (const step of keys) {
    const next = Object.prototype.hasOwnProperty.call(parent, step) ? parent[step] : undefined;
    if (!isTree(next)) return undefined;
    parent = next;
  }
  return { parent, key };
}

/** What an operation was told to answer, whatever it is asked; `undefined`: what is right. */
export function forcedAnswer({
  redirect,
  status,
  message,
  issues,
  form,
}: PracticeBehaviour): PracticeAnswer | undefined {
  if (redirect) {
    return { status: redirect.status, headers: { Location: redirect.to }, body: '' };
  }
  if (status === undefined) {
    // These two are made of the right answer.
    const isOwn = form === undefined || form === 'wrongTypes' || form === 'list';
    return isOwn ? undefined : { status: 200, body: {} };
  }
  if (status < 300) return { status, body: {} };
  return errorAnswer(
    status,
    message ?? sentences[status] ?? `Status ${String(status)}, as asked for`,
    issues,
  );
}

/** The refusal of a body that the contract doesn't know. */
export function invalid(
  issues: readonly { message: string; path: readonly PropertyKey[] }[],
): PracticeAnswer {
  return errorAnswer(
    400,
    'Input validation failed',
    issues.map(({ message, path }) => ({
      message,
      path: path.map((key) => (typeof key === 'number' ? key : String(key))),
    })),
  );
}
