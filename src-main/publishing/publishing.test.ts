import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Connection } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import type { PresetId } from '@shared/service/presets';
import { newTheme, publicationKey, type ThemeDocument } from '@shared/theme/theme';
import { createActivity } from '../activity/activity';
import { createLibrary, largestThemeFile, type Library } from '../library/library';
import { createPracticeService, type PracticeService } from '../practice/practice';
import { createNodeTransport } from '../service/node-transport';
import { createServiceClient } from '../service/service';
import { newId, openDocumentFolder } from '../storage/storage';
import { createPublishing, type Publishing, type PublishingOptions } from './publishing';

type TrialConnection = Pick<
  Connection,
  'id' | 'label' | 'baseAddress' | 'workspaceId' | 'preset' | 'presentation' | 'keepsClientIds'
>;

interface Trial {
  readonly practice: PracticeService;
  readonly library: Library;
  readonly publishing: Publishing;
  readonly connection: TrialConnection;
  readonly place: { themeId: string; connectionId: string };
  readonly profileFolder: string;
  readonly themesFolder: string;
  /** Set to throw it in place of sending. */
  refusal: Error | undefined;
  /** Every `once` that was asked for. */
  readonly onces: boolean[];
  /** The same folders, after the app started again. */
  readonly again: () => Publishing;
  readonly onDisk: () => Promise<ThemeDocument>;
  /** What the library shows of the theme on the connection. */
  readonly shown: () => Promise<unknown>;
}

