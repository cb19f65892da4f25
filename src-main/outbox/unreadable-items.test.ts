import { readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { statusWord } from '@shared/theme/status';
import { StorageError } from '../storage/storage';
import { ItemFiles } from './item-files';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/** What can't be read is not taken for empty: it blocks its own place, and is shown. */
describe('items that can’t be read', () => {
  const folderOf = ({ root }: OutboxFixture) => join(root, 'profile', 'outbox');

  /** A first save that may have arrived, at a service with ids of its own; and the file that says so. */
  async function inDoubt(): Promise<{ made: OutboxFixture; path: string; bytes: Buffer }> {
    const made = await outboxFixture({ themes: 2 });
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    await made.outbox.close(0);
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    const [name = ''] = (await readdir(folderOf(made))).filter((each) => each.endsWith('.json'));
    const path = join(folderOf(made), name);
    return { made, path, bytes: await readFile(path) };
  }

  async function restarted(made: OutboxFixture): Promise<OutboxFixture> {
    const again = await nextRun(made);
    return again;
  }

  const damages = [
    ['a flipped bit', (bytes: Buffer) => flipped(bytes)],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)],
    ['zeroed', (bytes: Buffer) => Buffer.alloc(bytes.length)],
  ] as const;
  const ofNewer = ['of a newer Foyer', () => Buffer.from('{"format":99}')] as const;

  describe.each([...damages, ofNewer])('a file of a first save in doubt: %s', (_name, damage) => {
    it('is shown, and nothing is sent or written over it', async () => {
      const { made, path, bytes } = await inDoubt();
      const damaged = damage(bytes);
      await writeFile(path, damaged);
      const again = await restarted(made);
      const [one = '', two = ''] = made.ids;
      expect(await again.items()).toMatchObject([
        { why: 'unreadable', themeId: one, connectionId: 'c1', problem: { path } },
      ]);
      expect(await again.shown(one)).toMatchObject({ delivery: 'unknown' });
      await expect(again.publish(one)).rejects.toThrow(/file(Damaged|Newer)/u);
      const asked = again.outbox.handlers.publish({ themeIds: [one], connectionIds: ['c1'] });
      expect(await asked).toMatchObject({ queued: 0, undecided: [{ themeId: one }] });
      // What it blocks is its own place only.
      await again.publish(two);
      await again.drained();
      expect(made.practice.state().templates).toHaveLength(2);
      expect(await readFile(path)).toEqual(damaged);
    });
  });

  it('stays a doubt where a theme that can’t be saved can’t be sent again', async () => {
    const { made, path, bytes } = await inDoubt();
    await writeFile(path, flipped(bytes));
    const again = await restarted(made);
    expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
    const full = new StorageError('full', 'theme.json');
    const saved = vi.spyOn(again.library, 'saved').mockRejectedValue(full);
    await expect(
      again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' }),
    ).rejects.toThrow();
    saved.mockRestore();
    await again.drained();
    expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
    expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
  });

  it('stays a doubt where the outbox’s own disk takes no request', async () => {
    const { made, path, bytes } = await inDoubt();
    const damaged = flipped(bytes);
    await writeFile(path, damaged);
    const again = await restarted(made);
    expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
    const written = vi
      .spyOn(ItemFiles.prototype, 'write')
      .mockRejectedValue(new StorageError('full', path));
    const decided = again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
    await expect(decided).rejects.toThrow();
    written.mockRestore();
    expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
    expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
    expect(await readFile(path)).toEqual(damaged);
  });

  describe('a file of a first save in doubt that a newer Foyer wrote', () => {
    it('stays where that one looks for it, whatever a person decides here', async () => {
      const { made, path, bytes } = await inDoubt();
      const newer = ofNewer[1]();
      await writeFile(path, newer);
      const again = await restarted(made);
      await again.items();
      const templateId = made.practice.state().templates[0]?.id ?? '';
      for (const decision of [
        { decision: 'published', templateId },
        { decision: 'sendAgain' },
      ] as const) {
        await expect(
          again.outbox.handlers.decide({ ...made.place, ...decision }),
        ).rejects.toMatchObject({ problem: { code: 'storageNewer' } });
      }
      await again.drained();
      expect(made.practice.received()).toHaveLength(1);
      expect(await readFile(path)).toEqual(newer);
      // The newer one comes back, and knows what it knew.
      await again.outbox.close(0);
      await writeFile(path, bytes);
      expect(await (await restarted(made)).items()).toMatchObject([{ why: 'decision' }]);
    });
  });

  describe.each(damages)('a damaged file of a first save in doubt: %s', (_name, damage) => {
    it('can be decided by a person, and is kept beside', async () => {
      const { made, path, bytes } = await inDoubt();
      await writeFile(path, damage(bytes));
      const again = await restarted(made);
      await again.items();
      const templateId = made.practice.state().templates[0]?.id ?? '';
      await again.outbox.handlers.decide({ ...made.place, decision: 'published', templateId });
      expect(await again.items()).toEqual([]);
      await again.publish();
      await again.drained();
      expect(made.practice.state().templates).toHaveLength(1);
      expect((await readdir(folderOf(made))).some((name) => name.includes('(unreadable'))).toBe(
        true,
      );
    });

    it('is sent again at a person’s word', async () => {
      const { made, path, bytes } = await inDoubt();
      await writeFile(path, damage(bytes));
      const again = await restarted(made);
      await again.items();
      await again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
      await again.drained();
      expect(made.practice.received()).toHaveLength(2);
      expect(await again.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
    });
  });

  describe('what the disk does not give for a moment', () => {
    it('blocks a file’s place, and is taken up without a restart', async () => {
      const { made, path, bytes } = await inDoubt();
      // A link that leads round in a circle can't be read, and is no damage of the content.
      await rm(path);
      await symlinkLoop(path);
      const again = await restarted(made);
      expect(await again.items()).toMatchObject([{ why: 'unreadable' }]);
      await expect(again.publish()).rejects.toThrow('storage');
      await rm(path);
      await writeFile(path, bytes);
      again.clock.pass(5_001);
      await again.settled();
      await expect.poll(() => again.items()).toMatchObject([{ why: 'decision', isFirst: true }]);
      expect(made.practice.received()).toHaveLength(1);
    });

    it('is not sent again over what it says, and can be dropped', async () => {
      const { made, path } = await inDoubt();
      await rm(path);
      await symlinkLoop(path);
      const again = await restarted(made);
      await again.items();
      await expect(
        again.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' }),
      ).rejects.toMatchObject({ problem: { code: 'storageNotRead', files: [path] } });
      expect(await again.shown()).toMatchObject({ delivery: 'unknown' });
      expect(made.practice.received()).toHaveLength(1);
      await again.outbox.handlers.decide({ ...made.place, decision: 'drop' });
      expect(await again.items()).toEqual([]);
    });

    it('of the folder itself stops everything, says so, and is taken up', async () => {
      const { made } = await inDoubt();
      const folder = folderOf(made);
      await rename(folder, `${folder}-away`);
      await writeFile(folder, 'no folder');
      const again = await restarted(made);
      const { problem, items } = await again.outbox.handlers.list(undefined);
      expect(problem).toMatchObject({ path: folder });
      expect(items).toEqual([]);
      await expect(again.publish()).rejects.toThrow('storage');
      expect(made.practice.received()).toHaveLength(1);
      await rm(folder);
      await rename(`${folder}-away`, folder);
      again.clock.pass(5_001);
      await expect.poll(() => again.items()).toMatchObject([{ why: 'decision' }]);
      expect((await again.outbox.handlers.list(undefined)).problem).toBeUndefined();
    });
  });

  describe('a pause', () => {
    it('whose file is cut off counts as a pause', async () => {
      const made = await outboxFixture();
      await made.outbox.handlers.setPaused({ isPaused: true });
      await made.publish();
      await made.outbox.close(0);
      await writeFile(join(made.root, 'profile', 'outbox.json'), '{"format":1,"isPau');
      const again = await restarted(made);
      await again.drained();
      expect(await again.items()).toMatchObject([{ why: 'paused' }]);
      expect(made.practice.received()).toEqual([]);
      await again.outbox.handlers.setPaused({ isPaused: false });
      await again.drained();
      expect(made.practice.received()).toHaveLength(1);
      // And that is kept.
      await again.outbox.close(0);
      const third = await restarted(made);
      expect((await third.outbox.handlers.list(undefined)).isPaused).toBe(false);
    });

    it('whose file can’t be read for a moment counts as a pause until it can', async () => {
      const made = await outboxFixture();
      await made.outbox.handlers.setPaused({ isPaused: true });
      await made.outbox.handlers.setPaused({ isPaused: false });
      await made.outbox.close(0);
      const path = join(made.root, 'profile', 'outbox.json');
      const bytes = await readFile(path);
      await rm(path);
      await symlinkLoop(path);
      const again = await restarted(made);
      await again.publish();
      await again.drained();
      expect(await again.items()).toMatchObject([{ why: 'paused' }]);
      await rm(path);
      await writeFile(path, bytes);
      again.clock.pass(5_001);
      await expect.poll(() => again.items()).toEqual([]);
      expect(made.practice.received()).toHaveLength(1);
    });
  });

  describe('a file that can’t be read, while nobody knows whose it is', () => {
    async function damagedThen(before: (again: OutboxFixture) => void) {
      const { made, path, bytes } = await inDoubt();
      await writeFile(path, flipped(bytes));
      const again = await outboxFixture({ root: made.root, connections: made.connections, before });
      again.token = made.token;
      await again.outbox.start();
      expect(await again.items()).toEqual([]);
      return again;
    }

    it('can be decided as soon as the library is there, without a restart', async () => {
      let isAway = true;
      const again = await damagedThen(({ library }) => {
        const { list } = library.handlers;
        Object.assign(library.handlers, {
          list: (nothing: undefined) => {
            if (isAway) throw new Error('the folder is not there');
            return list(nothing);
          },
        });
      });
      isAway = false;
      again.outbox.themesChanged(again.ids);
      await expect.poll(() => again.items()).toMatchObject([{ why: 'unreadable' }]);
      const answer = { ...again.place, decision: 'drop' as const };
      await again.outbox.handlers.decide(answer);
      expect(await again.items()).toEqual([]);
    });

    it('can be decided as soon as its connection is entered', async () => {
      const away: OutboxFixture['connections'] = [];
      const again = await damagedThen(({ connections }) => {
        away.push(...connections.splice(0));
      });
      again.connections.push(...away);
      again.outbox.connectionsChanged();
      await expect.poll(() => again.items()).toMatchObject([{ why: 'unreadable' }]);
    });
  });

  function flipped(bytes: Buffer): Buffer {
    const changed = Buffer.from(bytes);
    changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
    return changed;
  }

  /** Opening it fails with ELOOP, which is no damage of what is in it. */
  function symlinkLoop(path: string): Promise<void> {
    return symlink(basename(path), path);
  }
});

