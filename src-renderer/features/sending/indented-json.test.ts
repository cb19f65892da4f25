import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indentedJson } from './indented-json';

it('sets out what JSON can say as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(indentedJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
    }),
  );
});

it('leaves numbers as they are written, and shows escaped letters as letters', () => {
  expect(indentedJson('{"a":[1.0,-0,1E+400],"b":{ },"c":"\\u00e9\\/"}')).toBe(
    '{\n  "a": [\n    1.0,\n    -0,\n    1E+400\n  ],\n  "b": {},\n  "c": "é/"\n}',
  );
});

it.each([
  ['what is no JSON', '{"id": 1,'],
  ['nothing', ''],
  ['what is nested without end', '['.repeat(20_000) + ']'.repeat(20_000)],
])('leaves %s as it came', (_, text) => {
  expect(indentedJson(text)).toBe(text);
});
