// Breaks one rule of the outbox or the library at a time, and looks whether the tests by random
// sequences see it: `node tools/mutations.mjs [WORD…]`, with words for those that have one in their name.
// It writes into the source while it runs, and puts it back.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { packageCommand, root } from './running.mjs';

const outbox = 'src-main/outbox/outbox-model.test.ts';
const library = 'src-main/library/library-model.test.ts';

/** What is broken, where, what stands there, and what is put in its place. */
const mutations = [
  {
    name: 'the newest wish is lost when an older one arrives',
    file: 'src-main/outbox/attempt-record.ts',
    from: 'request !== null && (request.sequence === sequence || isSame(request, this.#request));',
    to: 'request !== null;',
  },
  {
    name: 'a doubt is forgotten by a kill',
    file: 'src-main/outbox/outbox-item.ts',
    from: 'duplicateAllowed: mayDouble }, unconfirmed: doubt };',
    to: 'duplicateAllowed: mayDouble }, unconfirmed: null };',
  },
  {
    name: 'a first save in doubt is sent again unasked',
    file: 'src-main/outbox/item-status.ts',
    from: 'return unconfirmed.isFirst || unconfirmed.tries > unaskedRepeats;',
    to: 'return unconfirmed.tries > unaskedRepeats;',
  },
  {
    name: 'a later save in doubt is sent again and again',
    file: 'src-main/outbox/item-status.ts',
    from: 'return unconfirmed.isFirst || unconfirmed.tries > unaskedRepeats;',
    to: 'return unconfirmed.isFirst;',
  },
  {
    name: 'a cancel under way leaves no doubt',
    file: 'src-main/outbox/delivery-attempt.ts',
    from: 'if (verdict.mayHaveArrived) await this.#record.leaveUnconfirmed(target);\n        else await',
    to: 'await',
  },
  {
    name: 'a cancel drops nothing',
    file: 'src-main/outbox/outbox-queue.ts',
    from: 'return changes.dropRequest(item);\n    });\n    scheduler.pump();',
    to: 'return Promise.resolve();\n    });\n    scheduler.pump();',
  },
  {
    name: 'a publication is not noted',
    file: 'src-main/outbox/delivery-attempt.ts',
    from: 'await options.library.setPublication(themeId, place, publication, over);',
    to: 'void over;',
  },
  {
    name: 'what the library could not be told is forgotten',
    file: 'src-main/outbox/attempt-record.ts',
    from: '(now) => withUnnoted(now, publication, target)',
    to: '(now) => (void publication, void target, void withUnnoted, now)',
  },
  {
    name: 'the id that the service gave is not used',
    file: 'src-main/outbox/delivery-attempt.ts',
    from: 'const templateId = answer.templateId ?? target.templateId;',
    to: 'const { templateId } = target;',
  },
  {
    name: 'what is paused is sent',
    file: 'src-main/outbox/scheduler.ts',
    from: 'while (this.#slots < atOnce && !states.isPaused) {',
    to: 'while (this.#slots < atOnce) {',
    and: {
      from: "if (this.#phase !== 'open' || states.isPaused) return false;",
      to: "if (this.#phase !== 'open') return false;",
    },
  },
  {
    name: 'a pause does not outlive a restart',
    file: 'src-main/outbox/connection-states.ts',
    from: 'if (!this.#isDecided) this.#isPaused = isPaused;',
    to: 'void isPaused;',
  },
  {
    name: 'a connection that was edited is followed',
    file: 'src-main/outbox/connection-lookup.ts',
    from: 'return connection && publicationKey(connection) === place ? connection : undefined;',
    to: 'void place;\n    return connection;',
  },
  {
    name: 'nothing waits after a failure',
    file: 'src-main/outbox/runtime-state.ts',
    from: 'state.dueAt = this.#clock.now() + backoffMs(state.failures, this.#random);',
    to: 'state.dueAt = 0 * backoffMs(state.failures, this.#random);',
  },
  {
    name: 'a wait that a service asked for is not obeyed',
    file: 'src-main/outbox/asked-waits.ts',
    from: 'return (this.#at(address)?.endsAt ?? 0) - this.#clock.now();',
    to: 'return 0 * ((this.#at(address)?.endsAt ?? 0) - this.#clock.now());',
  },
  {
    name: 'a refused token holds nothing up',
    file: 'src-main/outbox/delivery-attempt.ts',
    from: "await states.block(ticket, 'tokenRefused');",
    to: 'void ticket;',
  },
  {
    name: 'a token is replaced while a save stands in line',
    file: 'src-main/outbox/delivery-attempt.ts',
    from: 'return this.#parts.states.isPresent(this.#ticket) && this.#turn.mayLeave();',
    to: 'return this.#turn.mayLeave();',
  },
  {
    name: 'a publication that the disk refused stays',
    file: 'src-main/outbox/durable-changes.ts',
    from: 'now.request?.sequence === requested?.sequence ?',
    to: 'now.request === requested ?',
    test: 'src-main/outbox/refused-publication.test.ts',
  },
  {
    name: 'a harmless save in doubt is cancelled and forgotten',
    file: 'src-main/outbox/delivery-attempt.ts',
    from: 'else await this.#record.leaveUnconfirmed(target);\n        break;\n      case',
    to: 'break;\n      case',
  },
  {
    name: 'a save leaves before it is written down',
    file: 'src-main/outbox/delivery-attempt.ts',
    from: 'await this.#writeIntent(target);\n',
    to: 'this.#record.skipIntent();\n',
  },
  {
    name: 'others are written over',
    file: 'src-main/storage/place-file.ts',
    from: 'if (expected !== undefined && currentContent(disk, target) !== expected) return false;',
    to: 'void expected;',
    test: library,
  },
  {
    name: 'an edit is shown as saved before it is',
    file: 'src-main/library/editing/theme-session.ts',
    from: "this.#save = { kind: 'saving' };\n    this.#timer.saveLater();",
    to: "this.#save = { kind: 'saved', at: '' };\n    this.#timer.saveLater();",
    test: library,
  },
  {
    name: 'an edit is not saved while nothing else happens',
    file: 'src-main/library/editing/theme-session.ts',
    from: 'if (this.#isWritten) return;\n    const version',
    to: 'this.#markSaved();\n    if (this.#isWritten) return;\n    const version',
    test: library,
  },
  {
    name: 'undo does again',
    file: 'src-main/library/editing/undo-history.ts',
    from: 'return withoutPatches(content, step.patches);',
    to: 'return withPatches(content, step.patches);',
    test: library,
  },
  {
    name: 'undo takes the first step back',
    file: 'src-main/library/editing/undo-history.ts',
    from: 'this.#gestureGoesOn = false;\n    const step = this.#done.pop();',
    to: 'this.#gestureGoesOn = false;\n    const step = this.#done.shift();',
    test: library,
  },
  {
    name: 'a deletion takes the place of the one before',
    file: 'src-main/library/bin/bin.ts',
    from: "const chance = randomBytes(8).toString('hex');\n    const entry = `${hashOf(theme.id)}-${String(number).padStart(6, '0')}-${chance}`;",
    to: 'void number;\n    const entry = `${hashOf(theme.id)}-000000-0000000000000000`;',
    test: library,
  },
  {
    name: 'the last edits do not go to the bin',
    file: 'src-main/library/editing/open-themes.ts',
    from: 'while (theme?.isUnsaved === true) await theme.saveOrThrow();',
    to: '',
    and: {
      file: 'src-main/library/bin/bin-moves.ts',
      from: 'await this.#state.open.get(id)?.saveOrThrow();\n    /** What',
      to: '/** What',
    },
    test: library,
  },
  {
    name: 'what others changed is deleted unseen',
    file: 'src-main/storage/remove-unchanged.ts',
    from: "if (found.state === 'ok' && found.hash === expected) {",
    to: "if (found.state === 'ok') {",
    test: library,
  },
  {
    name: 'a version with a name holds what was before',
    file: 'src-main/library/history/history-keeper.ts',
    from: 'const content = contentOf(theme.document);\n    await this.settle();\n    return this.#history.keep(',
    to: "const { name: _name, ...rest } = contentOf(theme.document);\n    const content = { ...rest, name: 'x', theme: { ...rest.theme, general: { ...rest.theme.general, font: 'x' } } };\n    await this.settle();\n    return this.#history.keep(",
    test: library,
  },
  {
    name: 'quitting saves nothing',
    file: 'src-main/library/library-closing.ts',
    from: 'if (folder.found === undefined) return [];\n  await themes.saveWhatIsTyped();',
    to: 'if (folder.found !== undefined) return [];\n  await themes.saveWhatIsTyped();',
    and: { from: 'parts.themes.saveAtOnce();\n  parts.keeper', to: 'parts.keeper' },
    test: library,
  },
];

