/** A theme in whose place another version is being put, and which a person publishes and types in meanwhile. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Queued } from '@shared/publishing';
import type { ThemeEdit } from '@shared/theme/fields';
import { newId } from '../../storage/storage';
import type { outboxFixture } from './fixture-outbox';

type Made = Awaited<ReturnType<typeof outboxFixture>>;

/** A conflict copy of it with other CSS, which the library knows, and the theme open. */
export async function withConflictCopy(
  made: Made,
  customCss: string,
): Promise<{ copyId: string; file: string }> {
  const { library, place, root } = made;
  const { themeId: id } = place;
  const { name, ...document } = await made.document(id);
  const copyId = newId();
  const file = join(root, 'themes', '9999.json');
  const copy = {
    ...{ ...document, id: copyId, name: `${name} (conflict)`, conflictOf: { id, name } },
    theme: { ...document.theme, customCss },
  };
  writeFileSync(file, JSON.stringify(copy));
  await library.rescan();
  await library.handlers.open({ id });
  return { copyId, file };
}

/** It is published, and the service leaves its CSS out: a person can take that over. */
export async function publishedWithoutCss(made: Made): Promise<void> {
  made.practice.setBehaviour('saveThemeTemplate', { drop: ['theme.customCss'], times: 1 });
  await made.publish(made.place.themeId);
  await made.settled();
}

/** Resolves as the windows are told that it has that CSS: its file may still be to be written. */
export function shownWith({ library, place }: Made, customCss: string | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = library.onThemeChange(({ id, theme }) => {
      if (id !== place.themeId || theme.customCss !== customCss) return;
      end();
      resolve();
    });
  });
}

/** Publishes it, as it is in the studio. */
export async function publishAsItIs({ outbox, place }: Made): Promise<Queued> {
  const { themeId, connectionId } = place;
  return outbox.handlers.publish({ themeIds: [themeId], connectionIds: [connectionId] });
}

/** Types in it. */
export async function type({ library, place }: Made, ...edits: ThemeEdit[]): Promise<void> {
  await library.handlers.edit({ id: place.themeId, edits });
}
