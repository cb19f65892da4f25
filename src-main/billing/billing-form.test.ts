import { ProblemError } from '@shared/problem-error';
import type { BillingDraft } from '@shared/sending';
import type { PresetId } from '@shared/service/presets';
import { describe, expect, it } from 'vitest';
import { emptyDraft, readBillingForm } from './billing-form';

const draft: BillingDraft = {
  plan: 'PRO',
  isYearly: true,
  currency: 'eur',
  additionalChats: '2000',
  ownReturn: true,
  returnUrl: '',
};

function refused(change: Partial<BillingDraft>, preset: PresetId = 'documented'): unknown {
  try {
    readBillingForm({ ...draft, ...change }, preset);
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'invalidFields') {
      return error.problem.fields.map(({ field, reason }) => `${field} ${reason}`);
    }
    throw error;
  }
  return 'taken';
}

describe('readBillingForm', () => {
  it.each([
    ['2000', 2_000],
    [' 0 ', 0],
    ['-3', -3],
    ['+4', 4],
    ['1.5', 1.5],
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1_000],
    ['-0', 0],
    ['9007199254740991', 9_007_199_254_740_991],
  ])('takes %j as additional chats', (text, value) => {
    const { input } = readBillingForm({ ...draft, additionalChats: text }, 'documented');
    expect(input.additionalChats).toBe(value);
  });

  it.each([
    ['', 'required'],
    ['  ', 'required'],
    ['many', 'notANumber'],
    ['0x10', 'notANumber'],
    ['2,000', 'notANumber'],
    ['2.000', 'notANumber'],
    ['2 000', 'notANumber'],
    ['9007199254740993', 'notANumber'],
    ['99999999999999999999', 'notANumber'],
    ['1e999', 'notANumber'],
    ['Infinity', 'notANumber'],
    ['NaN', 'notANumber'],
    ['١', 'notANumber'],
  ])('refuses %j as additional chats: %s', (text, reason) => {
    expect(refused({ additionalChats: text })).toEqual([`additionalChats ${reason}`]);
  });

  it('refuses a form in which no plan was chosen', () => {
    expect(refused({ plan: null })).toEqual(['plan required']);
  });

  it.each(['0', '1', '2', '3', '3.0'])('takes step %s where there is a price table', (text) => {
    expect(refused({ additionalChats: text }, 'typebot-2023')).toBe('taken');
  });

  it.each(['4', '-1', '1.5', '2000'])('refuses %s where there is a price table', (text) => {
    expect(refused({ additionalChats: text }, 'typebot-2023')).toEqual([
      'additionalChats notOneOfSteps',
    ]);
  });

  it.each([
    ['https://example.com/back', 'https://example.com/back'],
    ['  http://intranet/back ', 'http://intranet/back'],
    ['\u200ehttp://intranet/back\u200b', 'http://intranet/back'],
    ['HTTPS://example.com', 'HTTPS://example.com'],
  ])('returns to %j', (typed, returnUrl) => {
    const reading = readBillingForm({ ...draft, ownReturn: false, returnUrl: typed }, 'documented');
    expect(reading.returnUrl).toBe(returnUrl);
  });

  it.each([
    ['https://example.com/\0x', 'unsendableText'],
    ['https://example.com/\uD83D', 'unsendableText'],
    ['https://example.com/\u200bback', 'unsendableText'],
    ['', 'required'],
    ['example.com', 'notAnAddress'],
    ['https:example.com', 'notAnAddress'],
    ['https://', 'notAnAddress'],
    ['javascript:alert(1)', 'notAnAddress'],
    ['foyer://back', 'notAnAddress'],
    ['https://exa mple.com/', 'notAnAddress'],
    ['https://me@example.com/', 'hasUserInfo'],
    ['https://example.com/?done=1', 'returnAddressHasQuery'],
    ['https://example.com/?', 'returnAddressHasQuery'],
    ['https://example.com/#done', 'returnAddressHasQuery'],
  ])('does not return to %j: %s', (returnUrl, reason) => {
    expect(refused({ ownReturn: false, returnUrl })).toEqual([`returnUrl ${reason}`]);
  });

  it('names all fields at once, and no address when it listens itself', () => {
    const both = { ownReturn: false, returnUrl: '', additionalChats: '' };
    expect(refused(both)).toEqual(['additionalChats required', 'returnUrl required']);
    expect(readBillingForm(draft, 'documented').returnUrl).toBeUndefined();
    expect(refused({ ownReturn: true, returnUrl: 'nonsense' })).toBe('taken');
  });
});

describe('emptyDraft', () => {
  it('is what was last sent, where that is known', () => {
    expect(emptyDraft(null)).toMatchObject({ plan: null, additionalChats: '0' });
    expect(
      emptyDraft({ at: '', plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: 5 }),
    ).toEqual({ ...draft, additionalChats: '5' });
    // No plan is chosen for anybody: a smaller one would take something away.
    expect(emptyDraft({ at: '', plan: 'LIFETIME' }).plan).toBeNull();
  });
});
