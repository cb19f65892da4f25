/**
 * The guide: “Foyer shows what the service did with the theme: fields it dropped, values it changed”. A service keeps no name
 * of some signs, and answers with an empty one: the template has no name there. Since empty texts count as not answered,
 * Foyer says nothing of it, and the theme is shown as published as it is.
 */
import { expect, it } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { saveThemeTemplateRequest } from '@shared/service/operations';
import { newTheme } from '@shared/theme/theme';
import { readTemplateAnswer } from './template-answer';

const theme = newTheme();
const request = saveThemeTemplateRequest(trialConnection('northwind'), {
  ...{ templateId: 't1', name: '🎄🎄', theme },
});

it.each([
  ['the control: another name', 'xx'],
  ['an empty name', ''],
])('is told: %s', (_, name) => {
  const { rewrites } = readTemplateAnswer(request, 't1', {
    themeTemplate: { id: 't1', name, theme },
  });
  expect(rewrites).toMatchObject([{ path: 'name', sent: '🎄🎄', answered: name }]);
});