const words = process.argv.slice(2);
const chosen = mutations.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
const runs = process.env['MODEL_RUNS'] ?? '2000';

/** What the files held that are changed, to be put back. */
const before = new Map();
const putBack = () => {
  for (const [path, text] of before) writeFileSync(path, text);
  before.clear();
};
process.on('exit', putBack);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

function change(file, from, to) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`);
  if (!before.has(path)) before.set(path, text);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}

function vitest(test) {
  const env = { ...process.env, MODEL_RUNS: runs, MODEL_SHRINK: 'no' };
  const child = spawn(process.execPath, [packageCommand('vitest'), 'run', test], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  return new Promise((done) => child.on('close', (code) => done({ code, output })));
}

/** After how many sequences it was found, and as what; nothing where it was not. */
function foundIn({ code, output }) {
  if (code === 0) return undefined;
  const plain = stripVTControlCharacters(output);
  const [, after] = /failed after (\d+) tests?/u.exec(plain) ?? [];
  const [, what] = /^\+ {3}"(.*)",$/mu.exec(plain) ?? [];
  if (!plain.includes('AssertionError')) throw new Error(plain);
  const known =
    after === undefined || /× no more: /u.test(plain) ? 'by a test of its own' : `after ${after}`;
  return `${known}: ${what ?? 'an error'}`;
}

let missed = 0;
for (const { name, file, from, to, and, test = outbox } of chosen) {
  try {
    change(file, from, to);
    if (and) change(and.file ?? file, and.from, and.to);
    const found = foundIn(await vitest(test));
    if (found === undefined) missed += 1;
    console.log(
      `${found === undefined ? 'MISSED' : 'found '}  ${name}  (${found ?? `${runs} runs`})`,
    );
  } finally {
    putBack();
  }
}
console.log(`${String(chosen.length - missed)} found, ${String(missed)} missed`);
process.exitCode = missed === 0 ? 0 : 1;
