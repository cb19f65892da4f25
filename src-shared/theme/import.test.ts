import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../problem-error';
import { findThemes, hasPictures } from './import';
import type { ImportFault } from './import-fault';
import { newTheme, themeSchema } from './theme';

const theme = newTheme();
const one = (value: unknown) => {
  const [first] = findThemes(value).themes;
  if (!first) throw new Error('nothing found');
  return first;
};
function faultOf(value: unknown): ImportFault {
  try {
    findThemes(value);
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'importRefused') {
      return error.problem.fault;
    }
    throw error;
  }
  throw new Error('it was taken');
}

/** A bot as services of this kind exported it around 2022. */
const olderBot = {
  id: 'bot',
  name: 'Lead generation',
  version: '3',
  groups: [{ id: 'g', title: 'Start', blocks: [] }],
  edges: [],
  variables: [],
  settings: {},
  theme: {
    general: { font: 'Open Sans', background: { type: 'Color', content: '#ffffff' } },
    chat: {
      roundness: 'large',
      hostBubbles: { color: '#303235', backgroundColor: '#F7F8FF' },
      guestBubbles: { color: '#FFFFFF', backgroundColor: '#FF8E21' },
      buttons: { color: '#FFFFFF', backgroundColor: '#0042DA' },
      inputs: { color: '#303235', backgroundColor: '#FFFFFF', placeholderColor: '#9095A0' },
    },
  },
};

/** The same service's shape of 2025. */
const newerBot = {
  version: '6.1',
  id: 'bot',
  name: 'Support',
  events: [],
  groups: [],
  theme: {
    general: {
      font: { type: 'Google', family: 'Karla' },
      background: { type: 'None' },
      progressBar: { isEnabled: true, color: '#000000' },
    },
    chat: {
      container: { backgroundColor: '#101820', color: '#F2AA4C', maxWidth: '800px' },
      hostAvatar: { isEnabled: true, url: 'https://example.com/a.png' },
      hostBubbles: { backgroundColor: '#222222', opacity: 0.8, border: { roundeness: 'large' } },
      buttons: { color: '#FFFFFF', border: { roundeness: 'none' } },
      inputs: { border: { roundeness: 'custom', customRoundeness: 12 } },
      buttonsInput: { layout: 'vertical' },
    },
    customCss: '.typebot-button {}',
  },
};

describe('where a theme is found', () => {
  it.each([
    [
      'an export',
      { foyer: 'themes', format: 1, themes: [{ name: 'A', tags: [], theme }] },
      'export',
    ],
    [
      'a backup',
      { foyer: 'backup', format: 1, themes: [{ name: 'A', theme }], parts: {} },
      'backup',
    ],
    ['a file of the library', { format: 1, id: 'x', name: 'A', tags: [], theme }, 'themeFile'],
    ['a name with a theme', { name: 'A', theme }, 'template'],
    ['a template', { themeTemplate: { id: 't', name: 'A', theme } }, 'template'],
    ['templates', { themeTemplates: [{ name: 'A', theme }] }, 'template'],
    ['a bot', { ...olderBot, name: 'A' }, 'bot'],
    ['a bot under its key', { typebot: { name: 'A', theme } }, 'bot'],
    ['a public bot', { publicTypebot: { name: 'A', theme } }, 'bot'],
  ])('%s', (_what, value, kind) => {
    const found = findThemes(value);
    expect(found.kind).toBe(kind);
    expect(found.themes[0]?.name).toBe('A');
  });

  it.each([
    ['themes', [theme, { ...theme, roundness: 'large' }], 'theme', [undefined, undefined]],
    [
      'names with themes',
      [
        { name: 'A', theme },
        { name: 'B', theme },
      ],
      'template',
      ['A', 'B'],
    ],
    [
      'files of a library',
      [{ format: 1, id: 'x', name: 'A', tags: [], theme }],
      'themeFile',
      ['A'],
    ],
    ['both', [theme, { name: 'B', theme }], 'template', [undefined, 'B']],
  ] as const)('a bare list of %s', (_what, value, kind, names) => {
    const { kind: foundKind, themes } = findThemes(value);
    expect(foundKind).toBe(kind);
    expect(themes.map(({ name }) => name)).toEqual(names);
    expect(themes[0]?.theme).toEqual(theme);
  });

  it('a bare theme, which has no name', () => {
    expect(findThemes(theme)).toEqual({
      kind: 'theme',
      themes: [{ name: undefined, tags: [], theme, leftOut: [], defaulted: [] }],
    });
  });

  it('many in one file, each with its name and tags', () => {
    const themes = ['A', 'B'].map((name) => ({ name, tags: ['x', ' x ', name], theme }));
    expect(
      findThemes({ foyer: 'themes', format: 1, themes }).themes.map(({ name, tags }) => [
        name,
        tags,
      ]),
    ).toEqual([
      ['A', ['x', 'A']],
      ['B', ['x', 'B']],
    ]);
  });
});

