/** What the service made of a theme that it accepted, beside what was sent. Pure. */
import { idBeside } from '@shared/service/answered-id';
import { readSavedTemplate } from '@shared/service/answers';
import { pathSegment, type ServiceRequest } from '@shared/service/operations';
import type { Rewrite } from '@shared/publishing';
import type { Publication } from '@shared/theme/theme';

type Tree = Record<string, unknown>;

/** What the service made of a theme that it accepted. */
export interface TemplateAnswer {
  /** The id that it gave, if it is one that can be sent again. */
  readonly templateId: string | undefined;
  /** What it did not keep as it was sent. */
  readonly rewrites: Rewrite[];
  /** Whether it says what it kept of the theme. */
  readonly hasTheme: boolean;
  /** The template as it came. */
  readonly template: Record<string, unknown> | undefined;
}

/** What is around a template's theme. */
const factPaths = ['name', 'workspaceId'] as const;
const aroundTheTheme: readonly string[] = ['id', ...factPaths];

/** Values are cut for showing; custom CSS can be a million characters. */
const longestShown = 2_000;
/** A service that answers more than this is shown as far as this. */
const mostRewrites = 200;
const deepest = 12;
const longestId = 1_000;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the answer to a theme save, beside what was sent. Never throws. */
export function readTemplateAnswer(
  request: ServiceRequest,
  sentId: string,
  body: unknown,
): TemplateAnswer {
  const saved = readSavedTemplate(body);
  if (saved === undefined) {
    return { templateId: undefined, rewrites: [], hasTheme: false, template: undefined };
  }
  const sent = JSON.parse(request.body) as Tree;
  const rewrites: Rewrite[] = [];
  const isSafe = saved.id !== undefined && isSafeId(saved.id);
  if (saved.id !== undefined && !isSafe) {
    rewrites.push({ path: 'id', kind: 'rewritten', sent: sentId, answered: shown(saved.id) });
  }
  const facts = { ...saved, workspaceId: idBeside(sent['workspaceId'], saved.workspaceId) };
  for (const path of factPaths) {
    const answered = facts[path];
    if (answered !== undefined && answered !== sent[path]) {
      rewrites.push({
        path,
        kind: 'rewritten',
        sent: shown(sent[path]),
        answered: shown(answered),
      });
    }
  }
  if (saved.theme !== undefined) rewrites.push(...themeRewrites(sent['theme'], saved.theme));
  return {
    templateId: isSafe ? saved.id : undefined,
    rewrites: rewrites.slice(0, mostRewrites),
    hasTheme: saved.theme !== undefined,
    template: templateIn(body),
  };
}

/** The template object itself, under its key or at the top level. */
function templateIn(body: unknown): Record<string, unknown> | undefined {
  if (!isTree(body)) return undefined;
  const inner = body['themeTemplate'];
  return isTree(inner) ? inner : body;
}

/** Whether the id can stand in a path as one segment. */
function isSafeId(id: string): boolean {
  if (id.length > longestId) return false;
  try {
    pathSegment(id, 'templateId');
    return true;
  } catch {
    return false;
  }
}

/** Every path is of one thing: a theme that has a `name` of its own is not the template's name. */
function themeRewrites(sent: unknown, answered: unknown): Rewrite[] {
  const was = leaves(sent);
  const is = leaves(answered);
  const rewrites: Rewrite[] = [];
  for (const [path, value] of was) {
    const answer = is.get(path);
    if (answer === undefined) {
      rewrites.push({ path, kind: 'dropped', sent: shown(value), answered: '' });
    } else if (answer !== value) {
      rewrites.push({ path, kind: 'rewritten', sent: shown(value), answered: shown(answer) });
    }
  }
  for (const [path, value] of is) {
    if (!was.has(path)) rewrites.push({ path, kind: 'added', sent: '', answered: shown(value) });
  }
  return rewrites;
}

const topPath = (key: string) => (aroundTheTheme.includes(key) ? `theme.${key}` : key);

/** Every value of a theme by its dotted path; `null` is as good as not there, a list is one value. */
function leaves(theme: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const collect = (value: unknown, path: string, depth: number): void => {
    if (value === null || value === undefined) return;
    if (isTree(value) && depth < deepest) {
      for (const [key, inner] of Object.entries(value)) {
        collect(inner, path === '' ? topPath(key) : `${path}.${key}`, depth + 1);
      }
    } else if (path !== '') {
      found.set(path, typeof value === 'object' ? JSON.stringify(value) : value);
    }
  };
  collect(theme, '', 0);
  return found;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/** A larger answer is not kept in the theme's file, which would grow with every connection. */
const largestKeptAnswer = 256 * 1024;

/** What of an answered template is kept in the theme's file. */
export function keptAnswer(
  template: Record<string, unknown> | undefined,
): Pick<Publication, 'answer'> {
  if (template === undefined) return {};
  if (JSON.stringify(template).length <= largestKeptAnswer) return { answer: template };
  const { theme: _large, ...facts } = template;
  return JSON.stringify(facts).length <= largestKeptAnswer ? { answer: facts } : {};
}
