/**
 * A person accepts what the service made of a theme and thinks better of it with Ctrl Z, while the disk is still at keeping
 * what the answer replaces. The disk is full: nothing was accepted, which they are told. “`Ctrl Z` then takes back what you
 * accepted” (CHANGELOG), and so there is nothing to take back: what they had typed before stays.
 */
import { expect, it, vi } from 'vitest';
import { failing, held } from '../library/testing/fake-disk';
import { outboxFixture } from './testing/fixture-outbox';
import { publishedWithoutCss, type } from './testing/theme-being-replaced';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../library/testing/fake-disk');
  return fakeDisk(await original());
});

const next = () => new Promise((resolve) => setImmediate(resolve));

it.each([
  ['the control: they take nothing back', false],
  ['they take it back at once', true],
])('leaves what was typed before: %s', async (_name, isTakenBack) => {
  const made = await outboxFixture();
  const { library, outbox, place } = made;
  const { themeId: id } = place;
  await publishedWithoutCss(made);
  await type(made, { field: 'customCss', value: '.typed-before{}' });
  await library.saveEdits();

  const isOfHistory = (path: string) => path.includes('history');
  const disk = held('writeTo', isOfHistory);
  failing('ENOSPC', 'writeTo', isOfHistory);
  const accepting = outbox.handlers.takeAnswer(place);
  accepting.catch(() => undefined);
  await disk.isReached;
  const undoing = isTakenBack ? library.handlers.undo({ id }) : undefined;
  undoing?.catch(() => undefined);
  await next();
  disk.letGo();
  await expect(accepting).rejects.toMatchObject({ problem: { code: 'storageFull' } });
  await Promise.allSettled([undoing]);

  expect((await library.current(id)).theme.customCss).toBe('.typed-before{}');
});