/** What the cards say while the folder of the outbox can't be read: nobody knows what may have arrived. */
describe('what the cards say while the outbox’s folder can’t be read', () => {
  it('is not that a theme was never published', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    expect(await made.shown()).toMatchObject({ relation: 'never', delivery: 'unknown' });
    await made.outbox.close(0);
    const folder = join(made.root, 'profile', 'outbox');
    await rename(folder, `${folder}-away`);
    await writeFile(folder, 'no folder');
    const again = await outboxFixture({ root: made.root, connections: made.connections });
    expect((await again.outbox.handlers.list(undefined)).problem).toBeDefined();
    const { relation = 'never', delivery = 'idle' } = (await again.shown()) ?? {};
    expect(statusWord(relation, delivery)).not.toBe('draft');
    await rm(folder);
  });

  it('nor that nothing of a theme may be known to a service', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.settled();
    expect(made.outbox.isUnsettled(made.place.themeId)).toBe(true);
    await made.outbox.close(0);
    const folder = join(made.root, 'profile', 'outbox');
    await rename(folder, `${folder}-away`);
    await writeFile(folder, 'no folder');
    const again = await outboxFixture({ root: made.root, connections: made.connections });
    await again.outbox.start();
    expect(again.outbox.isUnsettled(made.place.themeId)).toBe(true);
    await rm(folder);
  });
});
