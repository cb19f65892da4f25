/**
 * A theme changed in two places. A person keeps the version that they have, and publishes it, while a slow disk is still at
 * the decision; a colleague has taken the copy away a moment ago, so that there is nothing to decide. Nothing was to be put in
 * the place of the theme: it is there as they wanted it, and is published. It isn’t said to be gone.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ThemeDocument } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { newId } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: the decision was refused before', 'other', true],
  ['their own is kept', 'other', false],
  ['both are kept', 'both', false],
] as const)('is published though the decision is refused: %s', async (_name, keep, isBefore) => {
  const made = await outboxFixture();
  const { library, practice, outbox, place } = made;
  const { themeId: id, connectionId } = place;
  const document = await made.document(id);
  const copy: ThemeDocument = {
    ...document,
    id: newId(),
    name: 'Harbour (conflict)',
    conflictOf: { id, name: 'Harbour' },
    theme: { ...document.theme, customCss: '.theirs{}' },
  };
  const file = join(made.root, 'themes', '0001.json');
  writeFileSync(file, JSON.stringify(copy));
  await library.rescan();
  await library.handlers.open({ id });
  rmSync(file);

  const refused = Promise.resolve(library.handlers.resolveConflict({ id: copy.id, keep })).then(
    () => 'decided',
    () => 'refused',
  );
  if (isBefore) {
    expect(await refused).toBe('refused');
    await new Promise((next) => setImmediate(next));
  }
  const { problems } = await outbox.handlers.publish({
    themeIds: [id],
    connectionIds: [connectionId],
  });
  expect(await refused).toBe('refused');
  await made.settled();
  expect(problems.map(({ problem }) => problem)).toEqual([]);
  expect(practice.received()).toHaveLength(1);
});
