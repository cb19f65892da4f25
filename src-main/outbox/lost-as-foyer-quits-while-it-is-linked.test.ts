/**
 * A newer version of a theme waits to be published, and the disk has it. A person links the theme to another template;
 * the library lies on a network drive that doesn't answer. They quit Foyer, which doesn't wait for that for ever. At the
 * next start the theme is not linked, and the version still waits.
 */
import { publicationKey } from '@shared/theme/theme';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

async function nextStart(isLinking: boolean) {
  const made = await outboxFixture();
  const { clock, library, outbox, place } = made;
  await made.publish();
  await made.drained();
  await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await library.flush();
  const before = (await made.document()).publications[publicationKey(made.connection)];
  let isAsked = false;
  let giveUp = (): void => undefined;
  const givenUp = new Promise<void>((done) => (giveUp = done));
  const hung = vi.spyOn(library, 'setPublication').mockImplementation(async () => {
    isAsked = true;
    await givenUp;
    throw new Error('EIO');
  });
  if (isLinking) {
    Promise.resolve(outbox.handlers.link({ ...place, templateId: 'theirs' })).catch(
      () => undefined,
    );
    while (!isAsked) await new Promise((next) => setImmediate(next));
  }
  const closed = outbox.close(5_000);
  for (let second = 0; second < 10; second += 1) {
    await new Promise((next) => setImmediate(next));
    clock.pass(1_000);
  }
  await closed;
  hung.mockRestore();
  const again = await nextRun(made);
  await again.settled();
  const link = (await again.document()).publications[publicationKey(made.connection)];
  const waits = (await again.items()).map(({ name }) => name);
  // The test ends, and with it the drive.
  giveUp();
  return { isLinked: link?.templateId !== before?.templateId, waits };
}

it('the control: it is not being linked', async () => {
  expect(await nextStart(false)).toEqual({ isLinked: false, waits: ['Newer'] });
});

it('it is being linked', async () => {
  expect(await nextStart(true)).toEqual({ isLinked: false, waits: ['Newer'] });
});
