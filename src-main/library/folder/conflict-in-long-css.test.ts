/** A theme's custom CSS was changed in two places, and a sync program put the one version beside the other. */
import { expect, it } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme } from '@shared/theme/theme';
import { libraryOfOne, listChange, putTheme } from '../testing/fixture-library';

const themeWith = (customCss: string) =>
  withThemeField(newTheme(), { field: 'customCss', value: customCss });

/** What the library shows of the other computer's version, which differs in its last rule alone. */
async function conflictedCopy(rules: number): Promise<ThemeSummary | undefined> {
  const rule = (number: number) => `.typebot-chat-view .step-${String(number)} { color: #0a4; }\n`;
  const common = Array.from({ length: rules }, (_, number) => rule(number)).join('');
  const { library, folders, document, id } = await libraryOfOne({
    theme: themeWith(`${common}.ours { color: red; }\n`),
  });
  await library.start();
  const told = listChange(library, ({ upserted }) => upserted.length > 0);
  const theirs = themeWith(`${common}.theirs { color: blue; }\n`);
  await putTheme(folders, 'a (conflicted copy).json', { ...document, theme: theirs });
  return (await told).upserted.find((theme) => theme.id !== id);
}

it('the control: with a short style sheet they are two versions, of which a person can choose one', async () => {
  expect(await conflictedCopy(10)).toMatchObject({ conflictOf: { name: 'Harbour' } });
});

it('with a long style sheet they are, too', async () => {
  expect(await conflictedCopy(200)).toMatchObject({ conflictOf: { name: 'Harbour' } });
});
