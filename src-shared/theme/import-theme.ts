/**
 * One theme object of foreign origin, turned into one of the documented shape. Only documented
 * fields are copied; what the file has beyond them is named, and what it lacks gets the value of a
 * new theme, and is named too.
 *
 * The shapes are the contract's own and those of bot files: an older one with the roundness in
 * `chat`, and newer ones with a font that is an object, a `container`, and borders on each surface
 * (Typebot's exported files, 2022 to 2025).
 */
import { isSendable } from '../sendable-text';
import type { Expected } from './import-fault';
import { refused } from './import-refused';
import { backgroundTypes, newTheme, roundnesses, type Theme } from './theme';

/** What was done to make it fit, as paths in the theme: `chat.hostBubbles.opacity`. */
export interface ThemeNotes {
  /** Not taken: the theme has no such field. */
  readonly leftOut: string[];
  /** Not in the file: the value of a new theme was taken. */
  readonly defaulted: string[];
}

/** The longest font, colour and address, as `themeFields` has it. */
const longestText = 2_000;
const longestCss = 2_000_000;

export type Tree = Readonly<Record<string, unknown>>;

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object of the file whose keys are taken one by one; what nobody took is left out by name. */
class Part {
  readonly #tree: Tree;
  readonly #root: string;
  readonly #path: string;
  readonly #notes: ThemeNotes;
  readonly #taken = new Set<string>();

  constructor(tree: Tree, root: string, path: string, notes: ThemeNotes) {
    this.#tree = tree;
    this.#root = root;
    this.#path = path;
    this.#notes = notes;
  }