describe('bot files', () => {
  it('older ones keep the roundness in the chat', () => {
    expect(one(olderBot)).toMatchObject({
      name: 'Lead generation',
      theme: { roundness: 'large', general: { font: 'Open Sans' } },
      leftOut: [],
      defaulted: [],
    });
    expect(one(olderBot).theme.chat).not.toHaveProperty('roundness');
    expect(one(olderBot).theme.chat).not.toHaveProperty('hostAvatar');
  });

  it('newer ones are mapped as far as a theme goes, and the rest is named', () => {
    const { theme: mapped, leftOut, defaulted } = one(newerBot);
    expect(mapped).toEqual({
      general: { font: 'Karla', background: { type: 'Color', content: '#101820' } },
      chat: {
        hostAvatar: { isEnabled: true, url: 'https://example.com/a.png' },
        hostBubbles: { backgroundColor: '#222222', color: '#F2AA4C' },
        guestBubbles: theme.chat.guestBubbles,
        buttons: { backgroundColor: '#0042DA', color: '#FFFFFF' },
        inputs: theme.chat.inputs,
      },
      roundness: 'none',
      customCss: '.typebot-button {}',
    });
    expect(leftOut.sort()).toEqual([
      'chat.buttonsInput',
      'chat.container.maxWidth',
      'chat.hostBubbles.border',
      'chat.hostBubbles.opacity',
      'chat.inputs.border',
      'general.progressBar',
    ]);
    expect(defaulted).toContain('chat.guestBubbles');
    expect(defaulted).toContain('chat.buttons.backgroundColor');
    expect(defaulted).not.toContain('chat.hostBubbles.color');
  });

  it.each([
    ['of the buttons', { buttons: { border: { roundeness: 'large' } } }, 'large', []],
    ['of the inputs alone', { inputs: { border: { roundeness: 'none' } } }, 'none', []],
    ['spelled right', { buttons: { border: { roundness: 'large' } } }, 'large', []],
    [
      'of the text bubbles',
      { guestBubbles: { border: { roundeness: 'large' } } },
      undefined,
      ['chat.guestBubbles.border'],
    ],
    [
      'of inputs that differ from the buttons',
      {
        buttons: { border: { roundeness: 'large' } },
        inputs: { border: { roundeness: 'none' } },
      },
      'large',
      ['chat.inputs.border'],
    ],
    [
      'beside another of the whole chat',
      { roundness: 'none', buttons: { border: { roundeness: 'large' } } },
      'none',
      ['chat.buttons.border'],
    ],
    [
      'with a colour and a width',
      { buttons: { border: { roundeness: 'large', color: '#000', thickness: 2 } } },
      'large',
      ['chat.buttons.border'],
    ],
  ])(
    'newer ones’ border roundness %s is used or left out by name',
    (_of, chat, roundness, lost) => {
      const { theme: mapped, leftOut } = one({ groups: [], theme: { chat } });
      expect(mapped.roundness).toBe(roundness);
      expect(leftOut).toEqual(lost);
    },
  );

  it.each([
    ['no background', { general: { font: 'A' } }, 'general.background'],
    [
      'a background that is null',
      { general: { font: 'A', background: null } },
      'general.background',
    ],
    ['no font', { general: { background: { type: 'None' } } }, 'general.font'],
    ['no general part', { chat: {} }, 'general.font'],
    ['no chat part', { general: { font: 'A' } }, 'chat.inputs'],
    ['an avatar that says nothing', { chat: { hostAvatar: {} } }, 'chat.hostAvatar.isEnabled'],
  ])('with %s get the usual value', (_what, given, path) => {
    const found = one({ typebot: { theme: given } });
    expect(found.defaulted).toContain(path);
    expect(themeSchema.safeParse(found.theme).success).toBe(true);
  });

  it.each([
    [
      'a font with its own style sheet',
      { general: { font: { family: 'A', url: 'x' } } },
      'general.font.url',
    ],
    [
      'a picture that is no address',
      {
        chat: { hostAvatar: { isEnabled: true, url: `data:image/png;base64,${'A'.repeat(3000)}` } },
      },
      'chat.hostAvatar.url',
    ],
    [
      'a ground of the container beside its own',
      {
        general: { background: { type: 'Color', content: '#fff' } },
        chat: { container: { backgroundColor: '#000' } },
      },
      'chat.container.backgroundColor',
    ],
    [
      'a text colour that is not needed',
      { chat: { container: { color: '#000' }, hostBubbles: { color: '#111' } } },
      'chat.container.color',
    ],
    ['a border that is no object', { chat: { buttons: { border: 3 } } }, 'chat.buttons.border'],
    ['fields of its own', { general: { font: 'A' }, mine: 1 }, 'mine'],
  ])('lose %s, by name', (_what, given, path) => {
    expect(one({ theme: given, groups: [] }).leftOut).toContain(path);
  });

  it('that use the service’s usual look have no theme to import', () => {
    expect(faultOf({ typebot: { theme: {} } })).toEqual({
      reason: 'emptyTheme',
      at: 'typebot.theme',
    });
  });
});

