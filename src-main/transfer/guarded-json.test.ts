import { describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { ImportFault } from '@shared/theme/import-fault';
import { newTheme } from '@shared/theme/theme';
import { findJsonFault } from '../storage/storage';
import { guardedJson } from './guarded-json';

async function faultOf(text: string): Promise<ImportFault> {
  try {
    await guardedJson(text);
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'importRefused') {
      return error.problem.fault;
    }
    throw error;
  }
  throw new Error('it was taken');
}

const theme = JSON.stringify(newTheme(), null, 2);
const mebibyte = 1024 * 1024;

describe('the text of a file', () => {
  it('is taken with and without a byte order mark', async () => {
    expect(await guardedJson(theme)).toEqual(newTheme());
    expect(await guardedJson(`\uFEFF${theme}`)).toEqual(newTheme());
  });

  it('may have a long text with every bracket and comma in it', async () => {
    const customCss = '{[,"\\'.repeat(200_000);
    expect(await guardedJson(JSON.stringify({ ...newTheme(), customCss }))).toMatchObject({
      customCss,
    });
  });

  it.each<[string, string, object]>([
    ['nothing', '', { reason: 'empty' }],
    ['blanks', ' \n\t ', { reason: 'empty' }],
    ['a mark and nothing', '\uFEFF', { reason: 'empty' }],
    ['a web page', '<!DOCTYPE html>\n<html></html>', { reason: 'webPage' }],
    ['a web page in capitals', '  <HTML><body>Sign in', { reason: 'webPage' }],
    ['plain words', 'a theme', { reason: 'notJson', line: 1, column: 1, cutOff: false }],
    ['a style sheet', '.a {\n}', { reason: 'notJson', line: 1, column: 1, cutOff: false }],
    [
      'a comma too many',
      '{\n  "a": 1,\n}',
      { reason: 'notJson', line: 3, column: 1, cutOff: false },
    ],
    ['single quotes', "{ 'a': 1 }", { reason: 'notJson', line: 1, column: 3, cutOff: false }],
    ['two values', '{}{}', { reason: 'notJson', line: 1, column: 3, cutOff: false }],
    ['a number of its own', '{"a": 01}', { reason: 'notJson', line: 1, column: 8, cutOff: false }],
    ['a cut text', theme.slice(0, 40), { reason: 'notJson', line: 3, column: 24, cutOff: true }],
    ['an open string', '{"a": "b', { reason: 'notJson', line: 1, column: 9, cutOff: true }],
    ['UTF-16 that was read as UTF-8', '\uFFFD\uFFFD{\0"\0a\0', { reason: 'notText' }],
    ['zeros', '\0'.repeat(100), { reason: 'notText' }],
    ['a picture', '\uFFFDPNG\r\n', { reason: 'notText' }],
    [
      'a key that reaches a prototype',
      '{"__proto__": {"a": 1}}',
      { reason: 'forbiddenKey', at: '', key: '__proto__' },
    ],
    [
      'the same, spelled in escapes',
      '{"a": {"\\u005f_proto__": 1}}',
      { reason: 'forbiddenKey', at: 'a', key: '__proto__' },
    ],
    [
      'a constructor',
      '{"a": [{"constructor": {}}]}',
      { reason: 'forbiddenKey', at: 'a.0', key: 'constructor' },
    ],
    ['a prototype', '{"prototype": null}', { reason: 'forbiddenKey', at: '', key: 'prototype' }],
    ['a depth bomb of lists', '['.repeat(1_000_000), { reason: 'tooDeep', limit: 100 }],
    ['a depth bomb of objects', '{"a":'.repeat(1_000_000), { reason: 'tooDeep', limit: 100 }],
    [
      'a depth bomb that is JSON',
      `${'['.repeat(101)}${']'.repeat(101)}`,
      { reason: 'tooDeep', limit: 100 },
    ],
    [
      'a million keys',
      `{${Array.from({ length: 1_000_000 }, (_, at) => `"${at.toString(36)}":0`).join()}}`,
      { reason: 'tooManyKeys', limit: 500_000 },
    ],
    [
      'a million entries',
      `[${'0,'.repeat(1_000_000)}0]`,
      { reason: 'tooManyKeys', limit: 500_000 },
    ],
    [
      'more than 10 MB',
      `{"a":"${'x'.repeat(10 * mebibyte)}"}`,
      { reason: 'tooLarge', bytes: 10 * mebibyte + 8, limit: 10 * mebibyte },
    ],
    [
      'more than 10 MB in bytes alone',
      `{"a":"${'é'.repeat(6 * mebibyte)}"}`,
      { reason: 'tooLarge', bytes: 12 * mebibyte + 8, limit: 10 * mebibyte },
    ],
  ])('is refused: %s', async (_what, text, fault) => {
    expect(await faultOf(text)).toEqual(fault);
  });

  it('may be larger where Foyer wrote it for many themes', async () => {
    const text = `{"foyer":"backup","x":"${'x'.repeat(11 * mebibyte)}"}`;
    expect(await guardedJson(text)).toMatchObject({ foyer: 'backup' });
  });

  it('of 30 MB with ten million empty arrays is refused before anything of it is built', async () => {
    const text = `{"foyer":"themes","format":1,"themes":[],"x":[${'[],'.repeat(9_999_999)}[]]}`;
    expect(await faultOf(text)).toEqual({
      reason: 'tooManyKeys',
      limit: Math.floor(text.length / 8),
    });
  });

  it('is refused for containers alone, without a comma between them', async () => {
    const chain = `${'['.repeat(90)}${']'.repeat(90)}`;
    const text = `{"foyer":"themes","x":[${`${chain},`.repeat(60_000)}1]}`;
    expect(await faultOf(text)).toMatchObject({ reason: 'tooManyKeys' });
  });

  it.each([
    ['that is right', ''],
    ['with a mistake at its end', ','],
  ])('lets other work have its turn however long it is, %s', async (_what, more) => {
    const themes = Array.from({ length: 20_000 }, (_, at) => ({ name: `Theme ${at}`, theme: {} }));
    const text = `{"foyer":"themes","format":1,"themes":${JSON.stringify(themes, null, 2)}${more}}`;
    let isReading = true;
    let turns = 0;
    const other = new Promise<void>((resolve) => {
      const next = () => {
        turns += 1;
        if (isReading) setImmediate(next);
        else resolve();
      };
      setImmediate(next);
    });
    const value = await guardedJson(text).catch((error: unknown) => error);
    isReading = false;
    await other;
    expect(value).toEqual(more === '' ? JSON.parse(text) : expect.any(ProblemError));
    expect(turns).toBeGreaterThan(text.length / 100_000);
  });

  it('names the place of a mistake in a long text, too', async () => {
    const themes = Array.from({ length: 5_000 }, (_, at) => ({ name: `Theme ${at}`, theme: {} }));
    const text = JSON.stringify({ foyer: 'themes', format: 1, themes }, null, 2);
    const before = text.indexOf('"Theme 3000"');
    const broken = `${text.slice(0, before)}oops${text.slice(before)}`;
    const whole = { reason: 'notJson', ...findJsonFault(broken) };
    expect(await faultOf(broken)).toEqual(whole);
    const cut = text.slice(0, before + 5);
    expect(await faultOf(cut)).toEqual({ reason: 'notJson', ...findJsonFault(cut) });
    expect(await faultOf(cut)).toMatchObject({ cutOff: true });
  });
});
