/** A copy that was made to keep a look is the only place that has it. */
import { expect, it } from 'vitest';
import { libraryOfOne, putTheme, themeFiles, themesOnDisk } from '../testing/fixture-library';

it('what a copy was can be had back when another program writes over its file', async () => {
  const { library, folders, id } = await libraryOfOne();
  const { handlers } = library;
  const font = (value: string) => handlers.edit({ id, edits: [{ field: 'general.font', value }] });
  await handlers.open({ id });
  await font('Kept');
  const { ids } = await handlers.duplicate({ ids: [id] });
  const [copy = ''] = ids;
  await font('Tried');
  await library.flush();

  const file = (await themeFiles(folders)).find((name) => name !== 'a.json') ?? '';
  const [ours] = (await themesOnDisk(folders)).filter((each) => each.id === copy);
  expect(ours?.theme.general.font).toBe('Kept');
  const general = { ...ours?.theme.general, font: 'Theirs' };
  await putTheme(folders, file, { ...ours, theme: { ...ours?.theme, general } });
  await library.rescan();

  const fonts = [];
  for (const each of [copy, id]) {
    const { versions } = await handlers.versions({ id: each });
    for (const { version } of versions) {
      fonts.push((await handlers.version({ id: each, version })).theme.general.font);
    }
  }
  expect(fonts).toContain('Kept');
});
