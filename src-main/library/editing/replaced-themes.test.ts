import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { libraryOfOne } from '../testing/fixture-library';

/**
 * A person puts a version back on a slow disk, and thinks better of it, or duplicates the theme, at once: that is done with
 * the version that they put back, and not with what was there before.
 */
describe('what is asked for while a version is put back', () => {
  /** A theme with an approved version and an experiment since. */
  async function experimented() {
    const { library, id } = await libraryOfOne();
    const { handlers } = library;
    const edit = (value: string) => handlers.edit({ id, edits: [{ field: 'customCss', value }] });
    await edit('.approved{}');
    const { version } = await handlers.keepVersion({ id, name: 'Approved' });
    await edit('.experiment{}');
    const css = async (theme: string) => (await library.current(theme)).theme.customCss;
    return { id, handlers, css, restore: () => handlers.restoreVersion({ id, version }) };
  }

  it('takes back the restoring, and not the edit before it', async () => {
    const { id, handlers, css, restore } = await experimented();
    const restoring = restore();
    const undone = await handlers.undo({ id });
    await restoring;
    expect(undone.theme.customCss).toBe('.experiment{}');
    expect(await css(id)).toBe('.experiment{}');
  });

  it('does the restoring again', async () => {
    const { id, handlers, css, restore } = await experimented();
    await Promise.all([restore(), handlers.undo({ id }), handlers.redo({ id })]);
    expect(await css(id)).toBe('.approved{}');
  });

  it('duplicates what was put back', async () => {
    const { id, handlers, css, restore } = await experimented();
    const restoring = restore();
    const { ids } = await handlers.duplicate({ ids: [id] });
    await restoring;
    expect(await css(ids[0] ?? '')).toBe('.approved{}');
  });

  it('does what is asked also where the version can’t be put back', async () => {
    const { id, handlers, css } = await experimented();
    const refused = expect(handlers.restoreVersion({ id, version: 77 })).rejects.toThrow();
    const { ids } = await handlers.duplicate({ ids: [id] });
    await refused;
    expect(await css(ids[0] ?? '')).toBe('.experiment{}');
  });

  it('takes nothing else back where the version can’t be put back', async () => {
    const { id, handlers, css } = await experimented();
    const refused = expect(handlers.restoreVersion({ id, version: 77 })).rejects.toThrow();
    await handlers.undo({ id });
    await refused;
    expect(await css(id)).toBe('.experiment{}');
  });

  it('keeps under a name what was put back, also where that is taken back at once', async () => {
    const { id, handlers, css, restore } = await experimented();
    const restoring = restore();
    const keeping = handlers.keepVersion({ id, name: 'Second' });
    await Promise.all([restoring, handlers.undo({ id })]);
    const { version } = await keeping;
    expect((await handlers.version({ id, version })).theme.customCss).toBe('.approved{}');
    expect(await css(id)).toBe('.experiment{}');
  });

  it('takes back the tags that it was given meanwhile, and not what was put back', async () => {
    const { id, handlers, css, restore } = await experimented();
    const restoring = restore();
    const tagging = handlers.setTags({ id, tags: ['a'] });
    await Promise.all([restoring, tagging, handlers.undo({ id })]);
    expect((await handlers.open({ id })).tags).toEqual(['blue']);
    expect(await css(id)).toBe('.approved{}');
  });
});

/**
 * A person accepts what the service made of a theme while an earlier step of it still waits, and chooses another library
 * before its turn has come: nothing is done with that one, whose themes may have the same IDs.
 */
describe('an answer is accepted, and another library chosen', () => {
  it.each([
    ['the control: the library stays', false],
    ['another is chosen', true],
  ])('%s', async (_name, isOther) => {
    const { library, folders, id } = await libraryOfOne({}, { mayUse: () => true });
    await library.start();
    let goOn = (): void => undefined;
    const earlier = library.whileReplaced(id, () => new Promise<void>((done) => (goOn = done)));
    const accept = vi.fn(() => Promise.resolve('accepted'));
    const accepting = library.whileReplaced(id, accept).catch(() => 'refused');
    if (isOther) {
      const folder = join(folders.root, 'other');
      mkdirSync(folder);
      await library.handlers.useFolder({ folder, move: false });
    }
    goOn();
    await earlier;
    expect(await accepting).toBe(isOther ? 'refused' : 'accepted');
    expect(accept).toHaveBeenCalledTimes(isOther ? 0 : 1);
  });
});
