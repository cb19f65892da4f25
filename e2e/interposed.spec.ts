/**
 * Reads of Foyer's documents that the system refuses for a while (EIO, EBUSY, EMFILE), of all of them at
 * once, under the real app: when it starts, and while a person works.
 */
import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { attempt, expectControlToFail, times } from '../src-main/testing/fault-tally';
import { codes, failingReads } from './failing-reads';
import { expect, test, type Foyer, type Home } from './foyer';
import { Welcome } from './pages/welcome';
import { put, themeDocument } from './theme-files';

test.describe.configure({ retries: 0 });

const [fern, moss, quay] = ['Fern', 'Moss', 'Quay'].map((name) => themeDocument(name));

/** What a person has in Foyer, as its window is told of it; empty where it is told of nothing. */
interface Shown {
  readonly connections: readonly string[];
  readonly themes: readonly string[];
  readonly bin: readonly string[];
  readonly colour?: string;
  readonly versions: readonly string[];
  readonly outbox: readonly string[];
  readonly isPaused: boolean;
  readonly returnUrl?: string;
  readonly domain?: string;
  readonly shortcuts: readonly string[];
  readonly appearance?: string;
}

const ask = `const ask = async (call, input) => {
  const answer = await foyer.invoke(call, input);
  return answer.ok ? (answer.value ?? {}) : undefined;
};
const { connectionId, fern, moss, quay } = globalThis.known;
const draft = (returnUrl) => ({
  ...{ plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: '1' },
  ...{ ownReturn: false, returnUrl },
});
const shortcut = (name) => ({ connectionId, name, botId: 'b', to: '+49 1', startGroupId: '' });
const colour = (value) => ({ id: fern, edits: [{ field: 'chat.buttons.backgroundColor', value }] });
`;

/** Runs in the window's page, where `ask` gives what a call answers, and nothing when it is refused. */
function inPage<T>({ window }: Foyer, connectionId: string, script: string): Promise<T> {
  const known = { connectionId, fern: fern?.id, moss: moss?.id, quay: quay?.id };
  return window.evaluate(
    `(async () => { globalThis.known = ${JSON.stringify(known)}; ${ask} ${script} })()`,
  );
}

const shown = (foyer: Foyer, connectionId: string): Promise<Shown> =>
  inPage(
    foyer,
    connectionId,
    `const names = (list) => (list ?? []).map(({ name, label }) => name ?? label).sort();
    const outbox = await ask('outbox.list', undefined);
    return {
      connections: names((await ask('connections.list', undefined))?.list),
      themes: names((await ask('library.list', undefined))?.themes),
      bin: names((await ask('library.bin', undefined))?.themes),
      colour: (await ask('library.open', { id: fern }))?.theme.chat.buttons.backgroundColor,
      versions: names((await ask('library.versions', { id: fern }))?.versions.filter(({ name }) => name)),
      outbox: names(outbox?.items),
      isPaused: outbox?.isPaused,
      returnUrl: (await ask('billing.state', { connectionId }))?.draft.returnUrl,
      domain: (await ask('domains.state', { connectionId }))?.draft,
      shortcuts: names((await ask('previews.list', undefined))?.shortcuts),
      appearance: (await ask('app.state', undefined))?.preferences.appearance,
    };`,
  );

/** Keeps something in every document; returns the connection. */
async function fill(foyer: Foyer): Promise<string> {
  await new Welcome(foyer.window).connect({
    // Nothing listens there: what is published waits.
    ...{ baseAddress: 'http://127.0.0.1:9/api/v1', token: 'a-token-of-the-test' },
  });
  const connectionId = await foyer.window.evaluate<string>(
    `foyer.invoke('connections.list', undefined).then(({ value }) => value.list[0].id)`,
  );
  await inPage(
    foyer,
    connectionId,
    `await ask('outbox.setPaused', { isPaused: true });
    await ask('library.remove', { ids: [quay] });
    await ask('library.open', { id: fern });
    await ask('library.edit', colour('#123ABC'));
    await ask('library.keepVersion', { id: fern, name: 'First' });
    await ask('outbox.publish', { themeIds: [fern], connectionIds: [connectionId] });
    await ask('billing.saveDraft', { connectionId, draft: draft('https://one.example') });
    await ask('domains.saveDraft', { connectionId, name: 'one.example.com' });
    await ask('previews.addShortcut', shortcut('One'));
    await ask('app.setPreferences', { appearance: 'dark' });`,
  );
  return connectionId;
}

/** What a person does while nothing can be read; what of it Foyer took. */
const workOn = (foyer: Foyer, connectionId: string): Promise<Readonly<Record<string, boolean>>> =>
  inPage(
    foyer,
    connectionId,
    `const took = async (call, input) => (await ask(call, input)) !== undefined;
    const queued = await ask('outbox.publish', { themeIds: [moss], connectionIds: [connectionId] });
    return {
      colour: await took('library.edit', colour('#456DEF')),
      outbox: queued?.queued === 1,
      returnUrl: await took('billing.saveDraft', { connectionId, draft: draft('https://two.example') }),
      domain: await took('domains.saveDraft', { connectionId, name: 'two.example.com' }),
      shortcuts: await took('previews.addShortcut', shortcut('Two')),
      appearance: await took('app.setPreferences', { appearance: 'light' }),
    };`,
  );

const newer = {
  colour: '#456DEF',
  outbox: ['Fern', 'Moss'],
  returnUrl: 'https://two.example',
  domain: 'two.example.com',
  shortcuts: ['One', 'Two'],
  appearance: 'light',
} as const;