/** A theme with extras, a practice service, and both rooms on the real client. */
async function trial(options: { preset?: PresetId; theme?: object } = {}): Promise<Trial> {
  const root = await mkdtemp(join(tmpdir(), 'foyer-publishing-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const folder of ['themes', 'profile']) await mkdir(join(root, folder));
  const practice = createPracticeService();
  const { baseAddress, token } = await practice.start();
  onTestFinished(() => practice.stop());
  const connection: TrialConnection = {
    id: 'c1',
    label: 'Northwind',
    baseAddress,
    workspaceId: 'w1',
    preset: options.preset ?? 'documented',
    presentation: { kind: 'bearer' },
    keepsClientIds: 'unknown',
  };
  const document: ThemeDocument = {
    format: 1,
    id: newId(),
    name: 'Harbour',
    tags: ['private'],
    updatedAt: '2026-01-02T03:04:05.000Z',
    publications: {},
    theme: { ...newTheme(), customCss: '.a{}', extra: { mine: true }, ...options.theme },
    author: 'me',
  };
  await writeFile(join(root, 'themes', 'a.json'), JSON.stringify(document));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const profileFolder = join(root, 'profile');
  let publishing: Publishing | undefined;
  const library = createLibrary({
    folder: openDocumentFolder(join(root, 'themes'), { maxBytes: largestThemeFile }),
    profileFolder,
    startersFolder: join(root, 'starters'),
    names: { untitled: () => 'Untitled', copy: (name) => name, conflict: (name) => name },
    connections: () => [connection],
    deliveryOf: (themeId, id) => publishing?.deliveryOf(themeId, id) ?? 'idle',
    pace: { restMs: 60_000, latestMs: 60_000, retryMs: 60_000, longestRetryMs: 60_000 },
    log,
  });
  onTestFinished(() => {
    library.close();
  });
  const client = createServiceClient({
    transport: createNodeTransport(),
    tokenFor: () => Promise.resolve(token),
    activity: createActivity({ folder: join(profileFolder, 'activity') }),
    timeLimitMs: 5_000,
  });
  const onces: boolean[] = [];
  const parts: PublishingOptions<TrialConnection> = {
    library,
    profileFolder,
    connectionById: (id) => (id === connection.id ? connection : undefined),
    send: (place, request, sendOptions) => {
      if (made.refusal) return Promise.reject(made.refusal);
      onces.push(sendOptions.once);
      return client.send(place, request, sendOptions);
    },
    learnIds: (_id, keeps) => {
      connection.keepsClientIds = keeps;
    },
    log,
  };
  const place = { themeId: document.id, connectionId: connection.id };
  const made: Trial = {
    practice,
    library,
    publishing: (publishing = createPublishing(parts)),
    connection,
    place,
    profileFolder,
    themesFolder: join(root, 'themes'),
    refusal: undefined,
    onces,
    again: () => (publishing = createPublishing(parts)),
    onDisk: async () =>
      JSON.parse(await readFile(join(root, 'themes', 'a.json'), 'utf8')) as ThemeDocument,
    shown: async () => {
      const { themes } = await library.handlers.list(undefined);
      return themes[0]?.places[0];
    },
  };
  return made;
}

const problem = (code: string, more: object = {}) => ({
  problem: expect.objectContaining({ code, ...more }) as unknown,
});
const refused = { kind: 'rejected', status: 400 };

describe('publishing', () => {
  it('sends exactly what the contract has, and keeps what came of it in the theme', async () => {
    const { publishing, library, practice, place, connection, onDisk, shown } = await trial();
    expect(await shown()).toEqual({ connectionId: 'c1', relation: 'never', delivery: 'idle' });
    // What is published is what is saved, unsaved edits included.
    await library.handlers.edit({
      id: place.themeId,
      edits: [{ field: 'general.font', value: 'Inter' }],
    });
    const request = await publishing.handlers.request(place);
    const result = await publishing.handlers.publish(place);
    expect(result).toMatchObject({
      outcome: { kind: 'accepted', status: 200 },
      templateId: place.themeId,
      hasOwnId: false,
      rewrites: [],
    });
    const [received] = practice.received();
    expect(received).toMatchObject({
      method: 'PUT',
      path: `/api/v1/themeTemplates/${place.themeId}`,
      body: request.body,
    });
    const theme = newTheme();
    theme.general.font = 'Inter';
    expect(JSON.parse(received?.body ?? '')).toEqual({
      workspaceId: 'w1',
      name: 'Harbour',
      theme: { ...theme, customCss: '.a{}' },
    });
    const document = await onDisk();
    expect(document).toMatchObject({ author: 'me', theme: { extra: { mine: true } } });
    expect(document.publications[publicationKey(connection)]).toMatchObject({
      templateId: place.themeId,
      sent: { name: 'Harbour', theme: { ...theme, customCss: '.a{}' } },
      answer: { id: place.themeId, name: 'Harbour' },
    });
    expect(await shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
    expect(connection.keepsClientIds).toBe('yes');
  });

  it('tells what changed since, documented fields and the name alone', async () => {
    const { publishing, library, place, shown, onces } = await trial();
    await publishing.handlers.publish(place);
    const id = place.themeId;
    await library.handlers.setTags({ id, tags: ['other'] });
    expect(await shown()).toMatchObject({ relation: 'same' });
    await library.handlers.rename({ id, name: 'Port' });
    expect(await shown()).toMatchObject({ relation: 'changed' });
    await publishing.handlers.publish(place);
    expect(await shown()).toMatchObject({ relation: 'same' });
    await library.handlers.edit({ id, edits: [{ field: 'roundness', value: 'none' }] });
    expect(await shown()).toMatchObject({ relation: 'changed' });
    await library.handlers.undo({ id });
    expect(await shown()).toMatchObject({ relation: 'same' });
    // Only the first save of a theme must not arrive twice.
    expect(onces).toEqual([true, false]);
  });

  it('adopts the id that a service gives, and tells what it dropped and rewrote', async () => {
    const { publishing, practice, place, connection, onDisk } = await trial();
    practice.setBehaviour('saveThemeTemplate', {
      ids: 'own',
      drop: ['theme.customCss'],
      rewrite: { 'theme.general.font': 'Roboto', 'theme.added': [1], workspaceId: 'w9' },
      lowerCaseNames: true,
    });
    const result = await publishing.handlers.publish(place);
    expect(result.hasOwnId).toBe(true);
    expect(result.templateId).not.toBe(place.themeId);
    expect(connection.keepsClientIds).toBe('no');
    expect(new Map(result.rewrites.map((rewrite) => [rewrite.path, rewrite]))).toEqual(
      new Map(
        [
          { path: 'name', kind: 'rewritten', sent: 'Harbour', answered: 'harbour' },
          { path: 'workspaceId', kind: 'rewritten', sent: 'w1', answered: 'w9' },
          { path: 'general.font', kind: 'rewritten', sent: 'Open Sans', answered: 'Roboto' },
          { path: 'customCss', kind: 'dropped', sent: '.a{}', answered: '' },
          { path: 'added', kind: 'added', sent: '', answered: '[1]' },
        ].map((rewrite) => [rewrite.path, rewrite]),
      ),
    );
    expect((await onDisk()).publications[publicationKey(connection)]?.templateId).toBe(
      result.templateId,
    );
    await publishing.handlers.publish(place);
    expect(practice.received()[1]?.path).toBe(
      `/api/v1/themeTemplates/${String(result.templateId)}`,
    );
    expect(practice.state().templates).toHaveLength(1);
  });

  it.each(['', '.', '..', '\ud800'])('takes the unsafe id %j for none', async (id) => {
    const { publishing, practice, place, onDisk, connection } = await trial();
    practice.setBehaviour('saveThemeTemplate', { rewrite: { id } });
    const result = await publishing.handlers.publish(place);
    expect(result).toMatchObject({ templateId: place.themeId, hasOwnId: false });
    expect(result.rewrites).toMatchObject([{ path: 'id', sent: place.themeId }]);
    const publication = (await onDisk()).publications[publicationKey(connection)];
    expect(publication?.templateId).toBe(place.themeId);
    expect(connection.keepsClientIds).toBe('unknown');
  });

  it('speaks the other dialect', async () => {
    const { publishing, practice, place } = await trial({ preset: 'typebot-2023' });
    practice.beLikeARealService();
    const result = await publishing.handlers.publish(place);
    expect(result).toMatchObject({ hasOwnId: true, rewrites: [] });
    const body = JSON.parse(practice.received()[0]?.body ?? '') as { theme: object };
    expect(body.theme).toMatchObject({ chat: { roundness: 'medium' } });
    expect(body.theme).not.toHaveProperty('roundness');
  });

  it('does not send twice what is under way, and can be cancelled', async () => {
    const { publishing, practice, place, library, shown } = await trial();
    practice.setBehaviour('saveThemeTemplate', { delayMs: 4_000 });
    const arrived = new Promise<void>((resolve) => {
      const end = library.onChange(({ upserted }) => {
        if (upserted[0]?.places[0]?.delivery !== 'sending') return;
        end();
        resolve();
      });
    });
    const first = publishing.handlers.publish(place);
    await expect(publishing.handlers.publish(place)).rejects.toMatchObject(
      problem('alreadyUnderWay'),
    );
    await arrived;
    while (practice.received().length === 0) await new Promise((resolve) => setImmediate(resolve));
    await publishing.handlers.cancel(place);
    expect((await first).outcome).toMatchObject({ kind: 'unsure', reason: 'cancelled' });
    expect(await shown()).toMatchObject({ relation: 'never', delivery: 'unknown' });
    expect(practice.received()).toHaveLength(1);
  });

  it('keeps a refusal, which the next publication clears', async () => {
    const { publishing, practice, place, shown } = await trial();
    practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
    expect((await publishing.handlers.publish(place)).outcome).toMatchObject(refused);
    expect(await shown()).toMatchObject({ relation: 'never', delivery: 'refused' });
    await publishing.handlers.publish(place);
    expect(await shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
  });

  it('is idle again when nothing was sent', async () => {
    const made = await trial();
    const { publishing, practice, place, shown } = made;
    await practice.stop();
    const { outcome } = await publishing.handlers.publish(place);
    expect(outcome).toMatchObject({ kind: 'notSent', reason: 'connectionRefused' });
    expect(await shown()).toMatchObject({ relation: 'never', delivery: 'idle' });
    made.refusal = new ProblemError({ code: 'tokenMissing', label: 'Northwind' });
    await expect(publishing.handlers.publish(place)).rejects.toMatchObject(problem('tokenMissing'));
    expect(await shown()).toMatchObject({ relation: 'never', delivery: 'idle' });
  });

  it('takes a null in the answer for nothing', async () => {
    const { publishing, practice, place } = await trial();
    practice.setBehaviour('saveThemeTemplate', { rewrite: { 'theme.chat.hostAvatar.url': null } });
    expect((await publishing.handlers.publish(place)).rewrites).toEqual([]);
  });

  it('sends nothing that could not be saved', async () => {
    const { publishing, practice, place, library, themesFolder } = await trial();
    const edits = [{ field: 'general.font' as const, value: 'Inter' }];
    await library.handlers.edit({ id: place.themeId, edits });
    await rm(themesFolder, { recursive: true });
    await expect(publishing.handlers.publish(place)).rejects.toMatchObject(
      problem('storageFailed'),
    );
    expect(practice.received()).toEqual([]);
  });

  it('names what is not there', async () => {
    const { publishing, place } = await trial();
    await expect(
      publishing.handlers.publish({ ...place, connectionId: 'x' }),
    ).rejects.toMatchObject(problem('notFound', { what: 'connection' }));
    await expect(publishing.handlers.publish({ ...place, themeId: 'x' })).rejects.toMatchObject(
      problem('notFound', { what: 'theme' }),
    );
  });
});

describe('a first save that may have arrived', () => {
  it.each([
    ['cut after it acted', { cut: 'afterActing', times: 1 }],
    ['a 500 after it acted', { status: 500, acts: true, times: 1 }],
    ['a page in place of an answer', { form: 'html', times: 1 }],
    ['nothing in the answer', { form: 'empty', times: 1 }],
  ] as const)('needs a decision: %s', async (_name, behaviour) => {
    const made = await trial();
    const { practice, place, shown } = made;
    practice.setBehaviour('saveThemeTemplate', behaviour);
    await made.publishing.handlers.publish(place);
    expect(await shown()).toMatchObject({ relation: 'never', delivery: 'unknown' });
    // Also after the app started again.
    const publishing = made.again();
    await expect(publishing.handlers.publish(place)).rejects.toMatchObject(
      problem('needsDecision', { label: 'Northwind' }),
    );
    expect(practice.received()).toHaveLength(1);
    await publishing.handlers.publish({ ...place, sendAgain: true });
    expect(practice.received()).toHaveLength(2);
    expect(await shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
    expect(made.onces).toEqual([true, true]);
  });

  it('needs none where the service keeps the ids that clients pick', async () => {
    const { publishing, practice, place, connection, shown } = await trial();
    connection.keepsClientIds = 'yes';
    practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await publishing.handlers.publish(place);
    expect(await shown()).toMatchObject({ delivery: 'unknown' });
    await publishing.handlers.publish(place);
    expect(await shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
    expect(practice.state().templates).toHaveLength(1);
  });

  it('stays in doubt through refusals and tries that were not sent', async () => {
    const { publishing, practice, place, shown } = await trial();
    practice.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
    await publishing.handlers.publish(place);
    practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
    await publishing.handlers.publish({ ...place, sendAgain: true });
    expect(await shown()).toMatchObject({ delivery: 'refused' });
    await expect(publishing.handlers.publish(place)).rejects.toMatchObject(
      problem('needsDecision'),
    );
    await practice.stop();
    await publishing.handlers.publish({ ...place, sendAgain: true });
    expect(await shown()).toMatchObject({ delivery: 'refused' });
    await expect(publishing.handlers.publish(place)).rejects.toMatchObject(
      problem('needsDecision'),
    );
  });

  it('counts as published at a person’s word, under the id found there', async () => {
    const { publishing, practice, place, shown } = await trial();
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterActing', times: 1 });
    await expect(publishing.handlers.markPublished(place)).rejects.toMatchObject(
      problem('notFound'),
    );
    await publishing.handlers.publish(place);
    const templateId = practice.state().templates[0]?.id ?? '';
    await expect(
      publishing.handlers.markPublished({ ...place, templateId: '..' }),
    ).rejects.toMatchObject(problem('invalidFields'));
    await publishing.handlers.markPublished({ ...place, templateId });
    expect(await shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
    practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    await publishing.handlers.publish(place);
    expect(practice.state().templates).toHaveLength(1);
  });

  it('is found as unknown when the app ended while it was being sent', async () => {
    const made = await trial();
    const { practice, place, shown } = made;
    practice.setBehaviour('saveThemeTemplate', { delayMs: 4_000 });
    const sending = made.publishing.handlers.publish(place);
    while (practice.received().length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await shown()).toMatchObject({ delivery: 'sending' });
    const publishing = made.again();
    await publishing.start();
    expect(await shown()).toMatchObject({ delivery: 'unknown' });
    await expect(publishing.handlers.publish(place)).rejects.toMatchObject(
      problem('needsDecision'),
    );
    await practice.stop();
    await sending;
  });
});

describe('a later save', () => {
  it('may be repeated without a decision, whatever came of it', async () => {
    const { publishing, practice, place, library, shown } = await trial();
    practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    await publishing.handlers.publish(place);
    await library.handlers.rename({ id: place.themeId, name: 'Port' });
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', cut: 'afterReading', times: 1 });
    await publishing.handlers.publish(place);
    expect(await shown()).toMatchObject({ relation: 'changed', delivery: 'unknown' });
    practice.setBehaviour('saveThemeTemplate', { status: 503, times: 1 });
    await publishing.handlers.publish(place);
    expect(await shown()).toMatchObject({ relation: 'changed', delivery: 'refused' });
    practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
    await publishing.handlers.publish(place);
    expect(await shown()).toMatchObject({ relation: 'same', delivery: 'idle' });
    expect(practice.state().templates).toHaveLength(1);
  });

  it('keeps its publication when the theme went to the bin meanwhile', async () => {
    const { publishing, practice, place, library, onDisk, connection } = await trial();
    practice.setBehaviour('saveThemeTemplate', { delayMs: 200, ids: 'own' });
    const sending = publishing.handlers.publish(place);
    while (practice.received().length === 0) await new Promise((resolve) => setImmediate(resolve));
    await library.handlers.remove({ ids: [place.themeId] });
    const { templateId } = await sending;
    await library.handlers.restore({ ids: [place.themeId] });
    const publication = (await onDisk()).publications[publicationKey(connection)];
    expect(publication?.templateId).toBe(templateId);
  });

  it('is not sent when it cannot be written down as being sent', async () => {
    const { publishing, practice, place, profileFolder, shown } = await trial();
    // A folder lies where the document would be.
    await mkdir(join(profileFolder, 'deliveries.json'));
    await expect(publishing.handlers.publish(place)).rejects.toMatchObject(
      problem('intentNotStored'),
    );
    expect(practice.received()).toEqual([]);
    expect(await shown()).toMatchObject({ relation: 'never', delivery: 'idle' });
  });
});

describe('a theme that is linked to a template', () => {
  it('has unpublished changes there, and is saved over that template', async () => {
    const { publishing, practice, place, shown, onces, onDisk, connection } = await trial();
    await publishing.handlers.link({ ...place, templateId: ' tpl_7 ' });
    expect(await shown()).toEqual({
      connectionId: 'c1',
      relation: 'changed',
      delivery: 'idle',
      templateId: 'tpl_7',
    });
    expect(practice.received()).toEqual([]);
    await publishing.handlers.publish(place);
    expect(practice.received()).toMatchObject([
      { method: 'PUT', path: '/api/v1/themeTemplates/tpl_7' },
    ]);
    // No first save: the template is there already, so a repetition does no harm.
    expect(onces).toEqual([false]);
    expect(await shown()).toMatchObject({ relation: 'same', templateId: 'tpl_7' });
    await publishing.handlers.unlink(place);
    expect(await shown()).toEqual({ connectionId: 'c1', relation: 'never', delivery: 'idle' });
    expect((await onDisk()).publications).not.toHaveProperty(publicationKey(connection));
  });

  it('is refused an id that can’t stand in a path, or that another theme has', async () => {
    const { publishing, library, place } = await trial();
    const refuses = (templateId: string, reason: string) =>
      expect(publishing.handlers.link({ ...place, templateId })).rejects.toMatchObject(
        problem('invalidFields', { fields: [{ field: 'templateId', reason }] }),
      );
    await refuses('..', 'unsafePathId');
    const other = await library.handlers.create({});
    await publishing.handlers.link({ ...place, themeId: other.id, templateId: 'tpl_7' });
    await refuses('tpl_7', 'alreadyThere');
  });
});
