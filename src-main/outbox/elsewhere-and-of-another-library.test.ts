/**
 * A witness to what the window must not offer (src-renderer/features/outbox/elsewhere-and-of-another-library.test.ts): a
 * theme waits, its connection is pointed at another workspace, and a copy of its library is chosen. Publishing by the ID of
 * its entry publishes the copy's theme, which nobody published, and leaves the entry as it is.
 */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { copiedLibrary } from './testing/copied-library';

it('is of another library, whatever its connection leads to', async () => {
  const made = await copiedLibrary();
  const { connection, folder, outbox, own, place, practice } = made;
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await cp(own, folder('copy'), { recursive: true });
  const file = join(folder('copy'), '0000.json');
  const document = JSON.parse(await readFile(file, 'utf8')) as ThemeDocument;
  await writeFile(file, JSON.stringify({ ...document, name: 'Of the copy' }));
  connection.workspaceId = 'w2';
  outbox.tokenReplaced('c1');
  outbox.connectionsChanged();
  await made.use(folder('copy'));
  const [item] = await made.items();
  expect(item).toMatchObject({ name: 'Harbour', isOfOtherLibrary: true });
  if (item?.why !== 'elsewhere') return;
  await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: [item.connectionId] });
  await outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  const sent = practice.received().map(({ body }) => (JSON.parse(body) as { name: string }).name);
  expect(sent).toEqual(['Of the copy']);
  expect(await made.items()).toMatchObject([{ name: 'Harbour' }]);
});
