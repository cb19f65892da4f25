/**
 * "Unlinking leaves the template on the service as it is; publishing the theme there again creates another one." On
 * another computer a theme was published, and unlinked from that template. It was edited here meanwhile, so that the sync
 * program puts their version beside it, as a version to decide on. Published before that is decided, the theme makes
 * another template, as it does once it is decided: the one that it was unlinked from is as it was left.
 */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it was decided, for the one that is here', 'decided'],
  ['it is still to be decided', 'undecided'],
  ['theirs differs in its name alone, and counts as a copy made by hand', 'named'],
] as const)('creates another one: %s', async (_name, how) => {
  const there = await outboxFixture();
  const { root, connections, practice, place } = there;
  const { themeId } = place;
  const [file = ''] = await readdir(join(root, 'themes'));
  await mkdir(join(root, 'here'));
  await copyFile(join(root, 'themes', file), join(root, 'here', file));
  const here = await outboxFixture({ root, connections, profile: 'profile-here', library: 'here' });
  const publishAs = async (made: typeof here, name: string): Promise<void> => {
    await made.library.handlers.rename({ id: themeId, name });
    await made.publish(themeId);
    await made.drained();
    await made.settled();
  };
  await publishAs(there, 'First');
  await there.outbox.handlers.unlink(place);
  await there.library.flush();
  await here.library.handlers.open({ id: themeId });
  const edits = [{ field: 'roundness', value: 'large' } as const];
  if (how === 'named') await here.library.handlers.rename({ id: themeId, name: 'Here' });
  else await here.library.handlers.edit({ id: themeId, edits });
  await here.library.flush();
  await copyFile(join(root, 'themes', file), join(root, 'here', '0000 (conflicted copy).json'));
  await here.library.rescan();
  const { themes } = await here.library.handlers.list(undefined);
  const copy = themes.find(({ id }) => id !== themeId);
  expect(copy).toMatchObject({ name: 'First' });
  if (how === 'decided')
    await here.library.handlers.resolveConflict({ id: copy?.id ?? '', keep: 'other' });
  await publishAs(here, 'Second');
  expect(practice.state().templates.map(({ name }) => name)).toEqual(['First', 'Second']);
});
