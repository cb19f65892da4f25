/**
 * A person publishes a theme while publishing is paused, chooses a copy of the library, which has gone another way since,
 * and goes back to this Foyer from a newer one, which has written anew what libraries there are: "This one doesn't guess
 * at what it can't understand." What waits for the one library isn't sent from the other.
 */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';

async function sent(isNewer: boolean) {
  const first = await copiedLibrary();
  const { root, connections, folder, own, practice, linksIn } = first;
  const copy = folder('copy');
  await cp(own, copy, { recursive: true });
  const inCopy = join(copy, '0000.json');
  const document = JSON.parse(await readFile(inCopy, 'utf8')) as ThemeDocument;
  await writeFile(inCopy, JSON.stringify({ ...document, name: 'Of the copy' }));
  await first.outbox.handlers.setPaused({ isPaused: true });
  await first.publish();
  await first.settled();
  await first.use(copy);
  await first.library.flush();
  await first.outbox.close(1_000);
  first.library.close();
  const libraries = join(root, 'profile', 'libraries.json');
  if (isNewer) {
    // As in `stored-formats.test.ts`: of what else is in it, this one knows nothing.
    await writeFile(libraries, JSON.stringify({ format: 2, byFolder: {} }));
  }
  const again = await outboxFixture({ root, connections, library: 'copy' });
  again.token = first.token;
  await again.library.handlers.list(undefined);
  await again.outbox.handlers.setPaused({ isPaused: false });
  for (let minute = 0; minute < 5; minute += 1) {
    again.clock.pass(60_000);
    await again.settled();
  }
  await again.library.flush();
  return { requests: practice.received().length, copy: await linksIn(copy) };
}

it.each([
  ['the control: it is this one’s', false],
  ['a newer Foyer has written it', true],
])('%s', async (_name, isNewer) => {
  expect(await sent(isNewer)).toEqual({ requests: 0, copy: 0 });
});
