/**
 * A newer version of a theme waits for the network. A person links the theme to another template; the library lies on a
 * network drive that doesn't answer. They quit Foyer. At the next start the theme is not linked, and the version still
 * waits: it was never sent, nobody refused it, and it is "sent automatically later", to where it was meant to go.
 */
import { publicationKey } from '@shared/theme/theme';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

async function nextStart(isLinking: boolean) {
  const made = await outboxFixture();
  const { clock, library, outbox, place, practice } = made;
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
  const waits = (await again.items()).map(({ why }) => why);
  const sentBefore = practice.received().length;
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.drained();
  const link = (await again.document()).publications[publicationKey(made.connection)];
  // The test ends, and with it the drive.
  giveUp();
  return {
    isLinked: link?.templateId !== before?.templateId,
    waits,
    sent: practice.received().length - sentBefore,
  };
}

const expected = { isLinked: false, waits: ['paused'], sent: 1 };

it('the control: it is not being linked', async () => {
  expect(await nextStart(false)).toEqual(expected);
});

it('it is being linked', async () => {
  expect(await nextStart(true)).toEqual(expected);
});
