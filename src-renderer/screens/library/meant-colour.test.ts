/** A colour is mistyped in the search: that is forgiven, as the guide says, like a slip in a name, a tag or a font. */
import { expect, it } from 'vitest';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme } from '@shared/theme/theme';
import { sampleSummary } from '../../testing/sample-summaries';
import { foundThemes } from './meant-query';
import { findable } from './shown-themes';

const purple = withThemeField(newTheme(), {
  field: 'chat.hostBubbles.backgroundColor',
  value: '#7A28C9',
});
const themes = [
  sampleSummary('Harbour', { theme: purple }),
  sampleSummary('Osteria', { tags: ['Booking'] }),
].map((theme) => findable(theme));

const found = (query: string) =>
  foundThemes(themes, query, null).themes.map(({ theme }) => theme.name);

it.each([
  ['the control: the colour as it is called', 'purple', 'Harbour'],
  ['the control: a name', 'harbuor', 'Harbour'],
  ['the control: a tag', 'bookign', 'Osteria'],
  ['a letter left out', 'puple', 'Harbour'],
  ['a letter too much', 'purrple', 'Harbour'],
  ['another letter', 'purble', 'Harbour'],
])('%s', (_what, query, name) => {
  expect(found(query)).toEqual([name]);
});
