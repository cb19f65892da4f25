/**
 * Many themes are being duplicated. A person keeps both versions of another one, which waits for its turn behind that, presses
 * Publish in the studio and goes on typing for as long as it takes: “what you type after publishing isn’t sent” (CHANGELOG).
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
  ['the control: nothing is to be decided', false],
  ['both versions are kept', true],
])('sends nothing that is typed after Publish: %s', async (_name, isDecided) => {
  const made = await outboxFixture({ themes: 40 });
  const { library, practice, outbox, place } = made;
  const { themeId: id, connectionId } = place;
  const document = await made.document(id);
  const copy: ThemeDocument = {
    ...document,
    id: newId(),
    name: 'Harbour (conflict)',
    conflictOf: { id, name: 'Harbour' },
  };
  writeFileSync(join(made.root, 'themes', '9999.json'), JSON.stringify(copy));
  await library.rescan();
  await library.handlers.open({ id });

  const duplicating = library.handlers.duplicate({ ids: made.ids.slice(1) });
  await new Promise((next) => setTimeout(next, 10));
  const deciding = isDecided
    ? library.handlers.resolveConflict({ id: copy.id, keep: 'both' })
    : undefined;
  const publishing = outbox.handlers.publish({ themeIds: [id], connectionIds: [connectionId] });
  await new Promise((next) => setTimeout(next, 10));
  const edits: ThemeEdit[] = [{ field: 'customCss', value: typed }];
  await library.handlers.edit({ id, edits });
  expect((await publishing).problems).toEqual([]);
  await Promise.all([duplicating, deciding]);
  await made.settled();

  expect(practice.received()).toHaveLength(1);
  expect(practice.received().at(-1)?.body).not.toContain(typed);
});
