/**
 * A person quits, something can't be saved, and the question about it is open. Then a signal comes (the end of a
 * session without logind, `kill`, Ctrl C where Foyer was started from a terminal). A quit by a signal isn't held up
 * (decision 0023; `quit.test.ts` has the same of an end that the system announces), and where Foyer stays all the
 * same, the next quit asks before it gives up what isn't saved (the guide, Themes).
 */
import { EventEmitter } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { quitInOrder } from './quit';

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
