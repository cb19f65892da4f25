/**
 * A change of a theme waits in the outbox, and a person links the theme. The dialog says before: “If you link or
 * unlink it, it’s removed from there and won’t be published until you publish it again” (`library_link_waiting`).
 * It says so whichever template is typed, also the one that the theme has.
 */
import { publicationKey } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

/** How often the service got the theme after it was linked, in the time that it would have waited for. */
async function sentAfterLinking(chooses: (present: string) => string): Promise<number> {
  const made = await outboxFixture();
  await made.publish();
  await made.drained();
  const { publications } = await made.document();
  const present = publications[publicationKey(made.connection)]?.templateId ?? '';
  // Nothing leaves now, as without a network.
  await made.outbox.handlers.setPaused({ isPaused: true });
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Half done' });
  await made.publish();
  await made.outbox.handlers.link({ ...made.place, templateId: chooses(present) });
  const before = made.practice.received().length;
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  return made.practice.received().length - before;
}

it('the control: linked to another template, it is not published', async () => {
  expect(await sentAfterLinking(() => 'tpl_7')).toBe(0);
});

it('linked to the template that it has, it is not published either', async () => {
  expect(await sentAfterLinking((present) => present)).toBe(0);
});