describe('what is refused', () => {
  const held = (given: unknown) => ({
    foyer: 'themes',
    format: 1,
    themes: [{ name: 'A', theme: given }],
  });
  const type = (at: string, expected: string) => ({ reason: 'wrongType', at, expected });
  it.each<[string, unknown, object]>([
    ['a number', 3, { reason: 'noTheme' }],
    ['null', null, { reason: 'noTheme' }],
    ['an empty list', [], { reason: 'noTheme' }],
    ['a list of numbers', [1, 2, 3], { reason: 'noTheme' }],
    ['a list of other things', [theme, 5], { reason: 'wrongType', at: '1', expected: 'object' }],
    ['a mistake in a list', [theme, { general: { font: 5 } }], type('1.general.font', 'text')],
    [
      'a colour with half an emoji',
      held({ chat: { buttons: { color: '#fff\uD83D' } } }),
      { reason: 'unsendable', at: 'themes.0.theme.chat.buttons.color' },
    ],
    [
      'a style sheet with a NUL',
      { general: {}, customCss: '.a\0{}' },
      { reason: 'unsendable', at: 'customCss' },
    ],
    ['a text', 'theme', { reason: 'noTheme' }],
    ['an empty object', {}, { reason: 'noTheme' }],
    ['another file', { name: 'package', version: '1.0.0' }, { reason: 'noTheme' }],
    ['a bot without a theme', { groups: [], edges: [] }, { reason: 'noTheme' }],
    ['an object with a foreign theme', { theme: { primary: 'red' } }, { reason: 'noTheme' }],
    ['a theme that is a name', { theme: 'dark' }, type('theme', 'object')],
    ['a theme that is a list', { theme: [] }, type('theme', 'object')],
    ['a theme that is null', { theme: null }, type('theme', 'object')],
    [
      'another kind of export',
      { foyer: 'bots', format: 1 },
      { reason: 'notOneOf', at: 'foyer', values: ['themes', 'backup'] },
    ],
    ['an export without a format', { foyer: 'themes', themes: [] }, type('format', 'number')],
    [
      'a newer export',
      { foyer: 'themes', format: 2, themes: [] },
      { reason: 'newerFormat', format: 2 },
    ],
    [
      'an impossible format',
      { foyer: 'themes', format: 0 },
      { reason: 'notOneOf', at: 'format', values: ['1'] },
    ],
    [
      'a newer file of the library',
      { format: 9, id: 'x', theme },
      { reason: 'newerFormat', format: 9 },
    ],
    ['an export without themes', { foyer: 'themes', format: 1 }, type('themes', 'list')],
    ['an export of nothing', { foyer: 'themes', format: 1, themes: [] }, { reason: 'noTheme' }],
    [
      'a theme that is no object',
      { foyer: 'themes', format: 1, themes: [{ theme }, 5] },
      type('themes.1', 'object'),
    ],
    ['a name that is a number', { name: 5, theme }, type('name', 'text')],
    ['tags that are a text', { tags: 'a', theme }, type('tags', 'list')],
    ['tags of numbers', { tags: [1], theme }, type('tags', 'list')],
    [
      'a colour that is a number',
      held({ ...theme, chat: { ...theme.chat, buttons: { color: 5 } } }),
      type('themes.0.theme.chat.buttons.color', 'text'),
    ],
    [
      'a colour that is an object',
      held({ chat: { inputs: { placeholderColor: {} } } }),
      type('themes.0.theme.chat.inputs.placeholderColor', 'text'),
    ],
    [
      'a surface that is a text',
      held({ chat: { hostBubbles: 'blue' } }),
      type('themes.0.theme.chat.hostBubbles', 'object'),
    ],
    [
      'an avatar that is a list',
      held({ chat: { hostAvatar: [] } }),
      type('themes.0.theme.chat.hostAvatar', 'object'),
    ],
    [
      'a switch that is a text',
      held({ chat: { guestAvatar: { isEnabled: 'yes' } } }),
      type('themes.0.theme.chat.guestAvatar.isEnabled', 'yesOrNo'),
    ],
    [
      'a font that is a number',
      held({ general: { font: 1 } }),
      type('themes.0.theme.general.font', 'text'),
    ],
    [
      'a font’s family that is a number',
      held({ general: { font: { family: 1 } } }),
      type('themes.0.theme.general.font.family', 'text'),
    ],
    [
      'a general part that is a text',
      held({ general: 'x', chat: {} }),
      type('themes.0.theme.general', 'object'),
    ],
    [
      'an unknown background',
      held({ general: { background: { type: 'Video' } } }),
      {
        reason: 'notOneOf',
        at: 'themes.0.theme.general.background.type',
        values: ['Color', 'Image', 'None'],
      },
    ],
    [
      'an unknown roundness',
      { general: {}, roundness: 'huge' },
      { reason: 'notOneOf', at: 'roundness', values: ['none', 'medium', 'large'] },
    ],
    [
      'a colour as long as a book',
      { chat: { buttons: { color: 'x'.repeat(2001) } } },
      { reason: 'tooLong', at: 'chat.buttons.color', limit: 2000 },
    ],
    [
      'a style sheet of megabytes',
      { general: {}, customCss: 'x'.repeat(2_000_001) },
      { reason: 'tooLong', at: 'customCss', limit: 2_000_000 },
    ],
  ])('%s', (_what, value, fault) => {
    expect(faultOf(value)).toEqual(fault);
  });

  it('a whole file for one theme in it', () => {
    const themes = [{ theme }, { theme: { general: { font: 5 } } }];
    expect(faultOf({ foyer: 'themes', format: 1, themes })).toMatchObject({
      at: 'themes.1.theme.general.font',
    });
  });
});

