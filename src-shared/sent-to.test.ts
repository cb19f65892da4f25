import { expect, it } from 'vitest';
import { wasSentTo } from './sent-to';
import { publicationKey } from './theme/theme';
import { trialConnection } from './trial-connection';

const here = trialConnection('c1');
const place = publicationKey(here);

it('is the place that counts, where it was written down', () => {
  expect(wasSentTo(here, { place })).toBe(true);
  expect(wasSentTo({ ...here, workspaceId: 'w2' }, { place })).toBe(false);
  const elsewhere = { ...here, baseAddress: 'https://other.example/api/v1' };
  expect(wasSentTo(elsewhere, { place, workspaceId: here.workspaceId })).toBe(false);
});

it('takes what an older Foyer wrote for sent here, unless its workspace is another', () => {
  expect(wasSentTo(here, {})).toBe(true);
  expect(wasSentTo(here, { workspaceId: here.workspaceId })).toBe(true);
  expect(wasSentTo(here, { workspaceId: 'w2' })).toBe(false);
});
