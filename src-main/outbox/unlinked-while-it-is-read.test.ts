/**
 * A published theme is published once more. While it is read from a slow disk, a person unlinks it: what was
 * asked for of it before is over with its link.
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it waits already', false],
  ['it is being read', true],
])('makes no second template: %s', async (_name, isBeingRead) => {
  const made = await outboxFixture();
  made.practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });

  let goOn = (): void => undefined;
  const well = made.library.saved.bind(made.library);
  if (isBeingRead) {
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    vi.spyOn(made.library, 'saved').mockImplementationOnce(async (id) => {
      await slow;
      return well(id);
    });
  }
  const publishing = made.publish();
  if (!isBeingRead) await publishing;
  await made.outbox.handlers.unlink(made.place);
  goOn();
  await publishing;
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  expect(made.practice.state().templates).toHaveLength(1);
});
