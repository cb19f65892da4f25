/**
 * "Unlinking leaves the template on the service as it is; publishing the theme there again creates another one." A theme
 * was published, unlinked and published anew, so that there are two templates of it. It is deleted, and comes back from a
 * backup, or from an earlier deletion, of before it was unlinked, with the link that it got since. A person unlinks it
 * from that template as well, and publishes it: the service has a third one, and the second is as it was left.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

type How = 'its last deletion' | 'an earlier deletion' | 'a backup';

async function templatesAfter(how: How) {
  const made = await outboxFixture();
  const { clock, library, outbox, place, practice } = made;
  const { handlers } = library;
  const { themeId } = place;
  const publishAs = async (name: string): Promise<void> => {
    await handlers.rename({ id: themeId, name });
    await made.publish();
    await made.drained();
    await made.settled();
  };
  const names = () => practice.state().templates.map(({ name }) => name);
  await publishAs('First');
  clock.pass(60_000);
  const backup = await library.withWaitingLinks(themeId);
  const at = clock.date().toISOString();
  const restoreBackup = () => library.putBack(backup, 'keepBoth', at);
  let earlier: string[] = [];
  if (how === 'an earlier deletion') {
    ({ entries: earlier } = await handlers.remove({ ids: [themeId] }));
    // Its entry stays in the bin.
    await restoreBackup();
  }
  clock.pass(60_000);
  await outbox.handlers.unlink(place);
  await publishAs('Second');
  expect(names()).toEqual(['First', 'Second']);
  const { entries: last } = await handlers.remove({ ids: [themeId] });
  if (how === 'a backup') await restoreBackup();
  else await handlers.restore({ entries: how === 'its last deletion' ? last : earlier });
  const linkedTo = Object.values((await library.saved(themeId)).publications)[0]?.templateId;
  const second = practice.state().templates.find(({ name }) => name === 'Second');
  expect(linkedTo).toBe(second?.id);
  await outbox.handlers.unlink(place);
  await publishAs('Third');
  return names();
}

it.each(['its last deletion', 'an earlier deletion', 'a backup'] as const)(
  'creates another one: the theme came from %s',
  async (how) => {
    expect(await templatesAfter(how)).toEqual(['First', 'Second', 'Third']);
  },
);
