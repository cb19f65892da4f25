import { expect, it } from 'vitest';
import { problemText } from './problem-text';

it('says why a file can’t be read in a sentence of its own', () => {
  const damage = { reason: 'notJson', line: 3, column: 4, cutOff: false } as const;
  const { what } = problemText({ code: 'fileDamaged', path: '/l/a.json', detail: '', damage });
  expect(what).toBe('/l/a.json can’t be read. There is a mistake at line 3, column 4.');
});
