import { expect, it } from 'vitest';
import { readingsOf } from './name-readings';

const sent = (name: string) => ({ input: { name } });

it('has those alone that read otherwise than they were sent', () => {
  expect(readingsOf([sent('bot.xn--bcher-kva.de'), sent('chat.example.com')])).toEqual({
    'bot.xn--bcher-kva.de': 'bot.bücher.de',
  });
});

it('has none of what an earlier file holds that is no name', () => {
  expect(readingsOf([sent('xn--')])).toEqual({});
});
