/**
 * Several themes are published, and before each is read for it, a person chooses another library: a copy of the folder,
 * whose themes have the same ids and have gone another way since. What is sent is what was published.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';

const count = 24;

/** What the service has, and how many were said to be queued, where the copy is chosen once some were read. */
async function published(isChosen: boolean) {
  const made = await outboxFixture({ themes: count });
  // Nothing leaves before all are queued.
  await made.outbox.handlers.setPaused({ isPaused: true });
  const [first, second] = [join(made.root, 'themes'), join(made.root, 'second')];
  await mkdir(second);
  for (const file of await readdir(first)) {
    if (!file.endsWith('.json')) continue;
    const document = JSON.parse(await readFile(join(first, file), 'utf8')) as ThemeDocument;
    const name = `Copy of ${document.name}`;
    await writeFile(join(second, file), JSON.stringify({ ...document, name }));
  }
  let reads = 0;
  let chosen: Promise<unknown> | undefined;
  const saved = made.library.saved.bind(made.library);
  const reading = vi.spyOn(made.library, 'saved').mockImplementation(async (id) => {
    reads += 1;
    if (isChosen && reads > count / 2) {
      chosen ??= Promise.resolve(made.library.handlers.useFolder({ folder: second, move: false }));
      await chosen;
    }
    return saved(id);
  });
  const { queued } = await made.outbox.handlers.publish({
    themeIds: [...made.ids],
    connectionIds: ['c1'],
  });
  reading.mockRestore();
  // Where it is noted what the service has.
  if (isChosen) await made.library.handlers.useFolder({ folder: first, move: false });
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  const names = made.practice.state().templates.map(({ name }) => name);
  return { queued, ofCopy: names.filter((name) => name.startsWith('Copy of')).length };
}

it('the control: no other library is chosen', async () => {
  expect(await published(false)).toEqual({ queued: count, ofCopy: 0 });
});

it('sends nothing of a library that nobody published from', async () => {
  const { queued, ofCopy } = await published(true);
  expect(ofCopy).toBe(0);
  expect(queued).toBeLessThan(count);
});
