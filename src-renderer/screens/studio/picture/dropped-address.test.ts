import { expect, it } from 'vitest';
import { droppedAddress } from './dropped-address';

const page = 'https://client.example/';
const logo = 'https://client.example/logo.png';
const sharp = 'https://client.example/w_400,h_200/logo.png';

it.each([
  ['a picture alone', logo, '', logo],
  ['a list with a remark', `# Logo\r\n${logo}\r\n`, '', logo],
  ['a picture of a page', logo, `<img src="${logo}">`, logo],
  ['a linked picture', page, `<meta charset="utf-8"><img src="${logo}">`, logo],
  ['a linked picture in its link', page, `<a href="${page}"><img src="${logo}"></a>`, logo],
  ['an escaped address', page, `<img src="${logo}?w=1&amp;h=2">`, `${logo}?w=1&h=2`],
  [
    'a picture in several sizes',
    sharp,
    `<img src="${logo}" srcset="${logo} 1x, ${sharp} 2x">`,
    sharp,
  ],
  ['one in several sizes that is linked', page, `<img src="${logo}" srcset="${sharp} 2x">`, logo],
  ['a linked picture without an address of its own', page, '<img src="data:image/png,x">', ''],
  ['a linked picture that is not on https', page, '<img src="http://client.example/a.png">', ''],
  ['a picture that is not on https', 'http://client.example/a.png', '', ''],
  ['a file of the disk', 'file:///home/me/logo.png', '', ''],
])('%s', (_what, list, html, address) => {
  const data: Record<string, string> = { 'text/uri-list': list, 'text/html': html };
  expect(droppedAddress({ getData: (type) => data[type] ?? '' })).toBe(address);
});