  /** The value of a key; `null` counts as missing, as services write it for what is not set. */
  take(key: string): unknown {
    this.#taken.add(key);
    return Object.hasOwn(this.#tree, key) ? (this.#tree[key] ?? undefined) : undefined;
  }

  /** The object at a key. */
  part(key: string): Part | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    if (!isTree(value)) throw this.wrong(key, 'object');
    return new Part(value, this.#root, this.#join(key), this.#notes);
  }

  text(key: string, limit = longestText): string | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw this.wrong(key, 'text');
    if (value.length > limit) throw refused({ reason: 'tooLong', at: this.#at(key), limit });
    if (!isSendable(value)) throw refused({ reason: 'unsendable', at: this.#at(key) });
    return value;
  }

  /** An address. A longer one holds the picture itself, which a theme can't. */
  address(key: string): string | undefined {
    const value = this.take(key);
    if (typeof value !== 'string' || value.length <= longestText) return this.text(key);
    this.leaveOut(key);
    return undefined;
  }

  yesOrNo(key: string): boolean | undefined {
    const value = this.take(key);
    if (value === undefined || typeof value === 'boolean') return value;
    throw this.wrong(key, 'yesOrNo');
  }

  oneOf<Value extends string>(key: string, values: readonly Value[]): Value | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    const found = values.find((value) => value === text);
    if (found === undefined) {
      throw refused({ reason: 'notOneOf', at: this.#at(key), values: [...values] });
    }
    return found;
  }

  /** The value, or the one of a new theme, which is noted. */
  or<Value>(key: string, value: Value | undefined, usual: Value): Value {
    if (value === undefined) this.#notes.defaulted.push(this.#join(key));
    return value ?? usual;
  }

  leaveOut(key: string): void {
    this.#taken.add(key);
    this.#notes.leftOut.push(this.#join(key));
  }

  /** Notes what was not taken. */
  end(): void {
    for (const key of Object.keys(this.#tree)) {
      if (!this.#taken.has(key)) this.#notes.leftOut.push(this.#join(key));
    }
  }

  wrong(key: string, expected: Expected): Error {
    return refused({ reason: 'wrongType', at: this.#at(key), expected });
  }

  #join(key: string): string {
    return this.#path === '' ? key : `${this.#path}.${key}`;
  }

  #at(key: string): string {
    return [this.#root, this.#join(key)].filter((part) => part !== '').join('.');
  }
}

/** Whether it is an object that can be meant as a theme. */
export function looksLikeTheme(value: unknown): value is Tree {
  return isTree(value) && (isTree(value['general']) || isTree(value['chat']));
}

/**
 * The theme that an object means, and what was done to it. `root` is its place in the file.
 * @throws ProblemError importRefused, with the first thing wrong
 */
export function themeOf(tree: Tree, root: string): { theme: Theme; notes: ThemeNotes } {
  const notes: ThemeNotes = { leftOut: [], defaulted: [] };
  const usual = newTheme();
  const top = new Part(tree, root, '', notes);
  const missing = (path: string): Part => new Part({}, root, path, notes);

  const general = top.part('general') ?? missing('general');
  const chat = top.part('chat') ?? missing('chat');
  const container = chat.part('container');
  const containerGround = container?.text('backgroundColor');
  const containerText = container?.text('color');

  const font = general.or('font', fontOf(general), usual.general.font);
  const background = backgroundOf(general, usual, containerGround);
  // A ground and a text colour of the whole chat that found no use are left out like the rest.
  if (containerGround !== undefined && !background.isContainers) {
    container?.leaveOut('backgroundColor');
  }
  general.end();

  let isContainerTextUsed = false;
  const surfaceOf = (key: 'hostBubbles' | 'guestBubbles' | 'buttons' | 'inputs') => {
    const given = chat.part(key);
    const ownColor = given?.text('color');
    const standIn = key === 'hostBubbles' ? containerText : undefined;
    const color = ownColor ?? standIn;
    if (ownColor === undefined && standIn !== undefined) isContainerTextUsed = true;
    // One of which nothing is known is named once, not field by field.
    const isMissing = given === undefined && color === undefined;
    if (isMissing) notes.defaulted.push(`chat.${key}`);
    const partNotes = isMissing ? { leftOut: [], defaulted: [] } : notes;
    const part = given ?? new Part({}, root, `chat.${key}`, partNotes);
    const border = takeBorder(part);
    const surface = {
      backgroundColor: part.or(
        'backgroundColor',
        part.text('backgroundColor'),
        usual.chat[key].backgroundColor,
      ),
      color: part.or('color', color, usual.chat[key].color),
    };
    return { part, surface, border };
  };
  const avatarOf = (key: 'hostAvatar' | 'guestAvatar', isUsual: boolean) => {
    const part = chat.part(key);
    if (part === undefined) return {};
    const isEnabled = part.or('isEnabled', part.yesOrNo('isEnabled'), isUsual);
    const url = part.address('url');
    part.end();
    return { [key]: { isEnabled, ...(url === undefined ? {} : { url }) } };
  };

  const hostAvatar = avatarOf('hostAvatar', true);
  const guestAvatar = avatarOf('guestAvatar', false);
  const host = surfaceOf('hostBubbles');
  const guest = surfaceOf('guestBubbles');
  const buttons = surfaceOf('buttons');
  const inputs = surfaceOf('inputs');
  const placeholderColor = inputs.part.or(
    'placeholderColor',
    inputs.part.text('placeholderColor'),
    usual.chat.inputs.placeholderColor,
  );
  for (const { part } of [host, guest, buttons, inputs]) part.end();
  if (containerText !== undefined && !isContainerTextUsed) container?.leaveOut('color');
  container?.end();

  const newer = top.oneOf('roundness', roundnesses);
  const older = chat.oneOf('roundness', roundnesses);
  if (newer !== undefined && older !== undefined && older !== newer) chat.leaveOut('roundness');
  chat.end();
  const roundness =
    newer ??
    older ??
    // The buttons' border is the one that shows most; text bubbles have no roundness of their own.
    buttons.border?.roundness ??
    inputs.border?.roundness;
  for (const surface of [host, guest, buttons, inputs]) {
    const isOfBubbles = surface === host || surface === guest;
    const isUsed = !isOfBubbles && surface.border?.roundness === roundness;
    if (surface.border && !(isUsed && surface.border.isWhole)) surface.part.leaveOut('border');
  }
  const customCss = top.text('customCss', longestCss);
  top.end();

  const theme: Theme = {
    general: { font, background: background.value },
    chat: {
      ...hostAvatar,
      ...guestAvatar,
      hostBubbles: host.surface,
      guestBubbles: guest.surface,
      buttons: buttons.surface,
      inputs: { ...inputs.surface, placeholderColor },
    },
    ...(roundness === undefined ? {} : { roundness }),
    ...(customCss === undefined ? {} : { customCss }),
  };
  return { theme, notes };
}

/** A font is its name, or in newer files an object with its family. */
function fontOf(general: Part): string | undefined {
  const value = general.take('font');
  if (!isTree(value)) return general.text('font');
  const part = general.part('font');
  // It says where the font comes from, which its name says as well.
  part?.take('type');
  const family = part?.text('family');
  part?.end();
  return family;
}

/** The background; the container's colour stands in where the file has no other. */
function backgroundOf(
  general: Part,
  usual: Theme,
  containerGround: string | undefined,
): { value: Theme['general']['background']; isContainers: boolean } {
  const part = general.part('background');
  const type = part?.oneOf('type', backgroundTypes);
  const content = part?.address('content');
  part?.end();
  if ((type === undefined && content === undefined) || type === 'None') {
    if (containerGround !== undefined) {
      if (content !== undefined) part?.leaveOut('content');
      return { value: { type: 'Color', content: containerGround }, isContainers: true };
    }
    if (type === 'None') {
      return {
        value: { type, ...(content === undefined ? {} : { content }) },
        isContainers: false,
      };
    }
    general.or('background', undefined, usual.general.background);
    return { value: usual.general.background, isContainers: false };
  }
  return {
    value: { type: type ?? 'Color', ...(content === undefined ? {} : { content }) },
    isContainers: false,
  };
}

/** A border of a surface, as newer files have it. */
interface Border {
  readonly roundness: Theme['roundness'];
  /** There is nothing else in it. */
  readonly isWhole: boolean;
}

/** The border, of which a theme can have the roundness alone. */
function takeBorder(part: Part): Border | undefined {
  const border = part.take('border');
  if (border === undefined) return undefined;
  if (!isTree(border)) return { roundness: undefined, isWhole: false };
  // The files spell it so; other tools write it right.
  const { roundeness, roundness: spelledRight, ...rest } = border;
  const roundness = roundnesses.find((value) => value === (roundeness ?? spelledRight));
  return { roundness, isWhole: roundness !== undefined && Object.keys(rest).length === 0 };
}
