/**
 * A service has dropped a theme's custom CSS, and the studio says so. A person goes on writing it, and then accepts the
 * service's version. Whatever takes the place of work is kept as a version first (a version that is restored, a backup, a
 * conflict, another program): once Foyer was quit, undo is gone.
 */
import { expect, it } from 'vitest';
import type { Library } from '../library/library';
import { outboxFixture } from './testing/fixture-outbox';

const work = '/* nine minutes of work since */';

/** What is left of the custom CSS once Foyer was quit: in the theme, and in its history. */
async function leftOf(library: Library, id: string): Promise<(string | undefined)[]> {
  await library.flush();
  const { versions } = await library.handlers.versions({ id });
  const held = [(await library.current(id)).theme.customCss];
  for (const { version } of versions) {
    held.push((await library.handlers.version({ id, version })).theme.customCss);
  }
  return held;
}

it.each<[string, 'nothing' | 'the published version is restored' | 'the service’s is accepted']>([
  ['the control', 'nothing'],
  ['the control', 'the published version is restored'],
  ['after the answer', 'the service’s is accepted'],
])('what was written since is had back after a quit: %s, %s', async (_name, then) => {
  const { library, outbox, practice, publish, settled, place } = await outboxFixture();
  const { themeId: id } = place;
  practice.setBehaviour('saveThemeTemplate', { drop: ['theme.customCss'], times: 1 });
  await publish();
  await settled();
  await library.handlers.edit({ id, edits: [{ field: 'customCss', value: work }] });
  if (then === 'the service’s is accepted') await outbox.handlers.takeAnswer(place);
  if (then === 'the published version is restored') {
    const { versions } = await library.handlers.versions({ id });
    const version = versions.find(({ reason }) => reason === 'published')?.version ?? 0;
    await library.handlers.restoreVersion({ id, version });
  }
  expect(await leftOf(library, id)).toContain(work);
});
