/**
 * A person restores a backup that replaces what is different, and publishes one of its themes from the card while the disk
 * is still at it: “what is published is the theme with all that was asked of it before” (decision 0009). The restore shows no
 * dialog while it goes on; what was replaced is what they had given up.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it was restored before', 'backup', true],
  ['the control: a version is being put back', 'version', false],
  ['the backup is being restored', 'backup', false],
] as const)('sends what was put in its place: %s', async (_name, what, isRestoredBefore) => {
  const made = await outboxFixture();
  const { library, practice } = made;
  const { themeId: id } = made.place;
  const edit = (value: string) =>
    library.handlers.edit({ id, edits: [{ field: 'customCss', value }] });
  await edit('.approved{}');
  const { version } = await library.handlers.keepVersion({ id, name: 'Approved' });
  const backup = await library.withWaitingLinks(id);
  await edit('.experiment{}');

  const restoring =
    what === 'backup'
      ? library.putBack(backup, 'replace')
      : library.handlers.restoreVersion({ id, version });
  if (isRestoredBefore) await restoring;
  await made.publish(id);
  await restoring;
  await made.settled();
  expect((await library.current(id)).theme.customCss).toBe('.approved{}');
  expect(practice.received().at(-1)?.body).toContain('.approved{}');
});
