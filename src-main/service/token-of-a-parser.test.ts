/**
 * A parser's token is none that lets anybody in. Spring (Jackson) answers a body of another shape with 400 and names the kind of token at
 * which it stopped, in nearly every such sentence. The window says then that the token may be wrong, and to replace it; *Check
 * connection* says the same.
 */
import type { Outcome } from '@shared/service/outcome';
import { outcomeText } from '@shared/service/outcome-text';
import { expect, it } from 'vitest';
import { connectionCheckOf } from './connection-check';

const spoken = [
  // The controls.
  'Unexpected token < in JSON at position 0',
  'JSON parse error: Cannot deserialize value of type `java.lang.String` from Object value',
  // Jackson's own.
  'JSON parse error: Cannot deserialize value of type `java.lang.String` from Object value (token `JsonToken.START_OBJECT`)',
  "JSON parse error: Unrecognized token 'medium': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')",
];

const refusalOf = (message: string) =>
  ({ kind: 'rejected', status: 400, error: { message, issues: [] } }) as const satisfies Outcome;

it.each(spoken)('publishing: %s', (message) => {
  const text = outcomeText(refusalOf(message), 'saveThemeTemplate');
  expect(text.todo).not.toMatch(/the token/iu);
});

it.each(spoken)('Check connection: %s', (message) => {
  expect(connectionCheckOf(refusalOf(message), 'json').verdict).not.toBe('tokenRefused');
});
