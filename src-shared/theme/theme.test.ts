import { describe, expect, it } from 'vitest';
import {
  newTheme,
  publicationKey,
  themeDocumentSchema,
  themeNameSchema,
  themeSchema,
  timesUnlinked,
  timesUnlinkedFrom,
} from './theme';

describe('a new theme', () => {
  it('is one that the schema takes, and a fresh one each time', () => {
    expect(themeSchema.parse(newTheme())).toEqual(newTheme());
    expect(newTheme().chat).not.toBe(newTheme().chat);
  });
});

describe('a theme document', () => {
  const document = {
    format: 1,
    id: 'x',
    name: '',
    tags: [],
    updatedAt: '',
    publications: {},
    theme: { ...newTheme(), extra: { deep: [1] } },
    author: 'me',
  };

  it('counts what was unlinked, also where nobody noted from which template', () => {
    const { unlinked } = themeDocumentSchema.parse({
      ...document,
      unlinked: { there: { one: 1, two: 2 }, elsewhere: 2 },
    });
    expect(timesUnlinked({ unlinked }, 'there')).toBe(3);
    expect(timesUnlinkedFrom({ unlinked }, 'there', 'two')).toBe(2);
    expect(timesUnlinked({ unlinked }, 'elsewhere')).toBe(2);
    expect(timesUnlinkedFrom({ unlinked }, 'elsewhere', 'two')).toBe(0);
  });

  it('keeps unknown keys', () => {
    expect(themeDocumentSchema.parse(document)).toEqual(document);
  });

  it.each([
    ['another format', { format: 2 }],
    ['no id', { id: '' }],
    ['an unknown roundness', { theme: { ...newTheme(), roundness: 'huge' } }],
    ['a missing part', { theme: { general: newTheme().general } }],
  ])('is refused with %s', (_what, change) => {
    expect(themeDocumentSchema.safeParse({ ...document, ...change }).success).toBe(false);
  });
});

describe('a theme’s name', () => {
  it('is trimmed, never empty, and at most 200 characters', () => {
    expect(themeNameSchema.parse('  Harbour ')).toBe('Harbour');
    expect(themeNameSchema.safeParse('   ').success).toBe(false);
    expect(themeNameSchema.safeParse('x'.repeat(201)).success).toBe(false);
  });
});

describe('the key of a publication', () => {
  it('is another for each address and each workspace', () => {
    const keys = [
      publicationKey({ baseAddress: 'https://a.example/v1', workspaceId: 'w' }),
      publicationKey({ baseAddress: 'https://a.example/v1', workspaceId: 'w2' }),
      publicationKey({ baseAddress: 'https://b.example/v1', workspaceId: 'w' }),
    ];
    expect(new Set(keys).size).toBe(3);
  });
});
