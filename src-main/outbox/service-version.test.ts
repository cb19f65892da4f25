import { describe, expect, it } from 'vitest';
import { saveThemeTemplateRequest } from '@shared/service/operations';
import { newTheme, themeDocumentSchema } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import type { Library } from '../library/library';
import { readTemplateAnswer } from './template-answer';
import { outboxFixture } from './testing/fixture-outbox';
import { publishedWithoutCss, shownWith, type } from './testing/theme-being-replaced';

/**
 * A service has dropped a theme's custom CSS, and the studio says so. A person goes on writing it, and then accepts the
 * service's version. Whatever takes the place of work is kept as a version first (a version that is restored, a backup, a
 * conflict, another program): once Foyer was quit, undo is gone.
 */
describe('an answer is accepted over newer edits', () => {
  const work = '/* nine minutes of work since */';

  /** What is left of the custom CSS once Foyer was quit: in the theme, and in its history. */
  async function leftOf(library: Library, id: string): Promise<(string | undefined)[]> {
    await library.flush();
    const { versions } = await library.handlers.versions({ id });
    const held = [(await library.current(id)).theme.customCss];
    for (const { version } of versions) {
      held.push((await library.handlers.version({ id, version })).theme.customCss);
    }
    return held;
  }

  it.each<[string, 'nothing' | 'the published version is restored' | 'the service’s is accepted']>([
    ['the control', 'nothing'],
    ['the control', 'the published version is restored'],
    ['after the answer', 'the service’s is accepted'],
  ])('what was written since is had back after a quit: %s, %s', async (_name, then) => {
    const { library, outbox, practice, publish, settled, place } = await outboxFixture();
    const { themeId: id } = place;
    practice.setBehaviour('saveThemeTemplate', { drop: ['theme.customCss'], times: 1 });
    await publish();
    await settled();
    await library.handlers.edit({ id, edits: [{ field: 'customCss', value: work }] });
    if (then === 'the service’s is accepted') await outbox.handlers.takeAnswer(place);
    if (then === 'the published version is restored') {
      const { versions } = await library.handlers.versions({ id });
      const version = versions.find(({ reason }) => reason === 'published')?.version ?? 0;
      await library.handlers.restoreVersion({ id, version });
    }
    expect(await leftOf(library, id)).toContain(work);
  });
});

/**
 * The service gives a theme an avatar that it hadn't, and a person accepts it. They see it, think better of it with Ctrl Z,
 * and give the avatar an address, while the disk is still at what they accepted: the theme's file can be read again.
 */
describe('an avatar is taken back, and its address typed', () => {
  it('leaves an avatar that is off, with the address', async () => {
    const made = await outboxFixture();
    const { library, outbox, practice, place, settled } = made;
    const { themeId: id } = place;
    await type(made, { field: 'chat.hostAvatar.isEnabled', value: null });
    const rewrite = { 'theme.chat.hostAvatar': { isEnabled: true } };
    practice.setBehaviour('saveThemeTemplate', { rewrite, times: 1 });
    await made.publish(id);
    await settled();

    const shown = new Promise<void>((resolve) => {
      library.onThemeChange(({ theme }) => {
        if (theme.chat.hostAvatar !== undefined) resolve();
      });
    });
    const accepting = outbox.handlers.takeAnswer(place);
    await shown;
    const undoing = library.handlers.undo({ id });
    const url = 'https://pictures.example/face.png';
    await type(made, { field: 'chat.hostAvatar.url', value: url });
    await Promise.all([accepting, undoing]);

    const document = await library.saved(id);
    expect(document.theme.chat.hostAvatar).toEqual({ isEnabled: false, url });
    expect(themeDocumentSchema.safeParse(document).error).toBeUndefined();
  });
});

/**
 * A person accepts what the service made of a theme, sees it in the studio, thinks better of it with Ctrl Z and goes on
 * typing, while the disk is still at what they accepted. What they take back is what they accepted, and not what they typed
 * after that.
 */
describe('an answer is taken back, and more is typed', () => {
  it.each([
    ['the control: it was accepted before', true],
    ['it is still being accepted', false],
  ])('takes back what was accepted: %s', async (_name, isAcceptedBefore) => {
    const made = await outboxFixture();
    const { library, outbox, place } = made;
    const { themeId: id } = place;
    await publishedWithoutCss(made);

    const shown = shownWith(made, undefined);
    const accepting = outbox.handlers.takeAnswer(place);
    await shown;
    if (isAcceptedBefore) await accepting;
    const undoing = library.handlers.undo({ id });
    await type(made, { field: 'roundness', value: 'large' });
    await Promise.all([undoing, accepting]);

    const { theme } = await library.current(id);
    expect([theme.customCss, theme.roundness]).toEqual(['.a{}', 'large']);
  });
});

/**
 * The guide: “Foyer shows what the service did with the theme: fields it dropped, values it changed”. A service keeps no name
 * of some signs, and answers with an empty one: the template has no name there. Since empty texts count as not answered,
 * Foyer says nothing of it, and the theme is shown as published as it is.
 */
describe('a service that empties the name', () => {
  const theme = newTheme();
  const request = saveThemeTemplateRequest(trialConnection('northwind'), {
    ...{ templateId: 't1', name: '🎄🎄', theme },
  });

  it.each([
    ['the control: another name', 'xx'],
    ['an empty name', ''],
  ])('is told: %s', (_, name) => {
    const { rewrites } = readTemplateAnswer(request, 't1', {
      themeTemplate: { id: 't1', name, theme },
    });
    expect(rewrites).toMatchObject([{ path: 'name', sent: '🎄🎄', answered: name }]);
  });
});

/**
 * What a service made of a theme is told where it is another thing than was sent. A service writes the number of the
 * workspace's row into the template that it saved (a foreign key), while the workspace that Foyer sent is a text. The
 * number is no writing of that, and says nothing of another one; it is told as a workspace that the service changed.
 */
describe('a service that writes its number of the workspace', () => {
  const request = {
    operation: 'saveThemeTemplate' as const,
    method: 'PUT' as const,
    url: 'https://bots.example/api/v1/workspaces/w1/themeTemplates/t1',
    body: JSON.stringify({ workspaceId: 'w1', name: 'Dawn', theme: {} }),
  };

  it.each([
    ['the control: none', {}],
    ['the control: its id', { workspaceId: 'w1' }],
    ['the number of its row', { workspaceId: 981 }],
  ])('tells of no other workspace: %s', (_, ids) => {
    const body = { themeTemplate: { id: 't1', name: 'Dawn', theme: {}, ...ids } };
    expect(readTemplateAnswer(request, 't1', body).rewrites).toEqual([]);
  });
});