describe('names and tags', () => {
  it('are cut to what the library takes, which is told', () => {
    const found = one({ name: ` ${'n'.repeat(300)} `, tags: ['a', 't'.repeat(41), ''], theme });
    expect(found.name).toHaveLength(200);
    expect(found.tags).toEqual(['a']);
    expect(found.leftOut).toEqual(['tags', 'name']);
  });

  it('a name that can’t be sent is left out, which is told', () => {
    const found = one({ name: 'Quay \uD83D', theme });
    expect(found.name).toBeUndefined();
    expect(found.leftOut).toEqual(['name']);
  });

  it('an empty name is none', () => {
    expect(one({ name: '  ', theme }).name).toBeUndefined();
  });
});

describe('nulls', () => {
  it('in the place of optional fields count as missing', () => {
    const given = {
      ...theme,
      roundness: null,
      customCss: null,
      chat: { ...theme.chat, hostAvatar: { isEnabled: true, url: null }, guestAvatar: null },
    };
    expect(one({ name: null, tags: null, theme: given }).theme).toEqual({
      general: theme.general,
      chat: {
        hostAvatar: { isEnabled: true },
        hostBubbles: theme.chat.hostBubbles,
        guestBubbles: theme.chat.guestBubbles,
        buttons: theme.chat.buttons,
        inputs: theme.chat.inputs,
      },
    });
  });
});

