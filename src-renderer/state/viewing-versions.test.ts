import { describe, expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import type { ThemeVersion, VersionContent } from '@shared/theme-versions';
import { newTheme } from '@shared/theme/theme';
import { installFakeMain } from '../testing/fake-main';
import { OpenThemeState } from './open-theme.svelte';
import { ThemeVersionsState } from './theme-versions.svelte';

/** A person looks at one version and, before it is read, at another or at the present: what was asked for last is shown. */
describe('another version is viewed before the first is read', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const first: ThemeVersion = { version: 1, at, reason: 'kept', name: 'First' };
  const second: ThemeVersion = { ...first, version: 2, name: 'Second' };

  /** A theme's versions, of which the first is being looked at and takes its time to be read. */
  async function lookingAtFirst() {
    let answer: () => void = () => undefined;
    const main = installFakeMain({
      library: {
        version: async ({ version }): Promise<VersionContent> => {
          if (version === first.version) await new Promise<void>((resolve) => (answer = resolve));
          return { name: `Version ${String(version)}`, theme: newTheme() };
        },
      },
    });
    const versions = new ThemeVersionsState(new OpenThemeState('a'));
    const slow = versions.look(first);
    await vi.waitFor(() => expect(main.log).toHaveLength(1));
    const read = async (): Promise<void> => {
      answer();
      await slow;
    };
    return { versions, read };
  }

  it('the control: it is shown once it is read', async () => {
    const { versions, read } = await lookingAtFirst();
    await read();
    expect(versions.shown).toMatchObject({ version: first, content: { name: 'Version 1' } });
  });

  it('it does not replace another one that was looked at since', async () => {
    const { versions, read } = await lookingAtFirst();
    await versions.look(second);
    await read();
    expect(versions.shown).toMatchObject({ version: second, content: { name: 'Version 2' } });
  });

  it('it does not replace the present that was gone back to since', async () => {
    const { versions, read } = await lookingAtFirst();
    versions.back();
    await read();
    expect(versions.shown).toBeNull();
  });
});

/** A person looks at an older version and, before it is read, edits: what is edited is the present, which is shown. */
describe('the theme is edited before the version is read', () => {
  const first: ThemeVersion = {
    ...{ version: 1, at: '2026-11-20T10:00:00.000Z', reason: 'kept', name: 'First' },
  };

  function opened(version: number): OpenTheme {
    return {
      ...{ id: 'a', version, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
      ...{ canUndo: version > 1, canRedo: false, places: [], publications: {} },
      save: { kind: 'saved', at: first.at },
    };
  }

  it.each([
    ['the control: it was read before', false],
    ['it is read after the edit', true],
  ])('the edit shows the present: %s', async (_name, isSlow) => {
    let answer: () => void = () => undefined;
    const main = installFakeMain({
      library: {
        open: () => opened(1),
        edit: () => opened(2),
        version: async (): Promise<VersionContent> => {
          if (isSlow) await new Promise<void>((resolve) => (answer = resolve));
          return { name: 'Version 1', theme: newTheme() };
        },
      },
    });
    const open = new OpenThemeState('a');
    await open.refresh();
    const versions = new ThemeVersionsState(open);
    const look = versions.look(first);
    if (isSlow) await vi.waitFor(() => expect(main.log.length).toBeGreaterThan(1));
    else await look;
    open.edit([{ field: 'general.font', value: 'Lora' }]);
    await open.settled();
    answer();
    await look;
    expect(open.said?.version).toBe(2);
    expect(versions.shown).toBeNull();
  });
});

/** A person looks at a version, which takes its time to be read, and deletes it meanwhile: it is not shown as if it were there. */
describe('the version is deleted before it is read', () => {
  const first: ThemeVersion = {
    ...{ version: 1, at: '2026-11-20T10:00:00.000Z', reason: 'kept', name: 'First' },
  };

  it.each([
    ['the control: one that was shown is not any more', true],
    ['one that is still being read is not shown', false],
  ])('%s', async (_, isReadFirst) => {
    let answer: () => void = () => undefined;
    const main = installFakeMain({
      library: {
        version: async (): Promise<VersionContent> => {
          await new Promise<void>((resolve) => (answer = resolve));
          return { name: 'Version 1', theme: newTheme() };
        },
        removeVersion: () => undefined,
      },
    });
    const versions = new ThemeVersionsState(new OpenThemeState('a'));
    const look = versions.look(first);
    await vi.waitFor(() => expect(main.log).toHaveLength(1));
    if (isReadFirst) {
      answer();
      await look;
      expect(versions.shown).not.toBeNull();
    }
    await versions.remove(first);
    answer();
    await look;
    expect(versions.shown).toBeNull();
  });
});

/**
 * A version is shown in the preview, another one can't be read, and the one that is shown is deleted: the preview shows the
 * present again, and no version that isn't there any more and can't be restored.
 */
describe('the version is deleted while it is shown', () => {
  const versionOf = (version: number): ThemeVersion => ({
    ...{ version, at: '2026-11-13T17:20:00', reason: 'kept' as const, name: `Version ${version}` },
  });
  const present: OpenTheme = {
    ...{ id: 'a', version: 2, name: 'Harbour', tags: [], isReadOnly: false, theme: newTheme() },
    ...{ canUndo: false, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  };

  async function show() {
    installFakeMain({
      library: {
        open: () => present,
        version: ({ version }) => {
          // A virus scanner has it.
          if (version === 2) throw new ProblemError({ code: 'storageNotRead', files: ['2'] });
          return { name: 'Harbour', theme: newTheme() };
        },
        removeVersion: () => undefined,
      },
    });
    const open = new OpenThemeState('a');
    await open.refresh();
    const versions = new ThemeVersionsState(open);
    await versions.look(versionOf(1));
    expect(versions.shown?.version.version).toBe(1);
    return versions;
  }

  it('the control: the version that is shown is deleted', async () => {
    const versions = await show();
    await versions.remove(versionOf(1));
    expect(versions.shown).toBeNull();
  });

  it('so it is after another one couldn’t be read', async () => {
    const versions = await show();
    await expect(versions.look(versionOf(2))).rejects.toThrow();
    expect(versions.shown?.version.version).toBe(1);
    await versions.remove(versionOf(1));
    expect(versions.shown).toBeNull();
  });
});
