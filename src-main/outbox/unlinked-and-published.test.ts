/**
 * A theme is unlinked from its template, so that this one stays on the service as it is, and published anew. The
 * service keeps the ids that clients pick.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function afterUnlinking(ids: 'client' | 'own'): Promise<string[]> {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids });
  await made.publish();
  await made.drained();
  await made.outbox.handlers.unlink(made.place);
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Harbour in winter' });
  // Never published there, says the window; publishing creates a new template.
  expect(await made.shown()).toMatchObject({ relation: 'never', delivery: 'idle' });
  await made.publish();
  await made.drained();
  return made.practice
    .state()
    .templates.map(({ name }) => name)
    .sort();
}

it('the control: where the service gives ids of its own, the template from before stays', async () => {
  expect(await afterUnlinking('own')).toEqual(['Harbour', 'Harbour in winter']);
});

it('where it keeps the ids that it is sent, the template from before stays, too', async () => {
  expect(await afterUnlinking('client')).toEqual(['Harbour', 'Harbour in winter']);
});
