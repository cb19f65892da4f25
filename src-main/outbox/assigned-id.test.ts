/** An id that the service gave, and that the theme's own file could not keep. */
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { StorageError } from '../storage/storage';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { nextRun } from './testing/next-run';

/** The library's disk refuses every file, and the profile's takes them; gives back its end. */
function fullLibrary({ library }: OutboxFixture): () => void {
  const full = vi
    .spyOn(library, 'setPublication')
    .mockRejectedValue(new StorageError('full', 'theme.json'));
  return () => {
    full.mockRestore();
  };
}

/** The one template is deleted in the dashboard, so that the next save makes another. */
function deleteTemplate({ practice }: OutboxFixture): void {
  practice.removeTemplate(practice.state().templates[0]?.id ?? '');
}

/** Published, deleted there, published anew under another id that its file does not have. */
async function withAssignedId(themes = 1): Promise<OutboxFixture & { readonly heal: () => void }> {
  const made = await outboxFixture({ themes });
  made.practice.setBehaviour('all', { ids: 'own' });
  await made.publish();
  await made.drained();
  deleteTemplate(made);
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
  await made.library.saved(made.place.themeId);
  const heal = fullLibrary(made);
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'unnoted', name: 'Port' }]);
  expect(made.practice.state().templates).toMatchObject([{ name: 'Port' }]);
  return { ...made, heal };
}

async function restarted(made: OutboxFixture): Promise<OutboxFixture> {
  await made.outbox.close(0);
  const again = await nextRun(made);
  return again;
}

