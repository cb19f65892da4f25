/**
 * A person restores a version, presses Publish, and quits; the disk takes its time to give that version. “Quitting waits until
 * everything you published … is written down” (CHANGELOG.md): the studio said “Publishing”, and at the next start it waits.
 */
import type { ThemeVersion } from '@shared/theme-versions';
import { trialConnection } from '@shared/trial-connection';
import { expect, it } from 'vitest';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { ThemeVersionsState } from '../../state/theme-versions.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { ThemePublishing } from './publishing.svelte';

async function waitingAfter(isRestoring: boolean) {
  const made = await outboxFixture();
  const { library, outbox } = made;
  const { themeId: id } = made.place;
  // So that it is still there at the next start, to be seen.
  await outbox.handlers.setPaused({ isPaused: true });
  let give = (): void => undefined;
  const disk = new Promise<void>((resolve) => (give = resolve));
  let isWindowGone = false;
  const lost = new Promise<never>(() => undefined);
  installFakeMain({
    library: {
      ...library.handlers,
      restoreVersion: async (asked) => {
        await disk;
        return library.handlers.restoreVersion(asked);
      },
    },
    outbox: {
      ...outbox.handlers,
      publish: (asked) => (isWindowGone ? lost : outbox.handlers.publish(asked)),
    },
  });
  await library.handlers.keepVersion({ id, name: 'Approved' });
  await library.handlers.edit({ id, edits: [{ field: 'customCss', value: '.experiment{}' }] });
  const open = new OpenThemeState(id);
  await open.refresh();
  const versions = new ThemeVersionsState(open);
  await versions.refresh();
  const [approved] = versions.list?.versions ?? [];
  if (isRestoring) void versions.restore(approved as ThemeVersion);
  const northwind = trialConnection('c1', { ...made.connection });
  const publishing = new ThemePublishing(open);
  void publishing.publish(northwind);
  expect(publishing.isSendingTo(northwind)).toBe(true);
  // A person takes a moment to quit.
  await new Promise((resolve) => setTimeout(resolve, 50));

  // The window goes at once; the rooms end what they were asked for.
  isWindowGone = true;
  give();
  await outbox.close(5_000);
  await library.flush();
  const next = await outboxFixture({ root: made.root });
  return next.items();
}

it.each([
  ['the control: nothing is put back', false],
  ['a version is being put back', true],
])('is there at the next start: %s', async (_name, isRestoring) => {
  expect(await waitingAfter(isRestoring)).toMatchObject([{ name: 'Harbour' }]);
});
