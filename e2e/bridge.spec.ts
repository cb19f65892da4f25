/**
 * The bridge, from the outside of it: what a page can reach, what main answers to whom, and that
 * nonsense changes nothing.
 */
import type { ElectronApplication } from '@playwright/test';
import fc from 'fast-check';
import { attempt, expectControlToFail, faultSeed, times } from '../src-main/testing/fault-tally';
import { calls } from '../src-shared/bridge/calls';
import { callChannel, namesOf } from '../src-shared/bridge/contract';
import { everythingIn, expect, test } from './foyer';
import { Welcome } from './pages/welcome';

const foreign = { ok: false, problem: { code: 'foreignSender' } };

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

/** What stands where a frame came from: the window's own page, or a frame inside it. */
type From = { frame: 'top' } | { frame: 'inner'; url: string };

/**
 * Hands messages to main's own handler with the real frame of the window as their sender: past the
 * preload script, as a page would that had broken out of it.
 */
async function sayToMain(
  app: ElectronApplication,
  from: From,
  messages: readonly (readonly [unknown, unknown])[],
): Promise<unknown[]> {
  return app.evaluate(
    async ({ BrowserWindow, ipcMain }, { from, encoded, channel }) => {
      const messages = JSON.parse(Buffer.from(encoded, 'base64').toString()) as {
        name: unknown;
        input?: unknown;
      }[];
      const { _invokeHandlers: handlers } = ipcMain as unknown as {
        _invokeHandlers: Map<string, (event: object, ...said: unknown[]) => unknown>;
      };
      const handler = handlers.get(channel);
      const sender = BrowserWindow.getAllWindows()[0]?.webContents;
      const top = sender?.mainFrame;
      const senderFrame =
        from.frame === 'top' ? top : top?.frames.find(({ url }) => url === from.url);
      if (!handler || !sender || !senderFrame) throw new Error('There is no such sender.');
      const answers: unknown[] = [];
      for (const { name, input } of messages) {
        // By Electron's version the answer is returned, or given to the event.
        const answer = await new Promise((resolve, reject) => {
          const event = { sender, senderFrame, _reply: resolve, _throw: reject };
          Promise.resolve(handler(event, name, input)).then((returned) => {
            if (returned !== undefined) resolve(returned);
          }, reject);
        });
        answers.push(answer);
      }
      return answers;
    },
    // Encoded, because the debugger of older Electrons chokes on some text.
    {
      from,
      encoded: encode(messages.map(([name, input]) => ({ name, input }))),
      channel: callChannel,
    },
  );
}

test('a page finds two functions and nothing of Node or Electron', async ({ foyer }) => {
  const found = await foyer.window.evaluate(() => {
    const globals = globalThis as unknown as Record<string, unknown>;
    return {
      foyer: Object.keys(self.foyer).sort(),
      types: Object.values(self.foyer).map((one) => typeof one),
      reachable: [
        ...['require', 'process', 'module', 'exports', 'global', 'Buffer', '__dirname'],
        ...['ipcRenderer', 'electron', 'electronAPI', 'contextBridge', 'setImmediate'],
      ].filter((name) => name in globals),
      // What the page hands over or is handed is a copy: nothing leads from it into preload.
      constructorReach: (() => {
        try {
          const make = self.foyer.invoke.constructor as FunctionConstructor;
          const look = make('return typeof require + typeof process') as () => string;
          return look();
        } catch (error) {
          return (error as Error).name;
        }
      })(),
      isReplaceable: (() => {
        const exposed = self.foyer as unknown as Record<string, unknown>;
        const before = exposed['invoke'];
        try {
          exposed['invoke'] = () => 'mine';
        } catch {
          // Frozen: the assignment throws in a module and does nothing elsewhere.
        }
        return exposed['invoke'] !== before;
      })(),
    };
  });
  expect(found.foyer).toEqual(['invoke', 'subscribe']);
  expect(found.types).toEqual(['function', 'function']);
  expect(found.reachable).toEqual([]);
  // The policy has no 'unsafe-eval', and were it let through, it would be the page's own world.
  expect(['EvalError', 'undefinedundefined']).toContain(found.constructorReach);
  expect(found.isReplaceable).toBe(false);
});

