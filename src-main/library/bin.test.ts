import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { putTheme, themeDocument, trialFolders, trialLibrary } from './trial-library';

const day = 24 * 60 * 60 * 1_000;

describe('the bin', () => {
  it('lists what was deleted, last first, with where it was and the days that are left', async () => {
    const folders = await trialFolders();
    let now = Date.UTC(2026, 0, 1);
    const { library } = trialLibrary(folders, { now: () => new Date(now) });
    const publication = { templateId: 't', at: 'x', sent: { name: 'a', theme: newTheme() } };
    const old = themeDocument({ name: 'Old', publications: { place: publication } });
    const young = themeDocument({ name: 'Young', tags: ['calm'] });
    await putTheme(folders, 'old.json', old);
    await putTheme(folders, 'young.json', young);
    const { handlers } = library;
    await handlers.remove({ ids: [old.id] });
    now += 10 * day;
    await handlers.remove({ ids: [young.id] });
    expect(await handlers.bin(undefined)).toEqual([
      expect.objectContaining({ id: young.id, name: 'Young', tags: ['calm'], daysLeft: 30 }),
      expect.objectContaining({
        id: old.id,
        file: 'old.json',
        folder: folders.themes,
        daysLeft: 20,
        publications: 1,
      }),
    ]);
  });

  it('deletes for good, and keeps what links a theme to its templates', async () => {
    const folders = await trialFolders();
    const { library } = trialLibrary(folders);
    const publication = { templateId: 't', at: 'x', sent: { name: 'a', theme: newTheme() } };
    const published = themeDocument({ publications: { place: publication } });
    const plain = themeDocument();
    await putTheme(folders, 'a.json', published);
    await putTheme(folders, 'b.json', plain);
    const ids = [published.id, plain.id];
    const { handlers } = library;
    await handlers.remove({ ids });
    await handlers.discard({ ids: [...ids, 'nothing'] });
    expect(await handlers.bin(undefined)).toEqual([]);
    expect(await readdir(join(folders.profile, 'bin'))).toHaveLength(1);
    await expect(handlers.restore({ ids: [plain.id] })).rejects.toMatchObject({
      problem: { code: 'notFound' },
    });
  });
});
