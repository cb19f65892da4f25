/**
 * What changed between two contents of a theme, as patches that can be played in both directions.
 * Long texts (custom CSS) are kept as the part that changed, so that a day of typing stays small.
 */
import type { Publication } from '@shared/theme/theme';
import { isNewerLink } from '../catalogue/newer-links';

type Tree = Record<string, unknown>;

/** The keys on the way to a value; never empty. */
export type Place = readonly string[];

/** One place in the content that changed. */
export type Patch =
  | {
      readonly kind: 'value';
      readonly path: Place;
      /** `undefined`: it was not there. */
      readonly before: unknown;
      /** `undefined`: it is not there any more. */
      readonly after: unknown;
    }
  | {
      readonly kind: 'text';
      readonly path: Place;
      /** Where the two texts begin to differ, in UTF-16 units. */
      readonly at: number;
      readonly removed: string;
      readonly inserted: string;
    }
  | {
      /**
       * A link to a template that gave way to an older one, or to none: undo puts it back where nothing
       * was published or linked since. Nothing takes a link to what a service has away again.
       */
      readonly kind: 'link';
      readonly path: Place;
      readonly before: Publication;
      readonly after: Publication | undefined;
    };

/** Texts shorter than this are kept whole. */
const shortText = 200;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two values are the same JSON, whatever the order of their keys. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => sameJson(item, other[index]));
  }
  if (!isTree(one) || !isTree(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key], other[key]))
  );
}

/** For `JSON.stringify`: objects with their keys in one order, so that the same JSON is the same text. */
export function sortedKeys(_key: string, value: unknown): unknown {
  if (!isTree(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, value[key]]));
}

/**
 * The patches that turn `before` into `after`, each of another place, so that their order does not
 * matter. Lists are taken as one value each.
 */
export function patchesBetween(before: object, after: object): readonly Patch[] {
  const patches: Patch[] = [];
  collect(before as Tree, after as Tree, [], patches);
  return patches;
}

function collect(before: Tree, after: Tree, path: Place, patches: Patch[]): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const was = own(before, key);
    const is = own(after, key);
    if (was === is) continue;
    const here = [...path, key];
    if (path[0] === 'publications') {
      const [link, other] = [was, is] as [Publication | undefined, Publication | undefined];
      if (link !== undefined && isNewerLink(link, other)) {
        patches.push({ kind: 'link', path: here, before: link, after: other });
      }
    } else if (isTree(was) && isTree(is)) collect(was, is, here, patches);
    else if (typeof was === 'string' && typeof is === 'string') patches.push(texts(here, was, is));
    else if (!sameJson(was, is))
      patches.push({ kind: 'value', path: here, before: was, after: is });
  }
}

function own(tree: Tree, key: string): unknown {
  return Object.hasOwn(tree, key) ? tree[key] : undefined;
}

function texts(path: Place, before: string, after: string): Patch {
  if (before.length < shortText && after.length < shortText) {
    return { kind: 'value', path, before, after };
  }
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  let end = 0;
  while (
    end < shorter - at &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end += 1;
  }
  return {
    kind: 'text',
    path,
    at,
    removed: detached(before.slice(at, before.length - end)),
    inserted: detached(after.slice(at, after.length - end)),
  };
}

/** A copy that does not keep the long text alive that it was cut from, as V8's slices do. */
function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

/** Plays patches forward; the content itself is not touched. */
export function withPatches<Content extends object>(
  content: Content,
  patches: readonly Patch[],
): Content {
  return patches.reduce<Content>((result, patch) => replaced(result, patch, false), content);
}

/**
 * Plays patches backward: `withoutPatches(after, patchesBetween(before, after))` is `before`, with the
 * newer links of both.
 */
export function withoutPatches<Content extends object>(
  content: Content,
  patches: readonly Patch[],
): Content {
  return patches.reduce<Content>((result, patch) => replaced(result, patch, true), content);
}

/** The content with what another one has at these places. */
export function withPlacesOf<Content extends object>(
  content: Content,
  places: readonly Place[],
  other: object,
): Content {
  return places.reduce<Content>((result, path) => {
    const [before, after] = [valueAt(result, path), valueAt(other, path)];
    // What is in neither needs nothing to be in.
    if (before === undefined && after === undefined) return result;
    return replaced(result, { kind: 'value', path, before, after }, false);
  }, content);
}

function valueAt(content: object, path: Place): unknown {
  return path.reduce<unknown>((tree, key) => (isTree(tree) ? own(tree, key) : undefined), content);
}

function replaced<Content extends object>(content: Content, patch: Patch, back: boolean): Content {
  const change = (tree: Tree, depth: number): Tree => {
    const key = patch.path[depth] as string;
    const inner = own(tree, key);
    if (depth < patch.path.length - 1) {
      return { ...tree, [key]: change(isTree(inner) ? inner : {}, depth + 1) };
    }
    const value = valueOf(patch, inner, back);
    if (value !== undefined) return { ...tree, [key]: value };
    const { [key]: _gone, ...rest } = tree;
    return rest;
  };
  return change(content as Tree, 0) as Content;
}

function valueOf(patch: Patch, inner: unknown, back: boolean): unknown {
  if (patch.kind === 'value') return back ? patch.before : patch.after;
  if (patch.kind === 'link') return back && sameJson(inner, patch.after) ? patch.before : inner;
  const text = typeof inner === 'string' ? inner : '';
  const [out, into] = back ? [patch.inserted, patch.removed] : [patch.removed, patch.inserted];
  return text.slice(0, patch.at) + into + text.slice(patch.at + out.length);
}

/** The places that a step changes, as `OpenTheme` names them. */
export function placesIn(patches: readonly Patch[]): string[] {
  return patches
    .filter(isOfContent)
    .map(({ path }) => (path[0] === 'theme' ? path.slice(1) : path).join('.'));
}

/** Whether it changes what a person edits. */
export function isOfContent({ kind }: Patch): boolean {
  return kind !== 'link';
}
