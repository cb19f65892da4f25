import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';
import { itemPath, nextRun } from './testing/next-run';

/**
 * A change of a theme waits in the outbox, and a person links the theme. The dialog says before: “If you link or
 * unlink it, it’s removed from there and won’t be published until you publish it again” (`library_link_waiting`).
 * It says so whichever template is typed, also the one that the theme has.
 */
describe('a waiting theme is linked', () => {
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
});

/**
 * A person links a theme, and while that is written into its file asks for more: that is none of what the
 * link ends.
 */
describe('what is asked for while a theme is linked', () => {
  /** Links the theme; `meanwhile` happens as its file is being written. */
  async function linked(made: OutboxFixture, meanwhile: () => Promise<void>): Promise<void> {
    const well = made.library.setPublication.bind(made.library);
    vi.spyOn(made.library, 'setPublication').mockImplementationOnce(async (...all) => {
      await meanwhile();
      await well(...all);
    });
    await made.outbox.handlers.link({ ...made.place, templateId: 'there-already' });
  }

  it('publishes what is asked for while it is linked', async () => {
    const made = await outboxFixture();
    await linked(made, () => made.publish());
    await made.drained();
    expect(made.practice.received().map(({ path }) => path.split('/').at(-1))).toEqual([
      'there-already',
    ]);
  });

  it('forgets no doubt about the workspace to which its connection is pointed meanwhile', async () => {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own', cut: 'afterActing', times: 1 });
    await made.publish();
    await made.drained();
    made.connection.keepsClientIds = 'no';
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
    made.connections[0] = { ...made.connection, workspaceId: 'w2' };
    await linked(made, () => {
      made.connections[0] = made.connection;
      return Promise.resolve();
    });
    expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  });
});

/**
 * A template is handed on from the theme that made it to another one: unlinked there, linked here. The service
 * keeps the ids that clients pick, so the template has the id of the theme that made it.
 */
describe('a template is handed on to another theme', () => {
  it('a first save of the theme that made it does not write over what the other has published', async () => {
    const made = await outboxFixture({ themes: 2 });
    const [maker = '', heir = ''] = made.ids;
    const { handlers } = made.outbox;
    await made.publish(maker);
    await made.drained();
    const [template] = made.practice.state().templates;
    const templateId = template?.id ?? '';
    await made.unlink({ themeId: maker, connectionId: 'c1' });
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
});

/**
 * A newer version of a theme waits for the network. A person links the theme to another template; the library lies on a
 * network drive that doesn't answer. They quit Foyer. At the next start the theme is not linked, and the version still
 * waits: it was never sent, nobody refused it, and it is "sent automatically later", to where it was meant to go.
 */
describe('Foyer is quit while a waiting theme is linked', () => {
  async function nextStart(isLinking: boolean) {
    const made = await outboxFixture();
    const { clock, library, outbox, place, practice } = made;
    await made.publish();
    await made.drained();
    await library.handlers.rename({ id: place.themeId, name: 'Newer' });
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await library.flush();
    const before = (await made.document()).publications[publicationKey(made.connection)];
    let isAsked = false;
    let giveUp = (): void => undefined;
    const givenUp = new Promise<void>((done) => (giveUp = done));
    const hung = vi.spyOn(library, 'setPublication').mockImplementation(async () => {
      isAsked = true;
      await givenUp;
      throw new Error('EIO');
    });
    if (isLinking) {
      Promise.resolve(outbox.handlers.link({ ...place, templateId: 'theirs' })).catch(
        () => undefined,
      );
      while (!isAsked) await new Promise((next) => setImmediate(next));
    }
    const closed = outbox.close(5_000);
    for (let second = 0; second < 10; second += 1) {
      await new Promise((next) => setImmediate(next));
      clock.pass(1_000);
    }
    await closed;
    hung.mockRestore();
    const again = await nextRun(made);
    await again.settled();
    const waits = (await again.items()).map(({ why }) => why);
    const sentBefore = practice.received().length;
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.drained();
    const link = (await again.document()).publications[publicationKey(made.connection)];
    // The test ends, and with it the drive.
    giveUp();
    return {
      isLinked: link?.templateId !== before?.templateId,
      waits,
      sent: practice.received().length - sentBefore,
    };
  }

  const expected = { isLinked: false, waits: ['paused'], sent: 1 };

  it('the control: it is not being linked', async () => {
    expect(await nextStart(false)).toEqual(expected);
  });

  it('it is being linked', async () => {
    expect(await nextStart(true)).toEqual(expected);
  });
});

/**
 * A person publishes a newer version of a theme, whose file is slow to be read, and then links the theme to another template, or unlinks
 * it: what they published before is cancelled by that. It is written down while the link is. Foyer is killed when the
 * theme's own file has the link: at the next start nothing is sent where it was never meant to go.
 */
describe('Foyer is killed as a theme that is being read is linked or unlinked', () => {
  async function sentAfter(word: 'link' | 'unlink', isKilled: boolean) {
    const made = await outboxFixture();
    const { library, outbox, place, practice } = made;
    practice.setBehaviour('all', { ids: 'own' });
    await made.publish();
    await made.drained();
    await library.handlers.rename({ id: place.themeId, name: 'Newer' });
    await library.flush();
    await outbox.handlers.setPaused({ isPaused: true });
    const { goOn } = holdNextReading(library);
    const publishing = outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: ['c1'] });
    const folder = join(made.root, 'profile', 'outbox');
    let atTheKill: { path: string; bytes: Buffer }[] = [];
    const setPublication = library.setPublication.bind(library);
    const unlink = library.unlink.bind(library);
    // The theme is read while the link is being written; as it is on the disk then is how a kill leaves it.
    const meanwhile = async (work: () => Promise<void>): Promise<void> => {
      goOn();
      await publishing;
      await work();
      const names = (await readdir(folder)).filter((each) => each.endsWith('.json'));
      atTheKill = await Promise.all(
        names.map(async (name) => {
          const path = join(folder, name);
          return { path, bytes: await readFile(path) };
        }),
      );
    };
    Object.assign(library, {
      setPublication: (...how: Parameters<typeof setPublication>) =>
        meanwhile(() => setPublication(...how)),
      unlink: (...how: Parameters<typeof unlink>) => meanwhile(() => unlink(...how)),
    });
    const before = practice.received().length;
    if (word === 'link') await outbox.handlers.link({ ...place, templateId: 'theirs' });
    else await made.unlink(place);
    await made.settled();
    await library.flush();
    await outbox.close(0);
    if (isKilled) {
      for (const name of await readdir(folder)) await rm(join(folder, name));
      for (const { path, bytes } of atTheKill) await writeFile(path, bytes);
    }
    const again = await nextRun(made);
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.drained();
    const sent = practice.received().slice(before);
    return sent.map(({ path: to }) => to.split('/').at(-1));
  }

  it.each([
    ['link', false],
    ['unlink', false],
    ['link', true],
    ['unlink', true],
  ] as const)('%s; is it killed: %s', async (word, isKilled) => {
    expect(await sentAfter(word, isKilled)).toEqual([]);
  });
});

