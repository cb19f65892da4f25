import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import { arrived, firstIdAt, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

/** What stood in line, or waited for its token, is looked at again when its turn comes. */
describe('what stood in line, or waited for its token', () => {
  const sentNames = ({ practice }: OutboxFixture) =>
    practice.received().map(({ body }) => (JSON.parse(body) as { name: string }).name);

  const handedOver = async (made: OutboxFixture, count: number): Promise<void> => {
    while (made.onces.length < count) await new Promise((next) => setImmediate(next));
  };

  /** A first save that stands in line behind that of another theme, until `release`. */
  async function inLine(keepsClientIds: 'yes' | 'no' = 'no') {
    const made = await outboxFixture({ themes: 2 });
    Object.assign(made.connection, { keepsClientIds });
    const release = made.practice.holdAnswers();
    const [first = '', second = ''] = made.ids;
    await made.publish(first);
    await arrived(made.practice);
    await made.publish(second);
    await handedOver(made, 2);
    return { made, release, second };
  }

  /** A later save of the only theme, whose token a locked keychain keeps waiting until `unlock`. */
  async function lockedOut() {
    const made = await outboxFixture();
    await made.publish();
    await made.drained();
    const { id } = await made.document();
    await made.library.handlers.rename({ id, name: 'Second' });
    let unlock = (): void => undefined;
    const locked = new Promise<string | undefined>((open) => {
      unlock = () => {
        open(made.token);
      };
    });
    made.tokenFor = () => locked;
    await made.publish();
    await handedOver(made, 2);
    return { made, id, unlock };
  }

  /** Another computer on the same library has published or linked it, and its file came over. */
  async function linkElsewhere(made: OutboxFixture, id: string, templateId: string): Promise<void> {
    const folder = join(made.root, 'themes');
    for (const name of await readdir(folder)) {
      const document = JSON.parse(await readFile(join(folder, name), 'utf8')) as ThemeDocument;
      if (document.id !== id) continue;
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

  describe('a save that stood in line', () => {
    it('leaves in its newest version alone', async () => {
      const { made, release, second } = await inLine();
      await made.library.handlers.rename({ id: second, name: 'Newer' });
      await made.publish(second);
      release();
      await made.drained();
      expect(sentNames(made)).toEqual(['Harbour', 'Newer']);
      expect(await made.items()).toEqual([]);
    });

    it('does not leave once its theme is in the bin', async () => {
      const { made, release, second } = await inLine();
      await made.library.handlers.remove({ ids: [second] });
      release();
      await made.drained();
      expect(sentNames(made)).toEqual(['Harbour']);
      expect(await made.items()).toMatchObject([{ themeId: second, why: 'themeMissing' }]);
      expect(await made.shown(second)).toBeUndefined();
    });

    it('replaces the template to which the theme was linked on another computer meanwhile', async () => {
      const { made, release, second } = await inLine();
      await linkElsewhere(made, second, 'theirs');
      release();
      await made.drained();
      expect(made.practice.received().map(({ path }) => path.split('/').at(-1))).toEqual([
        firstIdAt(made.ids[0] ?? '', made.connection),
        'theirs',
      ]);
      expect(await made.items()).toEqual([]);
    });
  });

  describe('a first save that may be there already and waited for its turn', () => {
    it('asks, when the answer before it shows that the service gives ids of its own', async () => {
      const made = await outboxFixture({ themes: 2 });
      const [first = '', second = ''] = made.ids;
      made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
      await made.publish(second);
      await made.settled();
      made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
      const release = made.practice.holdAnswers();
      await made.publish(first);
      await arrived(made.practice, 2);
      // It kept ids so far, as far as anybody knows: a repetition does no harm.
      Object.assign(made.connection, { keepsClientIds: 'yes' });
      await made.publish(second);
      await handedOver(made, 3);
      release();
      await made.drained();
      expect(made.practice.received()).toHaveLength(2);
      expect(await made.items()).toMatchObject([{ themeId: second, why: 'decision' }]);
    });
  });

  describe('a save that waited for a locked keychain', () => {
    it('leaves in its newest version alone', async () => {
      const { made, id, unlock } = await lockedOut();
      await made.library.handlers.rename({ id, name: 'Third' });
      await made.publish();
      unlock();
      await made.drained();
      expect(sentNames(made)).toEqual(['Harbour', 'Third']);
      expect(await made.items()).toEqual([]);
    });

    it('does not leave once its theme is in the bin', async () => {
      const { made, id, unlock } = await lockedOut();
      await made.library.handlers.remove({ ids: [id] });
      unlock();
      await made.drained();
      expect(sentNames(made)).toEqual(['Harbour']);
      expect(await made.items()).toMatchObject([{ why: 'themeMissing' }]);
    });

    it('replaces the template to which the theme was linked on another computer meanwhile', async () => {
      const { made, id, unlock } = await lockedOut();
      await linkElsewhere(made, id, 'theirs');
      unlock();
      await made.drained();
      expect(made.practice.received().at(-1)?.path.split('/').at(-1)).toBe('theirs');
      expect(await made.items()).toEqual([]);
    });
  });

  /** As of all that waits, the dialog says that it is removed from the outbox and won't be published. */
  describe('a theme that a person links meanwhile', () => {
    const link = (made: OutboxFixture, themeId: string) =>
      made.outbox.handlers.link({ ...made.place, themeId, templateId: 'tpl_7' });
    const linkedTo = async (made: OutboxFixture, id: string) =>
      (await made.document(id)).publications[publicationKey(made.connection)];

    it('is linked and not published, in line behind another', async () => {
      const { made, release, second } = await inLine();
      await link(made, second);
      expect((await made.items()).map(({ themeId }) => themeId)).toEqual([made.ids[0]]);
      release();
      await made.drained();
      expect(sentNames(made)).toEqual(['Harbour']);
      expect(await linkedTo(made, second)).toMatchObject({ templateId: 'tpl_7' });
    });

    it('is linked and not published, while its token is awaited', async () => {
      const { made, id, unlock } = await lockedOut();
      await link(made, id);
      expect(await made.items()).toEqual([]);
      unlock();
      await made.drained();
      expect(sentNames(made)).toEqual(['Harbour']);
    });

    it('is published there once it is asked for again, though it was in line until then', async () => {
      const { made, release, second } = await inLine();
      const linked = link(made, second);
      await made.publish(second);
      await linked;
      release();
      await made.drained();
      expect(made.practice.received().map(({ path }) => path.split('/').at(-1))).toEqual([
        firstIdAt(made.ids[0] ?? '', made.connection),
        'tpl_7',
      ]);
    });

    it('is published where it could not be linked', async () => {
      const { made, release, second } = await inLine();
      const full = new ProblemError({ code: 'storageFull', path: 'harbour-2.json' });
      vi.spyOn(made.library, 'setPublication').mockRejectedValueOnce(full);
      await expect(link(made, second)).rejects.toBe(full);
      release();
      await made.drained();
      expect(sentNames(made)).toEqual(['Harbour', 'Harbour 2']);
      expect(await made.items()).toEqual([]);
    });
  });
});

/** A theme that a newer Foyer wrote to while it waited here. */
it('what waits of a theme that a newer Foyer has written since is not sent: whether it is there already can’t be known', async () => {
  const made = await outboxFixture();
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  const folder = join(made.root, 'themes');
  const [file = ''] = await readdir(folder);
  const document = JSON.parse(await readFile(join(folder, file), 'utf8')) as object;
  const newer = JSON.stringify({ ...document, format: 2, publications: [{ at: 'elsewhere' }] });
  await writeFile(join(folder, file), newer);
  await made.library.rescan();
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.settled();
  made.clock.pass(60_000);
  await made.settled();
  expect(made.practice.received()).toEqual([]);
  expect(await made.items()).toMatchObject([
    { themeId: made.ids[0], problem: { code: 'themeReadOnly' } },
  ]);
  expect(await readFile(join(folder, file), 'utf8')).toBe(newer);
});

/**
 * A theme's file takes its time to be read as it is about to be sent: a cloud drive fetches it, or a share is slow. The
 * others of its connection, whose files are there, don't wait for it, whether or not a token was read before.
 */
describe('a theme whose file takes its time to be read', () => {
  it.each([
    ['the control: its token was read before', true],
    ['as the first since Foyer started', false],
  ])('the others leave: %s', async (_name, isTokenRead) => {
    const made = await outboxFixture({ themes: 4 });
    const { connection, ids, library, practice } = made;
    connection.keepsClientIds = 'yes';
    const [slow = '', second = '', third = '', earlier = ''] = ids;
    if (isTokenRead) {
      await made.publish(earlier);
      await made.drained();
    }
    const before = practice.received().length;
    const { whole } = library;
    let goOn = (): void => undefined;
    const fetched = new Promise<void>((done) => (goOn = done));
    let isAsked = (): void => undefined;
    const asked = new Promise<void>((done) => (isAsked = done));
    library.whole = async (id) => {
      if (id === slow) {
        isAsked();
        await fetched;
      }
      return whole(id);
    };
    await made.publish(slow);
    await asked;
    await made.publish(second, third);
    await arrived(practice, before + 2);
    goOn();
    await made.drained();
    expect(practice.received().length - before).toBe(3);
  });
});
