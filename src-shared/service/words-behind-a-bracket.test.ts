/** The service's own words are folded away only where they are a program's: a sentence may have where it comes from in brackets before it. */
import { expect, it } from 'vitest';
import { outcomeText } from './outcome-text';

const words = (message: string) =>
  outcomeText(
    { kind: 'rejected', status: 400, error: { message, issues: [] } },
    'updateSubscription',
  ).words;

it('data is a program’s, and a sentence isn’t', () => {
  expect(words('[{"code":"too_small"}]')?.isInternal).toBe(true);
  expect(words('{"code":"too_small"}')?.isInternal).toBe(true);
  expect(words('Your card was declined.')?.isInternal).toBe(false);
});

it.each([
  '[billing] Your card was declined.',
  '[402] Your card was declined.',
  '[WhatsApp] The recipient is not in the allowed list.',
  '[请求失败] 您的卡被拒绝。',
])('“%s” is a sentence', (message) => {
  expect(words(message)?.isInternal).toBe(false);
});
