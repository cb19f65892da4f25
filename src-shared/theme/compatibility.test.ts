import { describe, expect, it } from 'vitest';
import { themeWarnings, type ThemeToJudge } from './compatibility';
import { withThemeField } from './change-theme';
import type { ThemeEdit } from './fields';
import { newTheme } from './theme';

const judge = (edits: ThemeEdit[] = [], more: Partial<ThemeToJudge> = {}) =>
  themeWarnings({
    name: 'Harbour',
    theme: edits.reduce(withThemeField, newTheme()),
    fonts: ['Open Sans', 'Lora'],
    ...more,
  });

describe('themeWarnings', () => {
  it('has nothing to say of a new theme', () => {
    expect(judge()).toEqual([]);
    expect(judge([{ field: 'general.font', value: ' lora ' }])).toEqual([]);
  });

  it.each<[ThemeEdit, object]>([
    [
      { field: 'chat.buttons.color', value: 'tomato' },
      { kind: 'notHex', field: 'chat.buttons.color', value: 'tomato', isColour: true },
    ],
    [
      { field: 'general.background.content', value: 'brandish' },
      {
        kind: 'notHex',
        field: 'general.background.content',
        value: 'brandish',
        isColour: false,
      },
    ],
    [
      { field: 'general.font', value: 'Harbour Grotesk' },
      { kind: 'fontNotListed', field: 'general.font', value: 'Harbour Grotesk' },
    ],
    [
      { field: 'chat.hostAvatar.url', value: 'http://n.example/a.png' },
      { kind: 'pictureNotHttps', field: 'chat.hostAvatar.url', value: 'http://n.example/a.png' },
    ],
  ])('%j', (edit, warning) => {
    expect(judge([edit])).toEqual([warning]);
  });

  it('takes a background’s content for what its kind says', () => {
    const picture: ThemeEdit = { field: 'general.background.type', value: 'Image' };
    const at = (value: string): ThemeEdit => ({ field: 'general.background.content', value });
    expect(judge([picture, at('https://n.example/a.png')])).toEqual([]);
    expect(judge([picture, at('#FFFFFF')])).toMatchObject([{ kind: 'pictureNotHttps' }]);
    expect(judge([{ field: 'general.background.type', value: 'None' }, at('x')])).toEqual([]);
  });

  it('counts the body in bytes', () => {
    const css = (value: string): ThemeEdit => ({ field: 'customCss', value });
    expect(judge([css('é'.repeat(400_000))])).toEqual([]);
    expect(judge([css('é'.repeat(600_000))])).toMatchObject([{ kind: 'bodyTooLarge' }]);
  });

  it('names the name first', () => {
    expect(judge([], { name: ' ' })).toEqual([{ kind: 'emptyName', field: 'name' }]);
  });

  it('remembers what the service dropped, as long as it is still the same', () => {
    const sent = newTheme();
    const { roundness: _dropped, ...answered } = newTheme();
    const publication = {
      templateId: 't',
      at: 'x',
      sent: { name: 'Harbour', theme: sent },
      answer: { theme: answered },
    };
    expect(judge([], { publication })).toEqual([{ kind: 'droppedLastTime', field: 'roundness' }]);
    expect(judge([{ field: 'roundness', value: 'large' }], { publication })).toEqual([]);
  });
});
