import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Picture } from '@shared/bridge/pictures';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme } from '@shared/theme/theme';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPictures, type Pictures } from './pictures';
import { onePng, startTrialWeb, type TrialWeb } from './trial-web';

const png = onePng(4, 3, [28, 93, 128]);

let web: TrialWeb;
let folder: string;

beforeEach(async () => {
  web = await startTrialWeb();
  web.answers.set('/a.png', (response) => response.end(png));
  folder = join(await mkdtemp(join(tmpdir(), 'foyer-pictures-')), 'pictures');
});
afterEach(async () => {
  await web.stop();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

function room(): Pictures {
  const image = withThemeField(newTheme(), { field: 'general.background.type', value: 'Image' });
  const theme = withThemeField(image, {
    field: 'general.background.content',
    value: 'https://pictures.example/a.png',
  });
  return createPictures({
    folder,
    library: { current: async () => ({ theme }), allowPictures: async () => undefined },
    mayLoad: () => true,
    network: web.network,
    warn: () => undefined,
  });
}

/** What the theme's picture comes to where a person asks for it again. */
async function shownAgain(pictures: Pictures): Promise<Picture['state']> {
  const change = new Promise<Picture>((resolve) => pictures.onChange(resolve));
  const [now] = await pictures.handlers.show({ themeId: 't', again: true });
  return now?.state.kind === 'loading' ? (await change).state : (now?.state ?? { kind: 'off' });
}

it('are fetched and shown again after a clean-up program took their folder while Foyer runs', async () => {
  const pictures = room();
  const state = await shownAgain(pictures);
  const id = state.kind === 'shown' ? state.id : '';
  await rm(folder, { recursive: true });
  // The preview asks for the picture, and a person presses Try again.
  expect(await pictures.read(id)).toBeUndefined();
  expect(await shownAgain(pictures)).toMatchObject({ kind: 'shown' });
});
