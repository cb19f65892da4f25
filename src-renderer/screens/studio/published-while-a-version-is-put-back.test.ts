/**
 * A person puts a version back and presses Publish before a slow disk has given that version: what they asked for
 * first is in what is sent. Main sends a theme as it has it when it is asked (edited-after-publish.test.ts).
 */
import type { OpenTheme } from '@shared/library';
import type { ThemeVersion } from '@shared/theme-versions';
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
  ['the control: it was put back before', false],
  ['it is still being put back', true],
])('sends the version that was put back: %s', async (_name, isSlow) => {
  let css = '.experiment{}';
  const sent: string[] = [];
  const present = (): OpenTheme => ({
    ...{ id: 'a', version: css === '' ? 1 : 2, name: 'Harbour', tags: [], isReadOnly: false },
    theme: { ...newTheme(), customCss: css },
    ...{ canUndo: true, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: approved.at },
  });
  let goOn = (): void => undefined;
  const disk = isSlow ? new Promise<void>((resolve) => (goOn = resolve)) : Promise.resolve();
  installFakeMain({
    library: {
      open: present,
      restoreVersion: async () => {
        await disk;
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
  const restoring = new ThemeVersionsState(open).restore(approved);
  if (!isSlow) await restoring;
  const publishing = new ThemePublishing(open).publish(northwind);
  await new Promise((next) => setTimeout(next));
  goOn();
  await Promise.all([restoring, publishing]);

  expect(sent).toEqual(['.approved{}']);
});
