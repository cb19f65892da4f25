/** What the log of this computer is told of themes: what a person did, and nothing else. */
import { newTheme } from '@shared/theme/theme';
import type { LocalAction } from '@shared/activity';
import { expect, it } from 'vitest';
import { libraryOfOne, northwind, problem } from './testing/fixture-library';

async function told() {
  const { library, id } = await libraryOfOne({ name: 'Harbour' });
  const actions: LocalAction[] = [];
  library.onDone((action) => actions.push(action));
  const lines = () =>
    actions
      .splice(0)
      .map(({ kind, touched }) => [kind, ...touched.map(({ name }) => name)].join(' '));
  return { library, handlers: library.handlers, id, lines };
}

it('tells of each change of a theme, and of none that changed nothing', async () => {
  const { handlers, id, lines } = await told();
  const red = { id, edits: [{ field: 'general.background.content' as const, value: '#FF0000' }] };
  await handlers.edit(red);
  await handlers.edit(red);
  await handlers.undo({ id });
  await handlers.redo({ id });
  await expect((async () => handlers.redo({ id }))()).rejects.toMatchObject(
    problem('nothingToUndo'),
  );
  expect(lines()).toEqual(['themeEdited Harbour', 'themeEdited Harbour', 'themeEdited Harbour']);
  await handlers.rename({ id, name: 'Pier' });
  await handlers.rename({ id, name: 'Pier' });
  await handlers.setTags({ id, tags: ['sea'] });
  expect(lines()).toEqual(['themeEdited Pier', 'themeEdited Pier']);
});

it('tells of what was made, deleted, put back and deleted for good', async () => {
  const { handlers, id, lines } = await told();
  await handlers.create({ name: 'Matchday' });
  const { ids } = await handlers.duplicate({ ids: [id] });
  await handlers.setTagsOfMany({ themes: [id, ...ids].map((one) => ({ id: one, tags: ['sea'] })) });
  expect(lines()).toEqual([
    'themeCreated Matchday',
    'themesDuplicated Harbour copy',
    expect.stringMatching(/^themeEdited (?:Harbour Harbour copy|Harbour copy Harbour)$/u),
  ]);
  await handlers.setTagsOfMany({
    themes: [{ id, tags: ['sea'] }, ...ids.map((one) => ({ id: one, tags: ['land'] }))],
  });
  expect(lines()).toEqual(['themeEdited Harbour copy']);
  await handlers.remove({ ids: [id, ...ids] });
  const { themes } = await handlers.bin(undefined);
  const entries = (name: string) =>
    themes.filter((theme) => theme.name === name).map(({ entry }) => entry);
  await handlers.restore({ entries: entries('Harbour') });
  await handlers.discard({ entries: entries('Harbour copy') });
  await handlers.discard({ entries: entries('Harbour copy') });
  expect(lines()).toEqual([
    'themesDeleted Harbour Harbour copy',
    'restoredFromBin Harbour',
    'deletedForGood Harbour copy',
  ]);
});

it('tells of a version that was put back, and nothing of what Foyer itself writes', async () => {
  const { library, handlers, id, lines } = await told();
  const { version } = await handlers.keepVersion({ id, name: 'Before' });
  await handlers.edit({ id, edits: [{ field: 'roundness', value: 'large' }] });
  expect(lines()).toEqual(['themeEdited Harbour']);
  await handlers.restoreVersion({ id, version });
  expect(lines()).toEqual(['versionRestored Harbour']);
  // It is that version already.
  await handlers.restoreVersion({ id, version });
  expect(lines()).toEqual([]);
  await library.setPublication(id, `${northwind.baseAddress} ${northwind.workspaceId}`, {
    templateId: 't1',
    at: '2026-01-01',
  });
  await library.addForeign({ name: 'Foreign', tags: [], theme: newTheme(), picturesWait: false });
  expect(lines()).toEqual([]);
});
