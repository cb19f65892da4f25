/**
 * A save may have arrived. A person has it sent again, that try ends otherwise (refused, not found, no network), and
 * they cancel it. What is left is the doubt about the earlier one: the studio, which has the last answer as its title,
 * must not say of that one that it was refused.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function inDoubt() {
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
  await made.publish();
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  const said = async () =>
    (await made.outbox.handlers.answers({ themeId: made.place.themeId })).map(
      ({ result }) => result?.outcome.kind,
    );
  return { made, said };
}

it('the control: of the doubt itself its own end is said', async () => {
  const { said } = await inDoubt();
  expect(await said()).toEqual(['unsure']);
});

it('after a later try was refused and cancelled, that is not said of the doubt', async () => {
  const { made, said } = await inDoubt();
  made.practice.setBehaviour('saveThemeTemplate', { status: 404 });
  await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await made.drained();
  // A person's word is for one try: the earlier one is in doubt as before.
  expect(await made.items()).toMatchObject([{ why: 'decision', outcome: { kind: 'rejected' } }]);
  await made.outbox.handlers.cancel({ only: made.place });
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  expect(await said()).not.toContain('rejected');
});

it('after sending it again was cancelled while it waited for a locked keychain, that is not said of it', async () => {
  const { made, said } = await inDoubt();
  let unlock: (token: string | undefined) => void = () => undefined;
  made.tokenFor = () => new Promise((resolve) => (unlock = resolve));
  await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await made.outbox.handlers.cancel({ only: made.place });
  unlock(made.token);
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  expect((await made.items()).map(({ outcome }) => outcome?.kind)).toEqual([undefined]);
  expect(await said()).not.toContain('notSent');
});

it('after what was published over it was too large to be sent, that is said with it', async () => {
  const { made } = await inDoubt();
  const value = 'x'.repeat(1024 * 1024);
  await made.library.handlers.edit({
    id: made.place.themeId,
    edits: [{ field: 'customCss', value }],
  });
  await made.publish();
  await made.outbox.handlers.decide({ ...made.place, decision: 'sendAgain' });
  await made.drained();
  expect(await made.items()).toMatchObject([
    { why: 'decision', problem: { code: 'bodyTooLarge' } },
  ]);
});
