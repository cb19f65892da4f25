/** A name that another program gave, with spaces around it, is left as it is where nothing was typed. */
import { expect, it } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { renameTheme, renameThemeLater } from './theme-actions';

const theme = { id: 'a', name: ' Harbour ' };

it.each([
  ['untouched', ' Harbour ', []],
  ['without its spaces, as typed', 'Harbour', ['library.rename', 'library.renameLater']],
])('%s', async (_what, typed, asked) => {
  const main = installFakeMain({
    library: {
      rename: () => ({ replaced: theme.name }),
      renameLater: () => undefined,
    },
  });
  await renameTheme(theme, typed);
  await renameThemeLater(theme, typed);
  expect(main.log.map(({ name }) => name)).toEqual(asked);
});
