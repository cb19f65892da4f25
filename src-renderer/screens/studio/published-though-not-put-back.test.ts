/**
 * A person puts a version back and presses Publish right after. The version can't be put back (its file is in the cloud alone):
 * what was to be replaced is not what they wanted to publish, and isn't sent in its stead.
 */
import type { OpenTheme } from '@shared/library';
import type { ThemeVersion } from '@shared/theme-versions';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, expect, it } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { ThemeVersionsState } from '../../state/theme-versions.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { ThemePublishing } from './publishing.svelte';

const northwind = trialConnection('northwind');
const approved: ThemeVersion = {
  ...{ version: 1, at: '2026-11-20T10:00:00.000Z', reason: 'kept', name: 'Approved' },
};

afterEach(() => connections.end());

it.each([
  ['the control: it is put back', false, ['.approved{}']],
  ['it can not be', true, []],
] as const)('what is sent: %s', async (_name, isHeld, expected) => {
  let css = '.experiment{}';
  const sent: string[] = [];
  const present = (): OpenTheme => ({
    ...{ id: 'a', version: css === '.approved{}' ? 3 : 2, name: 'Harbour', tags: [] },
    ...{ isReadOnly: false, theme: { ...newTheme(), customCss: css } },
    ...{ canUndo: true, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: approved.at },
  });
  let goOn = (): void => undefined;
  const disk = new Promise<void>((resolve) => (goOn = resolve));
  installFakeMain({
    library: {
      open: present,
      restoreVersion: async () => {
        await disk;
        if (isHeld) throw new ProblemError({ code: 'fileInCloud', path: '/themes/aster.json' });
        css = '.approved{}';
        return present();
      },
    },
    outbox: {
      publish: () => {
        sent.push(css);
        return { queued: 1, cancelled: [], problems: [] };
      },
    },
  });
  const open = new OpenThemeState('a');
  await open.refresh();
  // `VersionBar` reports it.
  const restoring = new ThemeVersionsState(open).restore(approved).catch(() => undefined);
  const publishing = new ThemePublishing(open).publish(northwind);
  goOn();
  await Promise.all([restoring, publishing]);

  expect(sent).toEqual(expected);
});
