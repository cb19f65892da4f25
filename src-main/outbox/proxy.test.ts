import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import { createNodeTransport } from '../service/node-transport';
import { proxied } from '../service/testing/proxied-transport';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

async function held() {
  const transport = proxied(createNodeTransport());
  const made = await outboxFixture({ transport, timeLimitMs: 600_000 });
  await made.publish();
  await transport.isHeld;
  return { made, signIn: transport.signIn };
}

/** A publication that a proxy holds back until a person has signed in to it. */
describe('a publication that a proxy holds back', () => {
  it('is not said to be sent, but what it waits for', async () => {
    const { made, signIn } = await held();
    expect(await made.items()).toMatchObject([{ why: 'held' }]);
    expect(await made.shown()).toMatchObject({ delivery: 'waiting' });
    signIn();
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(made.practice.received()).toHaveLength(1);
  });

  it('leaves in its newest version alone', async () => {
    const { made, signIn } = await held();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
    await made.publish();
    signIn();
    await made.drained();
    expect(made.practice.state().templates).toMatchObject([{ name: 'Newer' }]);
    expect(made.practice.received()).toHaveLength(1);
  });

  it('does not leave once the outbox is paused', async () => {
    const { made, signIn } = await held();
    await made.outbox.handlers.setPaused({ isPaused: true });
    signIn();
    await made.settled();
    expect(made.practice.received()).toEqual([]);
    expect(await made.items()).toMatchObject([{ why: 'paused' }]);
  });

  it('does not leave once its theme is linked', async () => {
    const { made, signIn } = await held();
    await made.outbox.handlers.link({ ...made.place, templateId: 'tpl_7' });
    expect(await made.items()).toEqual([]);
    signIn();
    await made.drained();
    expect(made.practice.received()).toEqual([]);
    const { publications } = await made.document();
    expect(publications[publicationKey(made.connection)]).toMatchObject({ templateId: 'tpl_7' });
  });

  it('is in no doubt when Foyer quits meanwhile', async () => {
    const { made } = await held();
    // It is not waited for: nobody may ever sign in.
    await made.outbox.close(1_000);
    await made.settled();
    const again = await nextRun(made);
    await again.drained();
    expect(made.practice.received()).toHaveLength(1);
    expect(await again.items()).toEqual([]);
  });
});

/** What changed while a proxy held a first save back: it is asked for once more, in the same way. */
describe('what changed while a proxy held a first save back', () => {
  /** Another computer on the same library has published it, and its file came over. */
  async function linkElsewhere(made: OutboxFixture, templateId: string): Promise<void> {
    const folder = join(made.root, 'themes');
    for (const name of await readdir(folder)) {
      const document = JSON.parse(await readFile(join(folder, name), 'utf8')) as ThemeDocument;
      const { foyerChecksum: _old, ...rest } = document as ThemeDocument & {
        foyerChecksum?: string;
      };
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
});
