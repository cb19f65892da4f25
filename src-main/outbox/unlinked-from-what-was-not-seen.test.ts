/**
 * Two people share the library on a network drive, which tells nothing of what another computer wrote: Foyer learns of it
 * when its window gets the focus. A colleague has unlinked a theme from its template, and linked it to another one. Who
 * sees the theme with its first template and unlinks it means that one.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';

async function unlinkedUnseen(isLinkedElsewhere: boolean) {
  const made = await outboxFixture();
  await made.publish();
  await made.drained();
  const key = publicationKey(made.connection);
  const file = join(made.root, 'themes', '0000.json');
  const document = JSON.parse(await readFile(file, 'utf8')) as ThemeDocument;
  const link = document.publications[key];
  if (!link) throw new Error('it was published');
  const templates = async () => {
    await made.library.rescan();
    const { themes } = await made.library.handlers.list(undefined);
    return themes.flatMap(({ places }) => places.map(({ templateId }) => templateId));
  };
  expect(await templates()).toEqual([link.templateId]);

  if (isLinkedElsewhere) {
    const theirs = {
      ...document,
      publications: { [key]: { templateId: 'theirs', at: new Date().toISOString() } },
      unlinked: { [key]: { [link.templateId]: 1 } },
    };
    await writeFile(`${file}.part`, JSON.stringify(theirs));
    await rename(`${file}.part`, file);
  }
  // It may as well be refused.
  const unlinking = Promise.resolve(made.outbox.handlers.unlink(made.place));
  const step = await unlinking.catch(() => null);
  const undo = async () => {
    if (step !== null) await made.outbox.handlers.undoLink({ step });
  };
  return { templates, undo, own: link.templateId };
}

it('stays linked to the template that the person did not see', async () => {
  const { templates } = await unlinkedUnseen(true);
  expect(await templates()).toEqual(['theirs']);
});

it.each([
  ['the control: nobody came', false],
  ['a colleague linked it to another one', true],
])('is linked by undo as it was before: %s', async (_what, isLinkedElsewhere) => {
  const { templates, undo, own } = await unlinkedUnseen(isLinkedElsewhere);
  await undo();
  expect(await templates()).toEqual([isLinkedElsewhere ? 'theirs' : own]);
});
