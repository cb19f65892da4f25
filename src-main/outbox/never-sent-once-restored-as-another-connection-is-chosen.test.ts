/**
 * Themes that wait to be published are deleted, and that is undone. The outbox said of them that they aren't in the
 * library, and goes on with them once they are back, whatever else happens as they come back: here another connection
 * is chosen in the sidebar (which tells the library and the outbox, as `wiring.ts` has it), as a person does while many
 * come back. (An answer that teaches Foyer whether a service keeps IDs tells the same, by itself.)
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

const count = 8;

it.each([
  ['the control: nothing else happens', false],
  ['another connection is chosen meanwhile', true],
])('what was deleted and is back is sent: %s', async (_name, isChosen) => {
  const made = await outboxFixture({ themes: count });
  const { library, outbox, practice } = made;
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish(...made.ids);
  const { entries } = await library.handlers.remove({ ids: [...made.ids] });
  expect((await made.items()).map(({ why }) => why)).toEqual(made.ids.map(() => 'themeMissing'));

  const restoring = library.handlers.restore({ entries });
  if (isChosen) {
    while ((await readdir(join(made.root, 'themes'))).filter(isTheme).length < count / 2) continue;
    library.connectionsChanged();
    outbox.connectionsChanged();
  }
  expect(await restoring).toMatchObject({ entries: { length: count } });
  const { themes } = await library.handlers.list(undefined);
  expect(themes).toHaveLength(count);

  expect((await made.items()).map(({ why }) => why)).toEqual(made.ids.map(() => 'paused'));
  await outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  expect(await made.items()).toEqual([]);
  expect(practice.received()).toHaveLength(count);
});

const isTheme = (name: string): boolean => name.endsWith('.json');
