/** The key that is pressed while the studio has not heard yet of what another computer wrote. */
import { expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import {
  libraryOfOne,
  putTheme,
  restarted,
  savedWhenAsked,
  themesOnDisk,
} from '../testing/fixture-library';

const ourCss = '.ours { color: red }\n';
const theirCss = '.theirs { color: blue }\n';

/** Whatever holds a style sheet: the files of the library, and the versions of the theme. */
async function allCss(opened: Awaited<ReturnType<typeof libraryOfOne>>): Promise<string> {
  const { folders, library, id } = opened;
  const again = await restarted(folders, library);
  const { versions } = await again.handlers.versions({ id });
  const kept = await Promise.all(
    versions.map(async ({ version }) => (await again.handlers.version({ id, version })).theme),
  );
  const filed = (await themesOnDisk(folders)).map(({ theme }) => theme);
  return [...kept, ...filed].map(({ customCss = '' }) => customCss).join('\n');
}

it.each(['changed in both places', 'changed there alone'] as const)(
  'takes nothing of theirs away for good: %s',
  async (what) => {
    const theme = { ...newTheme(), customCss: 'a {}\n' };
    const opened = await libraryOfOne({ theme }, { pace: savedWhenAsked });
    const { folders, library, document, id } = opened;
    const { handlers } = library;
    const type = (customCss: string) =>
      handlers.edit({ id, edits: [{ field: 'customCss', value: customCss }], gesture: 'typing' });
    await handlers.open({ id });
    await type(`a {}\n${ourCss}`);
    if (what === 'changed there alone') await library.saveEdits();
    await putTheme(folders, 'a.json', {
      ...document,
      theme: { ...theme, customCss: `a {}\n${theirCss}` },
    });
    if (what === 'changed there alone') await library.rescan();
    else await library.saveEdits();
    expect((await handlers.open({ id })).theme.customCss).toBe(`a {}\n${theirCss}`);
    // On its way since before the window was told: the whole text, as it stood in the editor there.
    await type(`a {}\n${ourCss}/`);
    await library.saveEdits();
    const css = await allCss(opened);
    expect(css).toContain('.ours');
    expect(css).toContain('.theirs');
  },
);