/**
 * What is there is what was, or what came since; and what Foyer took is what came. What it refused may
 * stay in its memory, and be kept as soon as that is possible.
 */
function expectAllOf(now: Shown, before: Shown, took: Readonly<Record<string, boolean>>): void {
  const came = { ...before, ...newer };
  const isAsked = (what: string): what is keyof typeof newer => what in newer;
  const expected = Object.fromEntries(
    Object.entries(before).map(([what, was]) => {
      if (!isAsked(what)) return [what, was as unknown];
      const isNew = took[what] === true || isDeepStrictEqual(now[what], came[what]);
      return [what, isNew ? came[what] : was];
    }),
  );
  expect(now).toEqual(expected);
}

/** The documents of the profile and of the library, and not what can be made of others again. */
async function documents(home: Home): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const folder of [home.profile, home.library]) {
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/\.jsonl?$/u.test(name) || /index|^run\.json$/u.test(name)) continue;
      found.set(join(folder, name), await readFile(join(folder, name), 'utf8'));
    }
  }
  return found;
}

const moments = ['start', 'middle'] as const;
const all = codes.flatMap((code) =>
  (['open', 'read'] as const).flatMap((place) =>
    moments.map((moment) => ({ code, place, moment })),
  ),
);
const [some, others] = [
  { code: 'EIO', place: 'read', moment: 'start' },
  { code: 'EMFILE', place: 'open', moment: 'middle' },
] as const;
const cases = times(2, all.length) === 2 ? [some, others] : all;

if (process.platform === 'linux') {
  test('no document can be read for a moment: none is taken for empty, none written over, all taken up', async ({
    home,
  }) => {
    test.setTimeout(400_000);
    const own = dirname(home.profile);
    for (const document of [fern, moss, quay]) {
      if (document) await put(home, `${document.name}.json`, document);
    }
    const first = await home.start();
    const connectionId = await fill(first);
    await first.app.close();
    const second = await home.start();
    const before = await shown(second, connectionId);
    expect(before).toEqual({
      ...{ connections: ['Northwind'], themes: ['Fern', 'Moss'], bin: ['Quay'], colour: '#123ABC' },
      ...{ versions: ['First'], outbox: ['Fern'], isPaused: true, shortcuts: ['One'] },
      ...{ returnUrl: 'https://one.example', domain: 'one.example.com', appearance: 'dark' },
    });
    await second.app.close();
    const kept = join(own, 'kept');
    for (const folder of [home.profile, home.library]) {
      await cp(folder, join(kept, folder), { recursive: true });
    }
    const ill = failingReads(own, own);

    for (const each of cases) {
      for (const folder of [home.profile, home.library]) {
        await rm(folder, { recursive: true });
        await cp(join(kept, folder), folder, { recursive: true });
      }
      await attempt('lost', each, async () => {
        const wasOnDisk = await documents(home);
        if (each.moment === 'start') ill.fail(each.code, each.place);
        const foyer = await home.start(ill.env);
        if (each.moment === 'middle') {
          await shown(foyer, connectionId);
          ill.fail(each.code, each.place);
          // As if another program had saved them: they are looked at again.
          for (const path of wasOnDisk.keys()) await utimes(path, new Date(), new Date());
        }
        const took = await workOn(foyer, connectionId);
        const meanwhile = await shown(foyer, connectionId);
        // What is known stays shown, and of nothing else it is said that it is there.
        if (each.moment === 'middle') expect(meanwhile.themes).toEqual(before.themes);
        expect(before.themes).toEqual(expect.arrayContaining([...meanwhile.themes]));
        for (const [path, text] of await documents(home)) {
          const was = wasOnDisk.get(path) ?? '';
          // A list of what happened grows at its end.
          const isAsItWas = path.endsWith('.jsonl') ? text.startsWith(was) : text === was;
          if (each.moment === 'start') expect(isAsItWas || was === '', path).toBe(true);
        }
        for (const path of wasOnDisk.keys())
          expect((await documents(home)).has(path), path).toBe(true);
        expect(ill.heal()).toBeGreaterThan(5);

        await expect(async () => {
          expectAllOf(await shown(foyer, connectionId), before, took);
        }).toPass({ timeout: 30_000 });
        const inTheEnd = await shown(foyer, connectionId);
        await foyer.app.close();
        const again = await home.start(ill.env);
        expect(await shown(again, connectionId)).toEqual(inTheEnd);
        await again.app.close();
      });
    }
  });

  test('control: a program that begins anew what can’t be read loses what was in it', async ({
    home,
  }) => {
    const own = dirname(home.profile);
    const ill = failingReads(own, own);
    const path = join(own, 'kept.json');
    const program = `const { readFileSync, writeFileSync } = require('node:fs');
      let kept = [];
      try { kept = JSON.parse(readFileSync(process.argv[1], 'utf8')); } catch {}
      writeFileSync(process.argv[1], JSON.stringify([...kept, 'two']));`;
    let lost = 0;
    for (const code of codes) {
      for (const place of ['open', 'read'] as const) {
        await writeFile(path, '["one"]');
        ill.fail(code, place);
        execFileSync(process.execPath, ['-e', program, path], {
          env: { ...process.env, ...ill.env },
        });
        expect(ill.heal()).toBeGreaterThan(0);
        if (!(await readFile(path, 'utf8')).includes('one')) lost += 1;
      }
    }
    expectControlToFail('a program that begins anew what can’t be read', lost);
  });
}
