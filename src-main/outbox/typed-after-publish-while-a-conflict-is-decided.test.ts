/**
 * A person keeps the other version of a theme, which the studio shows at once, presses Publish and goes on typing, while the
 * disk is still at the decision: “what you type after publishing isn’t sent” (CHANGELOG).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ThemeEdit } from '@shared/theme/fields';
import type { ThemeDocument } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { newId } from '../storage/storage';
import { outboxFixture } from './testing/fixture-outbox';

const typed = '/* not for anybody yet */';

it.each([
  ['the control: it was decided before', true],
  ['it is still being decided', false],
])('sends nothing that is typed after Publish: %s', async (_name, isDecidedBefore) => {
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
  writeFileSync(join(made.root, 'themes', '0001.json'), JSON.stringify(copy));
  await library.rescan();
  await library.handlers.open({ id });

  const shown = new Promise<void>((resolve) => {
    const end = library.onThemeChange((open) => {
      if (open.id !== id || open.theme.customCss !== '.theirs{}') return;
      end();
      resolve();
    });
  });
  const deciding = library.handlers.resolveConflict({ id: copy.id, keep: 'this' });
  await shown;
  if (isDecidedBefore) {
    await deciding;
    // The window hears of it.
    await new Promise((next) => setImmediate(next));
  }
  const publishing = outbox.handlers.publish({ themeIds: [id], connectionIds: [connectionId] });
  const edits: ThemeEdit[] = [{ field: 'customCss', value: typed }];
  await library.handlers.edit({ id, edits });
  expect((await publishing).problems).toEqual([]);
  await deciding;
  await made.settled();

  expect(practice.received()).toHaveLength(1);
  expect(practice.received().at(-1)?.body).toContain('.theirs{}');
});
