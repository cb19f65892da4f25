/** Two versions of one theme, as another computer and a sync program leave them, and what is published of them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ConflictChoice } from '@shared/library';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

/** The theme as it is, with other custom CSS, in a file beside its own; gives its id. */
async function conflicted({ root, library, document, place }: OutboxFixture): Promise<string> {
  const original = await document();
  const theme = { ...original.theme, customCss: '/* ours */' };
  const file = "0000 (Mia's conflicted copy).json";
  await writeFile(join(root, 'themes', file), JSON.stringify({ ...original, theme }));
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  return themes.find(({ conflictOf }) => conflictOf?.id === place.themeId)?.id ?? '';
}

it.each<[string, 'decided' | 'deleted']>([
  ['the control: a person decides in the dialog', 'decided'],
  ['a person deletes the other by hand', 'deleted'],
])('publishing the version that stays makes no second template: %s', async (_name, how) => {
  const made = await outboxFixture();
  const { library, place, practice } = made;
  await made.publish();
  await made.settled();
  const copy = await conflicted(made);
  if (how === 'deleted') await library.handlers.remove({ ids: [place.themeId] });
  else await library.handlers.resolveConflict({ id: copy, keep: 'this' });
  await made.publish(how === 'deleted' ? copy : place.themeId);
  await made.settled();
  expect(practice.state().templates).toHaveLength(1);
});

it.each<[string, ConflictChoice]>([
  ['the control: both are kept', 'both'],
  ['that version is kept', 'this'],
])('what waits of a version leaves once it can: %s', async (_name, keep) => {
  const made = await outboxFixture();
  const { library, outbox, practice } = made;
  const copy = await conflicted(made);
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish(copy);
  await library.handlers.resolveConflict({ id: copy, keep });
  await outbox.handlers.setPaused({ isPaused: false });
  await made.settled();
  const items = await made.items();
  expect({ why: items.map(({ why }) => why), sent: practice.received().length }).toEqual({
    why: [],
    sent: 1,
  });
});
