/** Foyer is asked to quit while the disk refuses what a person made last. */
import { EventEmitter } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { quitInOrder } from './quit';
import { quitQuestion } from './quit-question';

/** A program that quits as Electron's does: at once, unless somebody prevents it. */
function program(answers: readonly boolean[], isNear = () => false) {
  const events = new EventEmitter();
  const did: string[] = [];
  const left = [...answers];
  let settled: () => void = () => undefined;
  const quit = (): void => {
    let isPrevented = false;
    events.emit('before-quit', { preventDefault: () => (isPrevented = true) });
    if (!isPrevented) did.push('gone');
    if (!isPrevented) settled();
  };
  const signals = quitInOrder({
    app: {
      on: (name, listener) => events.on(name, listener),
      quit,
      exit: (code) => did.push(`exit ${String(code)}`),
    },
    isNear,
    onQuit: () => did.push('windows let go'),
    flushAtOnce: () => did.push('flushed at once'),
    async mayQuit(isHeldUp) {
      did.push(isHeldUp ? 'asked' : 'not asked');
      await Promise.resolve();
      return !isHeldUp || (left.shift() ?? true);
    },
    onStay() {
      did.push('stays');
      settled();
    },
    finish: async () => void did.push('rooms ended'),
    end: quit,
    log: { error: (event) => did.push(event) },
  });
  onTestFinished(signals);
  const asked = (how: () => void = quit) =>
    new Promise<void>((done) => {
      settled = done;
      how();
    });
  return { did, quit, asked };
}

describe('Foyer that is asked to quit', () => {
  it('stays as it was where a person says so, and asks again at the next time', async () => {
    const { did, asked } = program([false, true]);
    await asked();
    expect(did).toEqual(['asked', 'stays']);
    await asked();
    expect(did.slice(2)).toEqual([
      'asked',
      'windows let go',
      'rooms ended',
      'windows let go',
      'gone',
    ]);
  });

  it('asks once, however often it is told while the question is open', async () => {
    const { did, quit, asked } = program([false]);
    await asked(() => {
      quit();
      quit();
    });
    expect(did).toEqual(['asked', 'stays']);
  });

  it('holds up no end of the session, also while the question is open', async () => {
    let isNear = false;
    const { did, quit } = program([false], () => isNear);
    quit();
    isNear = true;
    quit();
    expect(did).toEqual(['asked', 'windows let go', 'flushed at once', 'gone']);
  });

  it('asks nobody when a signal ends it', async () => {
    const { did, asked } = program([false]);
    await asked(() => process.emit('SIGTERM'));
    expect(did).toEqual(['not asked', 'windows let go', 'rooms ended', 'windows let go', 'gone']);
  });
});

describe('the question', () => {
  const themeOf = (name: string) =>
    ({
      kind: 'theme',
      name,
      problem: { code: 'storageFull', path: `/themes/${name}.json` },
    }) as const;

  it('names what isn’t saved, where and why, and stays unless a person says otherwise', () => {
    const { message, detail, buttons, defaultId, cancelId } = quitQuestion([themeOf('Harbour')]);
    expect(message).toBe('Your last changes aren’t saved: Harbour.');
    expect(detail).toContain('The disk is full, so /themes/Harbour.json couldn’t be saved.');
    expect(detail).toContain('If you quit now, these changes are lost.');
    expect([buttons?.[defaultId ?? -1], buttons?.[cancelId ?? -1]]).toEqual(['Stay', 'Stay']);
    expect(buttons).toContain('Quit anyway');
  });

  it('names an earlier version that only memory has', () => {
    const { message } = quitQuestion([{ ...themeOf('Harbour'), kind: 'version' }]);
    expect(message).toBe('Your last changes aren’t saved: an earlier version of Harbour.');
  });

  it('names long work that would be cut off, alone or beside what isn’t saved', () => {
    const work = { kind: 'work', work: 'import' } as const;
    const alone = quitQuestion([work]);
    expect(alone.message).toBe('Foyer is still importing themes.');
    expect(alone.detail).toBe(
      'If you quit now, the rest isn’t done. What is done by then is kept.',
    );
    expect(alone.buttons?.[alone.defaultId ?? -1]).toBe('Stay');
    const both = quitQuestion([themeOf('Harbour'), work]);
    expect(both.message).toBe('Your last changes aren’t saved: Harbour.');
    expect(both.detail).toContain('Foyer is still importing themes.');
  });

  it('names documents of the profile by their own names, and doesn’t fill the screen', () => {
    const names = Array.from({ length: 40 }, (_, index) => `Theme ${String(index)}`);
    const problem = { code: 'storageFull', path: '/profile/billing.json' } as const;
    const { message, detail = '' } = quitQuestion([
      { kind: 'document', file: 'billing.json', problem },
      ...names.map(themeOf),
    ]);
    expect(message).toBe(
      'Your last changes aren’t saved: Billing, Theme 0, Theme 1, Theme 2, Theme 3, and 36 more.',
    );
    expect(detail.split('\n').length).toBeLessThan(10);
  });
});

