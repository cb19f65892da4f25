/**
 * A later save of ours waits for a locked keychain, and another computer publishes the theme meanwhile
 * under the same template. Then ours leaves and arrives, and its answer is not waited for: what the
 * service has is ours (`theirs-came-later.test.ts` has it the other way round).
 */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publicationKey, type Publication } from '@shared/theme/theme';
import { expect, it, vi } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: theirs came before ours was in line', false],
  ['theirs comes while ours is in line', true],
])('what a person found there is ours: %s', async (_name, isInLine) => {
  const made = await outboxFixture();
  const key = publicationKey(made.connection);
  const { themeId } = made.place;
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  await made.publish();
  await made.drained();
  const first = await made.document();
  const before = first.publications[key];
  if (!before?.sent) throw new Error('it was published');
  const theirs: Publication = {
    ...before,
    at: '2026-01-03T00:00:00.000Z',
    attempt: 'theirs',
    sent: { ...before.sent, name: 'Theirs' },
  };
  async function theyPublish(): Promise<void> {
    const file = join(made.root, 'themes', '0000.json');
    const document = { ...first, name: 'Theirs', publications: { [key]: theirs } };
    await writeFile(`${file}.part`, JSON.stringify(document));
    await rename(`${file}.part`, file);
    await made.library.rescan();
    await vi.waitFor(async () => {
      const { themes } = await made.library.handlers.list(undefined);
      expect(themes).toMatchObject([{ name: 'Theirs' }]);
    });
  }
  if (!isInLine) await theyPublish();
  await made.library.handlers.rename({ id: themeId, name: 'Ours' });
  await made.library.saved(themeId);
  let unlock = (): void => undefined;
  const locked = new Promise<string | undefined>((open) => {
    unlock = () => {
      open(made.token);
    };
  });
  made.tokenFor = () => locked;
  await made.publish();
  while (made.onces.length < 2) await new Promise((next) => setImmediate(next));
  if (isInLine) await theyPublish();
  const release = made.practice.holdAnswers();
  unlock();
  await arrived(made.practice, 2);
  await made.outbox.handlers.cancel({ only: made.place });
  release();
  await made.settled();
  expect(made.practice.state().templates).toMatchObject([{ name: 'Ours' }]);
  expect(await made.items()).toMatchObject([{ why: 'decision', isFirst: false }]);

  await made.outbox.handlers.decide({ ...made.place, decision: 'published' });
  expect((await made.document()).publications[key]?.sent?.name).toBe('Ours');
});
