/**
 * A person restores a version in the studio, goes back to the library and publishes the theme from its card, while a slow
 * disk still has to give that version. “The newest version wins …; a name you gave before that is [sent] …, and so is a version
 * you restored” (CHANGELOG.md): from the card as well as by the studio's own button.
 */
import { trialConnection } from '@shared/trial-connection';
import { afterEach, expect, it } from 'vitest';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { connections } from '../../state/connections.svelte';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { ThemeVersionsState } from '../../state/theme-versions.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { ThemePublishing } from './publishing.svelte';
import { publishThemes } from '../library/publish-themes';

afterEach(() => connections.end());

async function sent(from: 'the studio' | 'its card'): Promise<string> {
  const made = await outboxFixture();
  const { library, practice } = made;
  const { themeId: id } = made.place;
  const northwind = trialConnection('c1', { ...made.connection });
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'c1' }) },
    library: library.handlers,
    outbox: made.outbox.handlers,
  });
  await connections.start();
  await library.handlers.edit({ id, edits: [{ field: 'customCss', value: '.approved{}' }] });
  await library.handlers.keepVersion({ id, name: 'Approved' });
  await library.handlers.edit({ id, edits: [{ field: 'customCss', value: '.experiment{}' }] });
  const open = new OpenThemeState(id);
  const end = open.start();
  await open.refresh();
  const versions = new ThemeVersionsState(open);
  await versions.refresh();
  const approved = versions.list?.versions.find(({ name }) => name === 'Approved');
  if (!approved) throw new Error('there is no such version');
  const { themes } = await library.handlers.list(undefined);

  const restoring = versions.restore(approved);
  // What is asked for next comes to main after that.
  await new Promise((resolve) => setImmediate(resolve));
  if (from === 'the studio') await new ThemePublishing(open).publish(northwind);
  else {
    end();
    await publishThemes(themes, [northwind]);
  }
  await restoring;
  await made.settled();
  expect((await library.current(id)).theme.customCss).toBe('.approved{}');
  return practice.received().at(-1)?.body ?? '';
}

it.each([
  ['the control: from the studio', 'the studio'],
  ['from its card', 'its card'],
] as const)('the version that was put back is sent, %s', async (_name, from) => {
  expect(await sent(from)).toContain('.approved{}');
});

it.each([
  ['the control: from the studio', 'the studio'],
  ['from its card', 'its card'],
] as const)('the service’s version that was accepted is sent, %s', async (_name, from) => {
  const made = await outboxFixture();
  const { library, practice } = made;
  const { themeId: id } = made.place;
  const northwind = trialConnection('c1', { ...made.connection });
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'c1' }) },
    library: library.handlers,
    outbox: made.outbox.handlers,
  });
  await connections.start();
  practice.setBehaviour('saveThemeTemplate', { drop: ['theme.customCss'], times: 1 });
  await made.publish();
  await made.settled();
  const open = new OpenThemeState(id);
  await open.refresh();
  const publishing = new ThemePublishing(open);
  const { themes } = await library.handlers.list(undefined);

  const accepting = publishing.takeAnswer(northwind);
  // What is asked for next comes to main after that.
  await new Promise((resolve) => setImmediate(resolve));
  if (from === 'the studio') await publishing.publish(northwind);
  else await publishThemes(themes, [northwind]);
  expect(await accepting).toBe(true);
  await made.settled();
  expect((await library.current(id)).theme.customCss).toBeUndefined();
  expect(practice.received()).toHaveLength(2);
  expect(practice.received().at(-1)?.body).not.toContain('.a{}');
});