test('unknown names and wrong shapes are refused with their problem, by preload and by main', async ({
  foyer: { app, window },
}) => {
  const names = [
    ...['library.unknown', 'library', 'list', '', '.', 'library.', '.list', 'Library.list'],
    ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'library.__proto__'],
    ...['library.constructor', '__proto__.list', 'constructor.prototype', 'library.list.input'],
  ];
  const unknown = (call: string) => ({ ok: false, problem: { code: 'unknownCall', call } });
  const byPreload = await window.evaluate(
    (names) => Promise.all(names.map((name) => self.foyer.invoke(name, undefined))),
    names,
  );
  expect(byPreload).toEqual(names.map(unknown));
  const byMain = await sayToMain(
    app,
    { frame: 'top' },
    names.map((name) => [name, undefined]),
  );
  expect(byMain).toEqual(names.map(unknown));

  const wrong = [
    ['library.list', {}, ''],
    ['library.rename', undefined, ''],
    ['library.rename', { id: 'x' }, 'name'],
    ['library.rename', { id: 7, name: 'Harbour' }, 'id'],
    ['library.edit', { id: 'x', edits: [] }, 'edits'],
    ['library.edit', { id: 'x', edits: [{ field: '__proto__', value: 1 }] }, 'edits.0.field'],
    ['app.setPreferences', { textSize: 4_000 }, 'textSize'],
    ['app.showFolder', '/etc', ''],
    ['outbox.publish', [], ''],
  ] as const;
  const answers = await window.evaluate(
    (wrong) => Promise.all(wrong.map(([name, input]) => self.foyer.invoke(name, input))),
    wrong,
  );
  expect(answers).toEqual(
    wrong.map(([call, , where]) => ({
      ok: false,
      problem: { code: 'badCall', call, where: expect.stringContaining(where) },
    })),
  );

  // An event of no name is refused too, and main's channel is no event of the contract.
  const refused = await window.evaluate(() =>
    ['unknown', '__proto__', 'foyer:event', 'foyer:call'].map((name) => {
      try {
        self.foyer.subscribe(name, () => undefined);
        return 'subscribed';
      } catch {
        return 'refused';
      }
    }),
  );
  expect(refused).toEqual(['refused', 'refused', 'refused', 'refused']);
});

test('a frame inside the window has no bridge, and main refuses to hear it', async ({
  foyer: { app, window },
}) => {
  const frames = await window.evaluate(async () => {
    async function open(prepare: (frame: HTMLIFrameElement) => void): Promise<string> {
      const frame = document.createElement('iframe');
      const loaded = new Promise((done) => frame.addEventListener('load', done, { once: true }));
      prepare(frame);
      document.body.append(frame);
      await loaded;
      const inside: (Window & { foyer?: unknown }) | null = frame.contentWindow;
      return `${inside?.location.href ?? 'none'} ${typeof inside?.foyer}`;
    }
    return [
      await open((frame) => (frame.src = 'app://foyer/chat.html')),
      await open((frame) => (frame.src = 'about:blank')),
      await open((frame) => (frame.srcdoc = '<p>Foreign</p>')),
    ];
  });
  expect(frames).toEqual([
    'app://foyer/chat.html undefined',
    'about:blank undefined',
    'about:srcdoc undefined',
  ]);

  const message = [['app.state', undefined]] as const;
  for (const url of ['app://foyer/chat.html', 'about:blank', 'about:srcdoc']) {
    await attempt('letThrough', url, async () =>
      expect(await sayToMain(app, { frame: 'inner', url }, message)).toEqual([foreign]),
    );
  }
  // The very same message from the top frame is answered.
  expect(await sayToMain(app, { frame: 'top' }, message)).toEqual([
    expect.objectContaining({ ok: true }),
  ]);
});

test('another window is refused, also at our own address with our own preload', async ({
  foyer: { app, window },
}) => {
  const answers = await app.evaluate(async ({ app, BrowserWindow, ipcMain, session }, channel) => {
    async function ask(address: string, script: string, preferences: Electron.WebPreferences) {
      const other = new BrowserWindow({ show: false, webPreferences: preferences });
      try {
        await other.loadURL(address);
        return (await other.webContents.executeJavaScript(script)) as unknown;
      } finally {
        other.destroy();
      }
    }
    const own = { preload: `${app.getAppPath()}/out/preload/index.cjs` };
    const throughPreload = `self.foyer.invoke('app.state', undefined)`;
    const bare = { nodeIntegration: true, contextIsolation: false, sandbox: false };
    const raw = `require('electron').ipcRenderer.invoke('${channel}', 'app.state', undefined)`;
    const away = { session: session.fromPartition('foreign') };
    const foreignPage = 'data:text/html,<p>Foreign';
    // The control: a channel whose handler asks nobody where a message comes from.
    ipcMain.handle('unguarded', () => 'answered');
    const unguarded = `require('electron').ipcRenderer.invoke('unguarded')`;
    return [
      await ask('app://foyer/index.html', throughPreload, own),
      await ask('app://foyer/chat.html', throughPreload, own),
      await ask(foreignPage, throughPreload, { ...own, ...away }),
      await ask('app://foyer/chat.html', raw, bare),
      await ask(foreignPage, raw, { ...bare, ...away }),
      await ask(foreignPage, unguarded, { ...bare, ...away }),
    ];
  }, callChannel);
  const control = answers.pop();
  await attempt(
    'letThrough',
    'windows',
    () => expect(answers).toEqual([foreign, foreign, foreign, foreign, foreign]),
    answers.length,
  );
  expectControlToFail('a handler that asks nobody who they are', control === 'answered' ? 1 : 0);
  // The window that is Foyer's is answered.
  expect(await window.evaluate(() => self.foyer.invoke('app.state', undefined))).toMatchObject({
    ok: true,
  });
});

