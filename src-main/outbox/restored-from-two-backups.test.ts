/**
 * "Unlinking leaves the template on the service as it is; publishing the theme there again creates another one." A theme
 * was backed up, published, unlinked, published anew as a second template, and backed up once more. On a new computer
 * its owner restores the older backup and then the newer one, which gives the theme the link back that it lacks. They
 * unlink it from that template and publish it: the service has a third one, and the second is as it was left.
 */
import { expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';

async function twoBackups() {
  const made = await outboxFixture();
  const { clock, library, outbox, place, practice } = made;
  const { themeId } = place;
  const publishAs = async (name: string): Promise<void> => {
    await library.handlers.rename({ id: themeId, name });
    await made.publish();
    await made.drained();
    await made.settled();
  };
  const backup = async () => {
    clock.pass(60_000);
    const document: ThemeDocument = await library.withWaitingLinks(themeId);
    return { document, at: clock.date().toISOString() };
  };
  await library.handlers.rename({ id: themeId, name: 'Second' });
  const older = await backup();
  await publishAs('First');
  await outbox.handlers.unlink(place);
  await publishAs('Second');
  const newer = await backup();
  expect(practice.state().templates.map(({ name }) => name)).toEqual(['First', 'Second']);
  return { made, older, newer };
}

it.each([
  ['the control: the newer backup alone', false, 'keepBoth', 'Second'],
  ['the theme is the same in both', true, 'keepBoth', 'Second'],
  ['the theme differs, and both are kept', true, 'keepBoth', 'Edited'],
  ['the theme differs, and the backup’s is used', true, 'replace', 'Edited'],
] as const)('creates another one: %s', async (_name, isOlderFirst, ifDifferent, name) => {
  const { made, older, newer } = await twoBackups();
  const { root, connections, practice, place } = made;
  const { themeId } = place;
  const there = await outboxFixture({ root, connections, profile: 'new', library: 'new-themes' });
  if (isOlderFirst) await there.library.putBack({ ...older.document, name }, 'keepBoth', older.at);
  await there.library.putBack(newer.document, ifDifferent, newer.at);
  const second = practice.state().templates.find((each) => each.name === 'Second');
  const linked = Object.values((await there.library.saved(themeId)).publications);
  expect(linked.map(({ templateId }) => templateId)).toEqual([second?.id]);
  await there.outbox.handlers.unlink(place);
  await there.library.handlers.rename({ id: themeId, name: 'Third' });
  await there.publish(themeId);
  await there.drained();
  await there.settled();
  expect(practice.state().templates.map((each) => each.name)).toEqual(['First', 'Second', 'Third']);
});
