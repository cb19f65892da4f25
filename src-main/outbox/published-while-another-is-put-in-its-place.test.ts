/**
 * A person puts a version back, or accepts what the service made of a theme, and publishes it while the disk is still at it,
 * in the studio or from the card: what they asked for first is in what is sent. Where that can't be done, what was to be
 * replaced isn't what they wanted to publish.
 */
import { ProblemError } from '@shared/problem-error';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it('sends the version that is being put back', async () => {
  const made = await outboxFixture();
  const { library, practice } = made;
  const { themeId: id } = made.place;
  const edit = (value: string) =>
    library.handlers.edit({ id, edits: [{ field: 'customCss', value }] });
  await edit('.approved{}');
  const { version } = await library.handlers.keepVersion({ id, name: 'Approved' });
  await edit('.experiment{}');

  const restoring = library.handlers.restoreVersion({ id, version });
  await made.publish(id);
  await restoring;
  await made.settled();
  expect(practice.received().at(-1)?.body).toContain('.approved{}');
});

it('sends the version of the service that is being accepted', async () => {
  const made = await outboxFixture();
  const { library, practice, outbox } = made;
  const { themeId: id } = made.place;
  practice.setBehaviour('saveThemeTemplate', { drop: ['theme.customCss'], times: 1 });
  await made.publish(id);
  await made.settled();
  expect(practice.received().at(-1)?.body).toContain('.a{}');

  const accepting = outbox.handlers.takeAnswer({ themeId: id, connectionId: made.connection.id });
  await made.publish(id);
  await accepting;
  await made.settled();
  expect((await library.current(id)).theme.customCss).toBeUndefined();
  expect(practice.received()).toHaveLength(2);
  expect(practice.received().at(-1)?.body).not.toContain('.a{}');
});

it.each([
  ['the control: it is replaced', false],
  ['it can’t be replaced', true],
])('%s', async (_name, isHeld) => {
  const made = await outboxFixture();
  const { themeId } = made.place;
  let goOn = (): void => undefined;
  const disk = new Promise<void>((resolve) => (goOn = resolve));
  const replaced = made.library
    .whileReplaced(themeId, async () => {
      await disk;
      if (isHeld) throw new ProblemError({ code: 'fileInCloud', path: '/themes/aster.json' });
    })
    .then(
      () => 'replaced',
      () => 'refused',
    );
  const connectionIds = [made.connection.id];
  const publishing = made.outbox.handlers.publish({ themeIds: [themeId], connectionIds });
  goOn();

  expect(await replaced).toBe(isHeld ? 'refused' : 'replaced');
  const { problems } = await publishing;
  await made.settled();
  expect(problems.map(({ problem }) => problem.code)).toEqual(isHeld ? ['fileInCloud'] : []);
  expect(made.practice.received()).toHaveLength(isHeld ? 0 : 1);
});

it('sends nothing that is cancelled meanwhile', async () => {
  const made = await outboxFixture();
  const { themeId } = made.place;
  const target = { themeId, connectionId: made.connection.id };
  let goOn = (): void => undefined;
  const disk = new Promise<void>((resolve) => (goOn = resolve));
  const replaced = made.library.whileReplaced(themeId, () => disk);
  const publishing = made.outbox.handlers.publish({
    ...{ themeIds: [themeId], connectionIds: [target.connectionId] },
  });
  await made.outbox.handlers.cancel({ only: target });
  goOn();

  await replaced;
  expect((await publishing).cancelled).toEqual([target]);
  await made.settled();
  expect(made.practice.received()).toEqual([]);
});

it('names what waits for a token', async () => {
  const made = await outboxFixture({ themes: 3 });
  const [first = '', ...others] = made.ids;
  made.token = 'refused';
  await made.publish(first);
  await made.settled();
  const connectionId = made.connection.id;

  const queued = await made.outbox.handlers.publish({
    ...{ themeIds: others, connectionIds: [connectionId] },
  });
  expect(queued.withoutToken).toEqual(others.map((themeId) => ({ themeId, connectionId })));
});
