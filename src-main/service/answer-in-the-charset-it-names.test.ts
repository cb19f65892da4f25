/**
 * The changelog: “Answers in other character sets are readable”. A page names its characters itself, and an XML answer in its first line;
 * many servers send no `charset` with them.
 */
import { expect, it } from 'vitest';
import { readAnswer } from './answer';

const words = Buffer.from([0xce, 0xf8, 0xe8, 0xe1, 0xea, 0xe0]); // “Ошибка” in windows-1251
const around = (before: string, after: string) =>
  Buffer.concat([Buffer.from(before), words, Buffer.from(after)]);

it.each([
  ['the control: in the header', 'text/html; charset=windows-1251', around('<html>', '</html>')],
  [
    'in a page',
    'text/html',
    around('<html><head><meta charset="windows-1251"></head><body>', '</body></html>'),
  ],
  [
    'in an older page',
    'text/html',
    around(
      '<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
      '</head></html>',
    ),
  ],
  [
    'in XML',
    'application/xml',
    around('<?xml version="1.0" encoding="windows-1251"?><error>', '</error>'),
  ],
])('%s', (_, type, body) => {
  const answer = readAnswer({
    ...{ end: 'complete', head: { status: 400, headers: { 'content-type': type } }, body },
  });
  expect(answer?.text).toContain('Ошибка');
});
