import { mkdtemp, rm } from 'node:fs/promises';
import { Duplex } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Picture } from '@shared/bridge/pictures';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme } from '@shared/theme/theme';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPictures } from './pictures';
import { onePng, startTrialWeb, trialAddress, type TrialWeb } from './trial-web';

/** One of a host's two addresses, which says nothing: the machine is down, or a firewall drops what is sent there. */
const silent = '93.184.216.35';

let web: TrialWeb;
let folder: string;

beforeEach(async () => {
  web = await startTrialWeb();
  web.answers.set('/a.png', (response) => response.end(onePng(4, 3, [28, 93, 128])));
  folder = join(await mkdtemp(join(tmpdir(), 'foyer-pictures-')), 'pictures');
});
afterEach(async () => {
  await web.stop();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

it('are fetched from the host’s other address where the first one says nothing', async () => {
  web.names.set('pictures.example', [silent, trialAddress]);
  const image = withThemeField(newTheme(), { field: 'general.background.type', value: 'Image' });
  const theme = withThemeField(image, {
    field: 'general.background.content',
    value: 'https://pictures.example/a.png',
  });
  const pictures = createPictures({
    folder,
    library: { current: async () => ({ theme }), allowPictures: async () => undefined },
    mayLoad: () => true,
    network: {
      lookup: (host) => web.network.lookup(host),
      dial: (to) =>
        to.address === silent
          ? new Duplex({ read: () => undefined, write: () => undefined })
          : web.network.dial(to),
    },
    limits: { ms: 2_000 },
    warn: () => undefined,
  });
  const change = new Promise<Picture>((resolve) => pictures.onChange(resolve));
  await pictures.handlers.show({ themeId: 't' });
  expect((await change).state).toMatchObject({ kind: 'shown' });
});
