import { describe, expect, it } from 'vitest';
import { ProblemError } from '../problem-error';
import { newTheme } from '../theme/theme';
import { trialConnection } from '../trial-connection';
import {
  createCustomDomainRequest,
  saveThemeTemplateRequest,
  startChatAppPreviewRequest,
  updateSubscriptionRequest,
  type ServiceRequest,
} from './operations';

const place = trialConnection('c1');
const halves = ['\uD83D', '\uDE00', 'a\0b'];

function refusedAt(make: () => ServiceRequest): unknown {
  try {
    return make();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
}

const at = (field: string) => ({
  code: 'invalidFields',
  fields: [{ field, reason: 'unsendableText' }],
});

describe.each(halves)('text with %j can’t get into a request:', (text) => {
  it.each<[string, () => ServiceRequest]>([
    [
      'templateId',
      () => saveThemeTemplateRequest(place, { templateId: text, name: 'A', theme: newTheme() }),
    ],
    [
      'name',
      () => saveThemeTemplateRequest(place, { templateId: 't', name: text, theme: newTheme() }),
    ],
    [
      'theme.customCss',
      () =>
        saveThemeTemplateRequest(place, {
          templateId: 't',
          name: 'A',
          theme: { ...newTheme(), customCss: text },
        }),
    ],
    [
      'workspaceId',
      () => createCustomDomainRequest({ ...place, workspaceId: text }, { name: 'example.com' }),
    ],
    ['name', () => createCustomDomainRequest(place, { name: text })],
    ['botId', () => startChatAppPreviewRequest(place, { botId: text, to: '1' })],
    ['to', () => startChatAppPreviewRequest(place, { botId: 'b', to: text })],
    [
      'returnUrl',
      () =>
        updateSubscriptionRequest(place, {
          returnUrl: text,
          plan: 'PRO',
          additionalChats: 0,
          currency: 'eur',
          isYearly: true,
        }),
    ],
  ])('%s', (field, make) => {
    expect(refusedAt(make)).toEqual(at(field));
  });
});

it('whole emoji can', () => {
  expect(createCustomDomainRequest(place, { name: '👍.ws' }).body).toContain('👍.ws');
});
