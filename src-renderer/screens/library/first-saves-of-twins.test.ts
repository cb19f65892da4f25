/** Two connections to one workspace are one place: a theme that goes through both makes one template there. */
import { trialConnection } from '@shared/trial-connection';
import { expect, it } from 'vitest';
import { sampleSummary } from '../../testing/sample-summaries';
import { firstSavesQuestion } from './first-saves';

const themes = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => sampleSummary(name));
const northwind = trialConnection('northwind', { label: 'Northwind' });
const kestrel = trialConnection('kestrel', { label: 'Kestrel', workspaceId: 'w2' });
/** The same workspace as Northwind's, entered a second time. */
const twin = trialConnection('twin', { label: 'Northwind, Ada' });

it('the control: six themes to two workspaces are twelve new templates', () => {
  expect(firstSavesQuestion(themes, [northwind, kestrel], 5)?.title).toContain('6 themes');
  expect(firstSavesQuestion(themes, [northwind, kestrel], 5)?.body).toContain('12 new templates');
});

it('six themes through two connections to one workspace are six', () => {
  const question = firstSavesQuestion(themes, [northwind, twin], 5);
  expect(question?.body).toContain('6 new templates on Northwind.');
  expect(question?.confirm).toBe('Publish all 6');
});
