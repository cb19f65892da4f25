/**
 * The newest version wins. A theme is on its way; the next version is published, and a slow disk is still reading the
 * theme for it; then it is put back as it was, and published: that is what is on its way, and so it isn't asked for again.
 * What is read late is older, and doesn't take its place.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

it.each([false, true])('the service ends with what was published last: slow %s', async (isSlow) => {
  const made = await outboxFixture();
  const { library, place, practice } = made;
  const rename = (name: string) => library.handlers.rename({ id: place.themeId, name });
  await rename('A');
  const release = practice.holdAnswers();
  await made.publish();
  await arrived(practice);
  await rename('B');
  const { goOn, reading } = holdNextReading(library);
  const older = made.publish();
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  if (!isSlow) {
    goOn();
    await older;
  }
  await rename('A');
  await made.publish();
  goOn();
  await older;
  release();
  await made.drained();
  const names = practice.received().map(({ body }) => (JSON.parse(body) as { name: string }).name);
  expect.soft(names).not.toContain('B');
  expect(practice.state().templates).toMatchObject([{ name: 'A' }]);
});
