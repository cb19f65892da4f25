/**
 * A template is handed on from the theme that made it to another one: unlinked there, linked here. The service
 * keeps the ids that clients pick, so the template has the id of the theme that made it.
 */
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it('a first save of the theme that made it does not write over what the other has published', async () => {
  const made = await outboxFixture({ themes: 2 });
  const [maker = '', heir = ''] = made.ids;
  const { handlers } = made.outbox;
  await made.publish(maker);
  await made.drained();
  const [template] = made.practice.state().templates;
  const templateId = template?.id ?? '';
  await handlers.unlink({ themeId: maker, connectionId: 'c1' });
  await handlers.link({ themeId: heir, connectionId: 'c1', templateId });
  await made.publish(heir);
  await made.drained();
  const named = () => made.practice.state().templates.map(({ name }) => name);
  expect(named()).toEqual(['Harbour 2']);
  // It is shown as a draft, and what the dialog of linking said was that it is no longer linked.
  expect(await made.shown(maker)).toMatchObject({ relation: 'never' });
  await made.publish(maker);
  await made.drained();
  expect(named().sort()).toEqual(['Harbour', 'Harbour 2']);
});

it.each([
  ['the control: nothing else was linked meanwhile', false],
  ['another theme was linked to it meanwhile', true],
])(
  'a theme that comes back from the bin leaves its template to the other: %s',
  async (_name, isLinked) => {
    const made = await outboxFixture({ themes: 2 });
    const [maker = '', heir = ''] = made.ids;
    const { outbox, library } = made;
    await made.publish(maker);
    await made.drained();
    const [template] = made.practice.state().templates;
    const templateId = template?.id ?? '';
    const { entries } = await library.handlers.remove({ ids: [maker] });
    made.clock.pass(60_000);
    if (isLinked) await outbox.handlers.link({ themeId: heir, connectionId: 'c1', templateId });
    await made.publish(heir);
    await made.drained();
    await library.handlers.restore({ entries });
    await made.publish(maker);
    await made.drained();
    const { templates } = made.practice.state();
    expect(templates.map(({ name }) => name).sort()).toEqual(['Harbour', 'Harbour 2']);
    const heirs = templates.find(({ id }) => id === templateId)?.name;
    expect(heirs).toBe(isLinked ? 'Harbour 2' : 'Harbour');
  },
);
