/** Another computer that works in the same library folder. */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publicationKey, type Publication, type ThemeDocument } from '@shared/theme/theme';
import { expect, vi } from 'vitest';
import type { OutboxFixture } from './fixture-outbox';

/**
 * Publishes the theme as *Theirs* under the template that it has in `document`, and saves it over our
 * file, as its sync program does; resolves once our library shows it.
 */
export async function publishTheirs(
  made: OutboxFixture,
  document: ThemeDocument,
  { at, attempt }: { readonly at: string; readonly attempt?: string },
): Promise<void> {
  const key = publicationKey(made.connection);
  const before = document.publications[key];
  if (!before?.sent) throw new Error('it was published');
  const sent = { ...before.sent, name: 'Theirs' };
  const theirs: Publication = {
    ...before,
    at,
    sent,
    ...(attempt === undefined ? {} : { attempt }),
  };
  const file = join(made.root, 'themes', '0000.json');
  const saved = { ...document, name: 'Theirs', publications: { [key]: theirs } };
  await writeFile(`${file}.part`, JSON.stringify(saved));
  await rename(`${file}.part`, file);
  await made.library.rescan();
  await vi.waitFor(async () => {
    const { themes } = await made.library.handlers.list(undefined);
    expect(themes).toMatchObject([{ name: 'Theirs' }]);
  });
}
