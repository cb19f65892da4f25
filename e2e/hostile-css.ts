/**
 * The hostile style sheets, one a file in `hostile-css/`. The first line says whether a window
 * without Foyer's guards is seen to ask for the sheet's address, and how often the rest is repeated:
 * `/* reaches: yes|no|maybe|named; repeat: 100. Why. *\/`. `{url}`, `{host}`, `{scheme}`, `{named}`
 * and `{i}` are filled in.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';

export interface HostileSheet {
  readonly name: string;
  readonly css: string;
  /** `maybe` depends on what is drawn; `named` is seen by the look-up of a name. */
  readonly reaches: 'yes' | 'no' | 'maybe' | 'named';
  /** Made to keep the browser busy: the preview may refuse to wear it. */
  readonly isHeavy: boolean;
}

const folder = join(import.meta.dirname, 'hostile-css');
const head = /^\/\* reaches: (yes|no|maybe|named)(?:; repeat: (\d+))?\b.*\*\/\n/u;

/** Every sheet, asking `origin` for `/css-<name>` and the resolver for `<name>.<domain>`. */
export function hostileSheets(origin: string, domain: string): HostileSheet[] {
  const { host, protocol } = new URL(origin);
  return readdirSync(folder).map((file) => {
    const name = basename(file, '.css');
    const text = readFileSync(join(folder, file), 'utf8');
    const [first = '', reaches, repeat] = head.exec(text) ?? [];
    if (reaches === undefined) throw new Error(`${file} does not say whether it reaches.`);
    const body = text
      .slice(first.length)
      .replaceAll('{url}', `${origin}/css-${name}`)
      .replaceAll('{host}', host)
      .replaceAll('{scheme}', protocol.slice(0, -1))
      .replaceAll('{named}', `${name}.${domain}`);
    const times = Number(repeat ?? 0);
    return {
      name,
      css: times === 0 ? body : repeated(body, times),
      reaches: reaches as HostileSheet['reaches'],
      isHeavy: name.startsWith('heavy-'),
    };
  });
}

/** `many` sheets that were made of these by chance: cut, spliced into another, or with other signs in them. */
export function mutatedSheets(
  sheets: readonly HostileSheet[],
  seed: number,
  many: number,
): Pick<HostileSheet, 'name' | 'css'>[] {
  const signs = [
    ...[
      '"',
      "'",
      '(',
      ')',
      '{',
      '}',
      '[',
      ']',
      ';',
      ':',
      ',',
      '/*',
      '*/',
      '\\',
      '\\75rl(',
      '\n',
      '\0',
    ],
    ...[
      '@import ',
      '@media all {',
      '@layer x;',
      'url(',
      'url("',
      'image-set(',
      'var(--x)',
      '!important',
    ],
    ...[
      '</style>',
      '<!--',
      '-->',
      '\u{1F600}',
      '\uFEFF',
      '*',
      '::before',
      ' & ',
      'attr(href)',
      '#',
      '?',
    ],
  ];
  const sheet = fc.nat(sheets.length - 1).map((at) => sheets[at]?.css ?? '');
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  const at = (css: string, part: number) => Math.floor(part * css.length);
  const mutation = fc.oneof(
    fc.tuple(place, fc.constantFrom(...signs)).map(
      ([where, sign]) =>
        (css: string) =>
          css.slice(0, at(css, where)) + sign + css.slice(at(css, where)),
    ),
    fc.tuple(place, fc.nat(20)).map(
      ([where, length]) =>
        (css: string) =>
          css.slice(0, at(css, where)) + css.slice(at(css, where) + length),
    ),
    fc.tuple(place, sheet, place).map(
      ([where, other, from]) =>
        (css: string) =>
          css.slice(0, at(css, where)) + other.slice(at(other, from)) + css.slice(at(css, where)),
    ),
    fc.constant((css: string) => css.toUpperCase()),
  );
  return fc
    .sample(fc.tuple(sheet, fc.array(mutation, { minLength: 1, maxLength: 3 })), {
      ...{ numRuns: many, seed },
    })
    .map(([css, mutations], index) => ({
      name: `mutated ${String(index)}`,
      // What can't be sent is refused in words before anybody sees it (`isSendable`).
      css: mutations.reduce((now, each) => each(now), css).replaceAll(/[\0\p{Surrogate}]/gu, ''),
    }));
}

function repeated(text: string, times: number): string {
  const parts: string[] = [];
  for (let at = 0; at < times; at += 1) parts.push(text.replaceAll('{i}', String(at)));
  return parts.join('');
}

/** Something of every kind that the style sheets are for. */
export const styledBody =
  '<h1>h</h1><p>p<em>e</em><i>i</i><b>b</b><u>u</u><s>s</s><q>q</q><small>s</small><a>a</a></p>' +
  '<div class="typebot-host-bubble">d</div><ul><li><span>l</span></li></ul><nav>n</nav>' +
  '<button class="typebot-button">b</button><form><input type="text" placeholder="p"></form>';
