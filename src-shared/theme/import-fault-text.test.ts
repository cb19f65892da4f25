import { expect, it } from 'vitest';
import { importFaultText } from './import-fault-text';

it.each([
  ['0', 'Entry 1 in its list isn’t a theme.'],
  ['themes.1', 'Entry 2 in its list isn’t a theme.'],
  // What has a name in the file is called by it.
  ['themes.1.theme.chat', 'themes.1.theme.chat should be an object in braces.'],
])('says what %s should be', (at, text) => {
  expect(importFaultText({ reason: 'wrongType', at, expected: 'object' })).toBe(text);
});