/**
 * A newer version of a theme waits to be published. A person links the theme to another template, or unlinks it, and
 * what waits is cancelled by that. Foyer is killed as the theme's own file says so: at the next start nothing is sent
 * where it was never meant to go.
 */
describe('Foyer is killed as a waiting theme is linked or unlinked', () => {
  async function templatesAfter(word: 'link' | 'unlink', isKilled: boolean) {
    const made = await outboxFixture();
    made.practice.setBehaviour('all', { ids: 'own' });
    await made.publish();
    await made.drained();
    await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    const path = await itemPath(made);
    let bytes: Buffer | undefined;
    const { library } = made;
    const setPublication = library.setPublication.bind(library);
    const unlink = library.unlink.bind(library);
    const noteOutbox = async (): Promise<void> => {
      bytes = await readFile(path).catch(() => undefined);
    };
    Object.assign(library, {
      setPublication: (...how: Parameters<typeof setPublication>) =>
        noteOutbox().then(() => setPublication(...how)),
      unlink: (...how: Parameters<typeof unlink>) => noteOutbox().then(() => unlink(...how)),
    });
    const before = made.practice.received().length;
    if (word === 'link') await made.outbox.handlers.link({ ...made.place, templateId: 'theirs' });
    else await made.unlink();
    await made.settled();
    await made.library.flush();
    await made.outbox.close(0);
    // As it was on the disk when the theme's own file was written.
    if (isKilled) await (bytes ? writeFile(path, bytes) : rm(path, { force: true }));
    const again = await nextRun(made);
    await again.outbox.handlers.setPaused({ isPaused: false });
    await again.drained();
    const sent = made.practice.received().slice(before);
    const saved = sent.map(({ path: to }) => to.split('/').at(-1));
    return { saved, templates: made.practice.state().templates.map(({ name }) => name) };
  }

  it.each([
    ['link', false],
    ['link', true],
    ['unlink', false],
    ['unlink', true],
  ] as const)('%s; is it killed: %s', async (word, isKilled) => {
    expect(await templatesAfter(word, isKilled)).toEqual({ saved: [], templates: ['Harbour'] });
  });
});

/**
 * A theme was published again and has arrived, and its own file says so; the file that the outbox has of it is held by a
 * virus scanner, or lies on a full disk, and still says that it waits. A person links the theme to another template, or
 * unlinks it, which is refused, as Foyer says: what the file says could not be told from what waits. Foyer is killed
 * before the file could be removed. At the next start nothing is sent: nobody published the theme since.
 */
describe('a theme that has arrived is linked while its item can’t be removed, and Foyer is killed', () => {
  async function sentAfter(word: 'none' | 'link' | 'unlink', isHeld: boolean) {
    const { illDisk } = await import('../storage/trial-ill-disk');
    const made = await outboxFixture();
    const { library, outbox, place, practice } = made;
    practice.setBehaviour('all', { ids: 'own' });
    await made.publish();
    await made.drained();
    await library.handlers.rename({ id: place.themeId, name: 'Newer' });
    await library.flush();
    const folder = join(made.root, 'profile', 'outbox');
    const release = practice.holdAnswers();
    await made.publish();
    while (practice.received().length < 2) await new Promise((next) => setImmediate(next));
    const disk = isHeld ? illDisk((path) => path.startsWith(folder), 'EBUSY', 'open') : undefined;
    release();
    await made.settled();
    expect(await made.items()).toEqual([]);
    const templates = practice.state().templates.length;
    const said = (async () => {
      if (word === 'link') await outbox.handlers.link({ ...place, templateId: 'theirs' });
      if (word === 'unlink') await made.unlink(place);
    })();
    if (isHeld && word !== 'none') await expect(said).rejects.toThrow();
    else await said;
    await library.flush();
    await outbox.close(0);
    disk?.heal();
    const before = practice.received().length;
    const again = await nextRun(made);
    await again.drained();
    const sent = practice.received().slice(before);
    return {
      sent: sent.map(({ path: to }) => to.split('/').at(-1)),
      copies: practice.state().templates.length - templates,
    };
  }

  it.each([
    ['none', false],
    ['link', false],
    ['unlink', false],
    ['none', true],
    ['link', true],
    ['unlink', true],
  ] as const)('%s; is its file held: %s', async (word, isHeld) => {
    expect(await sentAfter(word, isHeld)).toEqual({ sent: [], copies: 0 });
  });
});