it('knows whether a theme names pictures', () => {
  expect(hasPictures(theme)).toBe(false);
  expect(hasPictures(one(newerBot).theme)).toBe(true);
  const image = { type: 'Image' as const, content: 'https://example.com/a.png' };
  expect(hasPictures({ ...theme, general: { ...theme.general, background: image } })).toBe(true);
});

describe('whatever it is given', () => {
  const check = (value: unknown): void => {
    try {
      for (const found of findThemes(value).themes) themeSchema.parse(found.theme);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      expect(error.problem.code).toBe('importRefused');
    }
  };

  it('of JSON, it finds themes or says why not', () => {
    fc.assert(fc.property(fc.jsonValue(), check), { numRuns: 2_000 });
  });

  it('in the shape of a theme, it finds themes or says why not', () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.constantFrom('Color', 'Image', 'None', 'none', 'medium', 'large', '__proto__'),
      fc.boolean(),
      fc.constant(null),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const part = (...keys: string[]) =>
      fc.oneof(
        {
          weight: 9,
          arbitrary: fc.record(Object.fromEntries(keys.map((key) => [key, leaf])), {
            requiredKeys: [],
          }),
        },
        { weight: 1, arbitrary: leaf },
      );
    const surface = part('backgroundColor', 'color', 'placeholderColor', 'border', 'opacity');
    const anyTheme = fc.record(
      {
        general: fc.oneof(
          fc.record({ font: leaf, background: part('type', 'content') }, { requiredKeys: [] }),
          leaf,
        ),
        chat: fc.record(
          {
            hostAvatar: part('isEnabled', 'url'),
            guestAvatar: part('isEnabled', 'url'),
            hostBubbles: surface,
            guestBubbles: surface,
            buttons: surface,
            inputs: surface,
            container: surface,
            roundness: leaf,
          },
          { requiredKeys: [] },
        ),
        roundness: leaf,
        customCss: leaf,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anyTheme, fc.constantFrom('bare', 'bot', 'export', 'file'), (given, holder) => {
        if (holder === 'bare') check(given);
        else if (holder === 'bot') check({ typebot: { theme: given } });
        else if (holder === 'file') check({ format: 1, id: 'x', theme: given });
        else check({ foyer: 'themes', format: 1, themes: [{ theme: given }] });
      }),
      { numRuns: 2_000 },
    );
  });
});
