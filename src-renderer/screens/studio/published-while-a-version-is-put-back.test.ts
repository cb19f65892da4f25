/**
 * A person puts a version back and presses Publish before a slow disk has given that version. Main hears of it at once: it
 * keeps the order of what is asked of a theme, and a quit waits for what it was asked.
 */
import type { OpenTheme } from '@shared/library';
import type { ThemeVersion } from '@shared/theme-versions';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { expect, it } from 'vitest';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { ThemeVersionsState } from '../../state/theme-versions.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { ThemePublishing } from './publishing.svelte';

const northwind = trialConnection('northwind');
const approved: ThemeVersion = {
  ...{ version: 1, at: '2026-11-20T10:00:00.000Z', reason: 'kept', name: 'Approved' },
};
const present: OpenTheme = {
  ...{ id: 'a', version: 2, name: 'Harbour', tags: [], isReadOnly: false, theme: newTheme() },
  ...{ canUndo: false, canRedo: false, places: [], publications: {} },
  save: { kind: 'saved', at: approved.at },
};

it('tells main in the order in which it was asked, and at once', async () => {
  let goOn = (): void => undefined;
  const disk = new Promise<void>((resolve) => (goOn = resolve));
  const main = installFakeMain({
    library: {
      open: () => present,
      restoreVersion: async () => {
        await disk;
        return present;
      },
      undo: () => present,
    },
    outbox: { publish: () => ({ queued: 1, cancelled: [], problems: [] }) },
  });
  const open = new OpenThemeState('a');
  await open.refresh();
  const before = main.log.length;

  const restoring = new ThemeVersionsState(open).restore(approved);
  const publishing = new ThemePublishing(open).publish(northwind);
  open.undo();
  expect(main.log.slice(before).map(({ name }) => name)).toEqual([
    ...['library.restoreVersion', 'outbox.publish', 'library.undo'],
  ]);
  goOn();
  await Promise.all([restoring, publishing]);
});
