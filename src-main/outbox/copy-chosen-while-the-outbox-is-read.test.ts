/**
 * Foyer starts from a slow disk. A theme is published while the outbox is still being read, and then a copy of the
 * library is chosen, whose theme has gone another way: nothing of the copy is sent, as nobody published from it.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';
import { holdState } from './testing/held-reading';

async function sentNames(isEarly: boolean) {
  const { goOn } = holdState();
  const made = await outboxFixture();
  const { clock, library, outbox, practice } = made;
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  await mkdir(copy);
  for (const file of await readdir(own)) {
    if (!file.endsWith('.json')) continue;
    const document = JSON.parse(await readFile(join(own, file), 'utf8')) as ThemeDocument;
    await writeFile(join(copy, file), JSON.stringify({ ...document, name: 'Copy of Harbour' }));
  }
  await library.handlers.list(undefined);
  if (!isEarly) {
    goOn();
    await made.settled();
    await outbox.handlers.setPaused({ isPaused: true });
  }
  const publishing = outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1'] });
  if (!isEarly) await publishing;
  await library.handlers.useFolder({ folder: copy, move: false });
  goOn();
  await publishing;
  if (!isEarly) await outbox.handlers.setPaused({ isPaused: false });
  for (let minute = 0; minute < 5; minute += 1) {
    clock.pass(60_000);
    await made.settled();
  }
  return practice.received().map(({ body }) => (JSON.parse(body) as { name: string }).name);
}

it('the control: the outbox was read before', async () => {
  expect(await sentNames(false)).not.toContain('Copy of Harbour');
});

it('the outbox is still being read', async () => {
  expect(await sentNames(true)).not.toContain('Copy of Harbour');
});
