/**
 * A person puts a version back which the disk refuses, and another one at once, or accepts what the service made of the
 * theme: what they publish then is that other one, as it is where nothing was refused before.
 */
import { ProblemError } from '@shared/problem-error';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function experimented() {
  const made = await outboxFixture();
  const { library } = made;
  const { themeId: id } = made.place;
  const edit = (value: string) =>
    library.handlers.edit({ id, edits: [{ field: 'customCss', value }] });
  await edit('.approved{}');
  const { version } = await library.handlers.keepVersion({ id, name: 'Approved' });
  await edit('.experiment{}');
  return { made, id, version };
}

it('control: sends the version that is being put back', async () => {
  const { made, id, version } = await experimented();
  const restoring = made.library.handlers.restoreVersion({ id, version });
  await made.publish(id);
  await restoring;
  await made.settled();
  expect(made.practice.received().at(-1)?.body).toContain('.approved{}');
});

it('sends the second one, where the first was refused a moment ago', async () => {
  const { made, id, version } = await experimented();
  const refused = made.library.handlers.restoreVersion({ id, version: 77 });
  const restoring = made.library.handlers.restoreVersion({ id, version });
  await expect(refused).rejects.toThrow(ProblemError);
  // The window is told, and the person presses Publish while the second is still being read.
  await made.publish(id);
  await restoring;
  await made.settled();
  expect((await made.library.current(id)).theme.customCss).toBe('.approved{}');
  expect(made.practice.received().at(-1)?.body).toContain('.approved{}');
});

it('is not refused for what another one was refused for before it', async () => {
  const { made, id, version } = await experimented();
  const refused = Promise.resolve(made.library.handlers.restoreVersion({ id, version: 77 })).catch(
    () => 'refused',
  );
  const restoring = made.library.handlers.restoreVersion({ id, version });
  const { problems } = await made.outbox.handlers.publish({
    themeIds: [id],
    connectionIds: [made.connection.id],
  });
  expect(await refused).toBe('refused');
  await restoring;
  await made.settled();
  expect(problems).toEqual([]);
  expect(made.practice.received().at(-1)?.body).toContain('.approved{}');
});

it('sends what was asked for before a later undo', async () => {
  const { made, id, version } = await experimented();
  const restoring = made.library.handlers.restoreVersion({ id, version });
  const publishing = made.publish(id);
  const undoing = made.library.handlers.undo({ id });
  await Promise.all([restoring, publishing, undoing]);
  await made.settled();
  expect((await made.library.current(id)).theme.customCss).toBe('.experiment{}');
  expect(made.practice.received().at(-1)?.body).toContain('.approved{}');
});
