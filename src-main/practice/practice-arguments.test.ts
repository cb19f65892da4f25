import { expect, it } from 'vitest';
import { parseArgs } from './practice-arguments';

it.each([
  [[], { real: false }],
  [['--port', '4010'], { real: false, port: 4010 }],
  [['--port=0', '--token=a=b', '--real'], { real: true, port: 0, token: 'a=b' }],
])('reads %j', (parameters, asked) => {
  expect(parseArgs(parameters)).toEqual(asked);
});

it.each([
  [['--port', 'x']],
  [['--port']],
  [['--port', '65536']],
  [['--token']],
  [['--no']],
  [['x']],
])('refuses %j', (parameters) => {
  expect(parseArgs(parameters)).toMatchObject({ isWrong: true });
});

it('helps', () => {
  expect(parseArgs(['--port', '1', '--help'])).toMatchObject({ isWrong: false });
});
