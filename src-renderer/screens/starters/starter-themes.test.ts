import { describe, expect, it } from 'vitest';
import { themeFieldNames } from '@shared/theme/field-names';
import { tagSchema, themeNameSchema, themeSchema } from '@shared/theme/theme';

const modules = import.meta.glob<Record<string, unknown>>('../../../resources/themes/*.json', {
  eager: true,
  import: 'default',
});
const starters = new Map(
  Object.entries(modules).map(([path, starter]) => [path.split('/').at(-1) ?? path, starter]),
);
const files = [...starters.keys()];

function read(file: string): Record<string, unknown> {
  return starters.get(file) ?? {};
}

/** The dotted paths of everything that is no object. */
function paths(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    paths(inner, path === '' ? key : `${path}.${key}`),
  );
}

/** Relative luminance, WCAG 2.2. Written here once more, so that it checks the app's own. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

it('has at least twelve, of every roundness, with names of their own', () => {
  const themes = files.map((file) => themeSchema.parse(read(file)['theme']));
  expect(files.length).toBeGreaterThanOrEqual(12);
  expect(new Set(themes.map(({ roundness }) => roundness))).toEqual(
    new Set(['none', 'medium', 'large']),
  );
  expect(new Set(files.map((file) => read(file)['name'])).size).toBe(files.length);
});

describe.each(files)('%s', (file) => {
  const starter = read(file);
  const theme = themeSchema.parse(starter['theme']);

  it('has an id, a name and tags that the library takes', () => {
    expect(Object.keys(starter)).toEqual(['id', 'name', 'tags', 'theme']);
    expect(`${String(starter['id'])}.json`).toBe(file);
    themeNameSchema.parse(starter['name']);
    expect(tagSchema.array().min(1).parse(starter['tags'])).toEqual(starter['tags']);
  });

  it('has documented fields only', () => {
    const known: readonly string[] = themeFieldNames;
    expect(paths(theme, '').filter((path) => !known.includes(path))).toEqual([]);
  });

  it('can be read: every text has 4.5:1 on its ground', () => {
    const { hostBubbles, guestBubbles, buttons, inputs } = theme.chat;
    const pairs = {
      hostBubbles,
      guestBubbles,
      buttons,
      inputs,
      placeholder: { ...inputs, color: inputs.placeholderColor },
    };
    for (const [name, { backgroundColor, color }] of Object.entries(pairs)) {
      expect(backgroundColor).toMatch(/^#[0-9A-F]{6}$/u);
      expect(contrast(backgroundColor, color), name).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('asks the network for nothing', () => {
    expect(theme.customCss ?? '').not.toMatch(/url\(|@import|@font-face/u);
  });
});