describe('a save that the theme’s own file could not be told of', () => {
  it('is not sent again, and noted as soon as the disk takes it', async () => {
    const made = await outboxFixture();
    const heal = fullLibrary(made);
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([
      { why: 'unnoted', name: 'Harbour', problem: { code: 'storageFull' } },
    ]);
    made.clock.pass(3_600_000);
    await made.settled();
    expect(made.practice.received()).toHaveLength(1);
    expect(await made.shown()).toMatchObject({ delivery: 'unnoted' });
    heal();
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(made.practice.received()).toHaveLength(1);
    expect(await made.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
  });

  it('is noted after a restart, too, though the outbox is paused', async () => {
    const made = await outboxFixture();
    const heal = fullLibrary(made);
    await made.publish();
    await made.settled();
    await made.outbox.handlers.setPaused({ isPaused: true });
    heal();
    const again = await restarted(made);
    await again.settled();
    expect(await again.items()).toEqual([]);
    expect(made.practice.received()).toHaveLength(1);
    expect(await again.shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
  });

  it('is noted at once when a person has it tried', async () => {
    const made = await outboxFixture();
    const heal = fullLibrary(made);
    await made.publish();
    await made.settled();
    heal();
    await made.outbox.handlers.retry({ only: made.place });
    await made.settled();
    expect(await made.items()).toEqual([]);
    expect(made.practice.received()).toHaveLength(1);
  });

  it('is told to be accepted', async () => {
    const made = await outboxFixture();
    fullLibrary(made);
    await made.publish();
    await made.settled();
    expect(made.answers.at(-1)).toMatchObject({ result: { outcome: { kind: 'accepted' } } });
  });

  it('gives way to a newer save that is noted', async () => {
    const made = await outboxFixture();
    const heal = fullLibrary(made);
    await made.publish();
    await made.settled();
    heal();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    await made.publish();
    await made.drained();
    expect(made.practice.received()).toHaveLength(2);
    expect(await made.items()).toEqual([]);
    const { publications } = await made.document();
    expect(publications[publicationKey(made.connection)]?.sent?.name).toBe('Port');
  });

  it('is noted of a theme in the bin', async () => {
    const made = await outboxFixture();
    const heal = fullLibrary(made);
    await made.publish();
    await made.settled();
    await made.library.handlers.remove({ ids: [made.place.themeId] });
    heal();
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect(made.outbox.isUnsettled(made.place.themeId)).toBe(false);
  });
});

describe('a new id for a later save, which the theme’s file could not keep', () => {
  it('is noted after a restart, and no copy is made', async () => {
    const made = await withAssignedId();
    made.heal();
    const again = await restarted(made);
    await again.drained();
    expect(await again.items()).toEqual([]);
    const [template, ...copies] = made.practice.state().templates;
    expect(copies).toEqual([]);
    const { publications } = await again.document();
    expect(publications[publicationKey(made.connection)]?.templateId).toBe(template?.id);
  });

  it('is where the next save goes', async () => {
    const made = await withAssignedId();
    const [template] = made.practice.state().templates;
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Quay' });
    await made.publish();
    await made.settled();
    expect(made.practice.state().templates).toMatchObject([{ id: template?.id, name: 'Quay' }]);
  });

  it('gives way to a still newer one, which the file could not keep either', async () => {
    const made = await withAssignedId();
    deleteTemplate(made);
    await made.publish();
    await made.settled();
    const [template, ...copies] = made.practice.state().templates;
    expect(copies).toEqual([]);
    made.heal();
    const again = await restarted(made);
    await again.drained();
    const { publications } = await again.document();
    expect(publications[publicationKey(made.connection)]?.templateId).toBe(template?.id);
  });

  it('gives way to what the file says since then', async () => {
    const made = await withAssignedId();
    made.heal();
    // Another computer on the same library has published it meanwhile, and its file came over.
    const key = publicationKey(made.connection);
    const theirs = { templateId: 'of-the-other-computer', at: '2026-01-02T03:04:05.000Z' };
    await made.library.setPublication(made.place.themeId, key, theirs);
    const before = made.practice.received().length;
    await made.drained();
    expect(await made.items()).toEqual([]);
    expect((await made.document()).publications[key]).toMatchObject(theirs);
    expect(made.practice.received()).toHaveLength(before);
  });

  it('gives way to what the file says of the same template since then', async () => {
    const made = await withAssignedId();
    made.heal();
    const key = publicationKey(made.connection);
    const templateId = made.practice.state().templates[0]?.id ?? '';
    const theirs = { templateId, at: '2027-01-02T03:04:05.000Z' };
    await made.library.setPublication(made.place.themeId, key, theirs);
    await made.drained();
    expect((await made.document()).publications[key]).toMatchObject(theirs);
  });

  it('is not written over once the theme is unlinked from it', async () => {
    const made = await withAssignedId();
    made.heal();
    const [before] = made.practice.state().templates;
    await made.unlink();
    expect(await made.items()).toEqual([]);
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Quay' });
    await made.publish();
    await made.drained();
    const kept = made.practice.state().templates.find(({ id }) => id === before?.id);
    expect(kept).toMatchObject({ name: 'Port' });
  });

  it('is not written over once the theme is linked to another template', async () => {
    const made = await withAssignedId();
    made.heal();
    const [before] = made.practice.state().templates;
    await made.outbox.handlers.link({ ...made.place, templateId: 'chosen' });
    await made.publish();
    await made.drained();
    expect(made.practice.received().at(-1)?.path).toContain('chosen');
    const kept = made.practice.state().templates.find(({ id }) => id === before?.id);
    expect(kept).toMatchObject({ name: 'Port' });
  });

  it('is not written over once the theme is linked anew to the one that its file has', async () => {
    const made = await withAssignedId();
    made.heal();
    const [before] = made.practice.state().templates;
    const { publications } = await made.document();
    const templateId = publications[publicationKey(made.connection)]?.templateId ?? '';
    await made.outbox.handlers.link({ ...made.place, templateId });
    expect(await made.items()).toEqual([]);
    await made.publish();
    await made.drained();
    expect(made.practice.received().at(-1)?.path).toContain(templateId);
    const kept = made.practice.state().templates.find(({ id }) => id === before?.id);
    expect(kept).toMatchObject({ name: 'Port' });
  });

  it('is not given to another theme by linking', async () => {
    const made = await withAssignedId(2);
    const [template] = made.practice.state().templates;
    await expect(
      made.outbox.handlers.link({
        themeId: made.ids[1] ?? '',
        connectionId: made.connection.id,
        templateId: template?.id ?? '',
      }),
    ).rejects.toMatchObject({ problem: { code: 'invalidFields' } });
  });
});

describe('linking a theme anew to the template that it has', () => {
  it('takes out what waits, and keeps what its file is still to be told', async () => {
    const made = await outboxFixture();
    await made.publish();
    await made.drained();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Port' });
    const heal = fullLibrary(made);
    await made.publish();
    await made.settled();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Quay' });
    await made.publish();
    const key = publicationKey(made.connection);
    const { templateId = '' } = (await made.document()).publications[key] ?? {};
    await made.outbox.handlers.link({ ...made.place, templateId });
    expect(await made.items()).toMatchObject([{ why: 'unnoted' }]);
    heal();
    await made.outbox.handlers.setPaused({ isPaused: false });
    await made.drained();
    expect((await made.document()).publications[key]?.sent?.name).toBe('Port');
    expect(made.practice.state().templates).toMatchObject([{ name: 'Port' }]);
  });
});