test('thousands of fuzzed messages change nothing and crash nothing', async ({ home }) => {
  const many = times(2_000, 100_000);
  test.setTimeout(60_000 + many * 5);
  const { app, window } = await home.start();
  await new Welcome(window).practise();

  const state = async () => ({
    said: await window.evaluate(() =>
      Promise.all(
        ['library.list', 'connections.list', 'app.state', 'activity.list'].map((name) =>
          self.foyer.invoke(name, name === 'activity.list' ? { limit: 50 } : undefined),
        ),
      ),
    ),
    files: await everythingIn(home.library),
  });
  const before = await state();
  expect(before.said).toEqual(before.said.map(() => expect.objectContaining({ ok: true })));

  const known = namesOf(calls);
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('__proto__', 'constructor', '../..', 'x'.repeat(5_000)),
  );
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom(undefined, null, Number.NaN, -0, Infinity, '', [], {}),
    fc.dictionary(
      fc.constantFrom('id', 'ids', 'name', 'edits', 'input', 'token', 'tags', '__proto__', 'limit'),
      fc.oneof(fc.jsonValue({ maxDepth: 2 }), text),
      { noNullPrototype: true },
    ),
  );
  /** Whether the contract itself would let the message through to a handler. */
  const isInContract = (name: string, input: unknown) => {
    const [room = '', call = ''] = name.split('.');
    const rooms: Record<
      string,
      Record<string, { input: { safeParse(of: unknown): { success: boolean } } }>
    > = calls;
    const schema = rooms[room]?.[call]?.input;
    // NaN and its like arrive as null where a message travels as text.
    const arrived: unknown = input === undefined ? input : JSON.parse(JSON.stringify(input));
    return schema !== undefined && [input, arrived].some((one) => schema.safeParse(one).success);
  };
  const one = fc.tuple(fc.oneof(fc.constantFrom<string>(...known), text), value);
  const thousand = (seed: number): [string, unknown][] =>
    fc
      .sample(one, { numRuns: 2_000, seed })
      .filter(([name, input]) => !isInContract(name, input))
      .slice(0, 1_000);

  const codes = new Set<unknown>();
  const note = (answers: unknown[]) => {
    for (const answer of answers as { ok: boolean; problem?: { code: string } }[]) {
      codes.add(answer.ok ? 'ok' : answer.problem?.code);
    }
  };
  for (let round = 0; round < many / 1_000; round += 1) {
    const seed = faultSeed + round;
    await attempt(
      'letThrough',
      { seed },
      async () => {
        const messages = thousand(seed);
        expect(messages).toHaveLength(1_000);
        if (round % 2 === 1) note(await sayToMain(app, { frame: 'top' }, messages));
        else {
          const answers = await window.evaluate((said) => {
            const messages = said as [string, unknown][];
            return Promise.all(messages.map(([name, input]) => self.foyer.invoke(name, input)));
          }, messages as unknown);
          note(answers);
        }
        expect([...codes].sort()).toEqual(['badCall', 'unknownCall']);
      },
      1_000,
    );
  }
  // The control: a bridge that looks its calls up by their names, and checks nothing.
  const called = thousand(faultSeed).filter(([name]) => {
    const [room = '', call = ''] = name.split('.');
    const rooms: Record<string, Record<string, unknown>> = calls;
    return (call === '' ? rooms[room] : rooms[room]?.[call]) !== undefined;
  });
  expectControlToFail('a bridge that checks nothing', called.length);

  // What can't cross the border of the page at all is refused there.
  const uncrossable = await window.evaluate(async () => {
    const round: Record<string, unknown> = {};
    round['self'] = round;
    const inputs: unknown[] = [Symbol('s'), () => 1, document.body, new Proxy({}, {}), round, 10n];
    const answered = await Promise.all(
      inputs.map(async (input) => {
        try {
          return (await self.foyer.invoke('library.rename', input)).ok;
        } catch {
          return false;
        }
      }),
    );
    return answered;
  });
  expect(uncrossable).toEqual([false, false, false, false, false, false]);

  expect(await state()).toEqual(before);
  expect(app.windows()).toHaveLength(1);
});