/**
 * A person quits, something can't be saved, and the question about it is open. Then a signal comes (the end of a
 * session without logind, `kill`, Ctrl C where Foyer was started from a terminal). A quit by a signal isn't held up
 * (decision 0023), as none by an end that the system announces is, and where Foyer stays all the same, the next quit
 * asks before it gives up what isn't saved (the guide, Themes).
 */
describe('a signal while the question is open', () => {
  /** A Foyer whose disk refuses the last changes: where somebody may be asked, it waits for the answer. */
  function unsaved() {
    const events = new EventEmitter();
    const did: string[] = [];
    const questions: ((quitsAnyway: boolean) => void)[] = [];
    const quit = (): void => {
      let isPrevented = false;
      events.emit('before-quit', { preventDefault: () => (isPrevented = true) });
      if (!isPrevented) did.push('gone');
    };
    const endSignals = quitInOrder({
      app: {
        on: (name, listener) => events.on(name, listener),
        quit,
        exit: (code) => did.push(`exit ${String(code)}`),
      },
      isNear: () => false,
      onQuit: () => undefined,
      flushAtOnce: () => undefined,
      // As the shell has it (`composition/shell.ts`).
      mayQuit(mayAsk) {
        did.push(mayAsk ? 'asked' : 'not asked');
        if (!mayAsk) return Promise.resolve(true);
        return new Promise((answer) => questions.push(answer));
      },
      onStay: () => did.push('stays'),
      finish: () => Promise.resolve(),
      end: quit,
      log: { error: (event) => did.push(event) },
    });
    onTestFinished(endSignals);
    return { did, quit, answer: (quitsAnyway: boolean) => questions.shift()?.(quitsAnyway) };
  }

  /** Everything that follows by itself. */
  const settled = () => new Promise((done) => setImmediate(done));

  it('the control: a signal ends Foyer where no question is open', async () => {
    const { did } = unsaved();
    process.emit('SIGTERM');
    await settled();
    expect(did).toEqual(['not asked', 'gone']);
  });

  it('a signal ends Foyer also while the question is open', async () => {
    const { did, quit } = unsaved();
    quit();
    process.emit('SIGTERM');
    await settled();
    expect(did.at(-1)).toBe('gone');
  });

  it('the control: who stayed is asked again at the next quit', async () => {
    const { did, quit, answer } = unsaved();
    quit();
    answer(false);
    await settled();
    quit();
    await settled();
    expect(did).toEqual(['asked', 'stays', 'asked']);
  });

  it('and so is who stayed though a signal came while the question was open', async () => {
    const { did, quit, answer } = unsaved();
    quit();
    process.emit('SIGTERM');
    answer(false);
    await settled();
    // Either it is gone by the signal, or it is one that asks.
    if (did.includes('gone')) return;
    quit();
    await settled();
    expect(did).toEqual(['asked', 'stays', 'asked']);
  });
});
