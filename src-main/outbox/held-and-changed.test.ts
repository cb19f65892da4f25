/** What changed while a proxy held a first save back: it is asked for once more, in the same way. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { createNodeTransport } from '../service/node-transport';
import { proxied } from '../service/testing/proxied-transport';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

async function held() {
  const transport = proxied(createNodeTransport());
  const made = await outboxFixture({ transport, timeLimitMs: 600_000 });
  await made.publish();
  await transport.isHeld;
  return { made, signIn: transport.signIn };
}

/** Another computer on the same library has published it, and its file came over. */
async function linkElsewhere(made: OutboxFixture, templateId: string): Promise<void> {
  const folder = join(made.root, 'themes');
  for (const name of await readdir(folder)) {
    const document = JSON.parse(await readFile(join(folder, name), 'utf8')) as ThemeDocument;
    const { foyerChecksum: _old, ...rest } = document as ThemeDocument & { foyerChecksum?: string };
    const publications = {
      [publicationKey(made.connection)]: { templateId, at: '2026-01-03T00:00:00.000Z' },
    };
    await writeFile(join(folder, name), JSON.stringify({ ...rest, publications }));
  }
  await made.library.rescan();
}

it('does not leave after the sign-in once its theme is in the bin', async () => {
  const { made, signIn } = await held();
  await made.library.handlers.remove({ ids: [made.place.themeId] });
  signIn();
  await made.drained();
  expect(made.practice.received()).toHaveLength(0);
  expect(await made.items()).toMatchObject([{ why: 'themeMissing' }]);
});

it('makes no second copy of what another computer has published meanwhile', async () => {
  const { made, signIn } = await held();
  await linkElsewhere(made, 'theirs');
  signIn();
  await made.drained();
  expect(made.practice.received().map(({ path }) => path.split('/').at(-1))).toEqual(['theirs']);
});
