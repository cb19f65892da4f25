/** What is handed to the system to open: https, and this computer's own pages, whatever was asked for. */
import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { attempt, expectControlToFail, faultSeed, times } from '../../testing/fault-tally';
import { openInBrowser } from './open-in-browser';

const { opened, system } = vi.hoisted(() => ({
  opened: [] as string[],
  system: { hasBrowser: true },
}));
vi.mock('electron', () => ({
  shell: {
    openExternal: async (address: string) => {
      if (!system.hasBrowser) throw new Error('Failed to open URL');
      opened.push(address);
    },
  },
}));

beforeEach(() => {
  opened.length = 0;
});

/** Whether a browser shows it, and nothing else of the system is started by it. */
const isHarmless = (address: string) =>
  /^https:\/\/[^/?#@\s]+(?:[/?#]|$)/u.test(address) ||
  /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?(?:[/?#]|$)/u.test(address);

/** As it would be handed on; what is no address would not. */
function hrefOf(text: string): string {
  try {
    return new URL(text).href;
  } catch {
    return 'https://none.example/';
  }
}

const schemes = [
  ...['https://', 'http://', 'HTTPS:\\\\', 'https:', 'file:///', 'file://server/share/', 'smb://'],
  ...['javascript:', 'data:text/html,', 'vbscript:', 'ms-msdt:/', 'search-ms:', 'ssh://', 'ftp://'],
  ...[
    'mailto:',
    'tel:',
    'foyer://',
    'app://',
    'chrome://',
    'view-source:',
    'blob:',
    'x-man-page:',
    '',
  ],
];
const rest = fc.oneof(
  fc.constantFrom(
    ...[
      'evil.example',
      'me@evil.example',
      'https@evil.example',
      '127.0.0.1:1',
      '127.1',
      'localhost',
    ],
    ...[
      'localhost.evil.example',
      '[::1]',
      '0x7f.1',
      '/etc/passwd',
      'c:/windows/calc.exe',
      'a b',
      '%00',
    ],
    ...[
      'evil.example/\r\nfile:///etc/passwd',
      ':@evil.example',
      '--help',
      '\\\\server\\share',
      '..',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.webUrl(),
);
const address = fc.tuple(fc.constantFrom(...schemes), rest).map(([scheme, text]) => scheme + text);
const many = times(5_000, 100_000);

it('is https or this computer’s own, and everything else is refused', async () => {
  await attempt(
    'letThrough',
    'addresses',
    () =>
      fc.assert(
        fc.asyncProperty(address, async (asked) => {
          opened.length = 0;
          await openInBrowser(asked).catch(() => undefined);
          expect(opened.filter((each) => !isHarmless(each))).toEqual([]);
        }),
        { numRuns: many, seed: faultSeed },
      ),
    many,
  );
  // Some of them are opened, or nothing was tried.
  await openInBrowser('https://northwind.example/checkout?id=1');
  expect(opened.at(-1)).toBe('https://northwind.example/checkout?id=1');
});

it('control: a program that opens what it is given opens files and other programs', () => {
  const all = fc.sample(address, { numRuns: 5_000, seed: faultSeed });
  const wrong = all.filter((each) => !isHarmless(hrefOf(each)));
  expectControlToFail('a program that opens what it is given', wrong.length);
});

it('says that there is no browser, where the system has none', async () => {
  system.hasBrowser = false;
  const opening = openInBrowser('https://pay.example/checkout?id=1');
  await expect(opening).rejects.toMatchObject({
    problem: { code: 'noBrowser', host: 'pay.example' },
  });
  system.hasBrowser = true;
});
