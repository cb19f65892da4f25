// The rules that `tools/mutations.mjs` breaks, one at a time: what the models of the outbox and the
// library must see.

const outbox = 'src-main/outbox/outbox-model.test.ts';
const library = 'src-main/library/library-model.test.ts';

/**
 * @typedef {object} Mutation
 * @property {string} name what the program does with it
 * @property {string} file where
 * @property {string} from what is there, once
 * @property {string} to what is put in its place
 * @property {{ file?: string, from: string, to: string }} [and] what goes with it
 * @property {string} [test] what must see it; the model of the outbox by itself
 */

/** @type {readonly Mutation[]} */
const broken = [
  {
    name: 'the newest wish is lost when an older one arrives',
    file: 'src-main/outbox/attempt-record.ts',
    from: '(each) => (hasArrived(each) ? null : each),',
    to: '() => null,',
  },
  {
    name: 'a doubt is forgotten by a kill',
    file: 'src-main/outbox/outbox-item.ts',
    from: 'request: null, unconfirmed: doubt };\n  if (wish',
    to: 'request: null, unconfirmed: null };\n  if (wish',
  },
  {
    name: 'a first save in doubt is sent again unasked',
    file: 'src-main/outbox/item-status.ts',
    from: 'return !isFirst && tries <= unaskedRepeats;',
    to: 'return tries <= unaskedRepeats;',
  },
  {
    name: 'a later save in doubt is sent again and again',
    file: 'src-main/outbox/item-status.ts',
    from: 'return !isFirst && tries <= unaskedRepeats;',
    to: 'return !isFirst;',
  },
  {
    name: 'a cancel under way leaves no doubt',
    file: 'src-main/outbox/attempt-end.ts',
    from: 'if (verdict.mayHaveArrived) await this.#record.leaveUnconfirmed(target, isAnswered);\n        else await',
    to: 'await',
  },
  {
    name: 'a cancel drops nothing',
    file: 'src-main/outbox/cancelling.ts',
    from: 'return change(() => null);',
    to: 'return Promise.resolve();',
  },
  {
    name: 'a publication is not noted',
    file: 'src-main/outbox/attempt-end.ts',
    from: 'await options.library.setPublication(themeId, place, publication, over, this.#assertAsked);',
    to: 'void over;',
  },
  {
    name: 'what the library could not be told is forgotten',
    file: 'src-main/outbox/attempt-record.ts',
    from: '...withUnnoted(now, publication, target),',
    to: '...(void publication, void target, void withUnnoted, now),',
  },
  {
    name: 'the id that the service gave is not used',
    file: 'src-main/outbox/attempt-end.ts',
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
    file: 'src-main/outbox/attempt-end.ts',
    from: "await Promise.all([states.block(ticket, 'tokenRefused'), this.#record.takeBack()]);",
    to: 'await this.#record.takeBack();',
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
    from: 'if (isNewest) await',
    to: 'if (store.get(id)?.request === own.request) await',
    test: 'src-main/outbox/refused-publication.test.ts',
  },
  {
    name: 'a harmless save in doubt is cancelled and forgotten',
    file: 'src-main/outbox/attempt-end.ts',
    from: 'else await this.#record.leaveUnconfirmed(target, isAnswered);\n        break;\n      case',
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
    from: '(present) => withoutPatches(present, step.patches)',
    to: '(present) => withPatches(present, step.patches)',
    test: library,
  },
  {
    name: 'undo takes the first step back',
    file: 'src-main/library/editing/undo-history.ts',
    from: 'for (let at = this.#done.length - 1; at >= 0; at -= 1) {',
    to: 'for (let at = 0; at < this.#done.length; at += 1) {',
    test: library,
  },
  {
    name: 'a deletion takes the place of the one before',
    file: 'src-main/library/bin/bin.ts',
    from: "const chance = randomBytes(8).toString('hex');\n    const entry = `${hashOf(theme.id)}-${String(number).padStart(6, '0')}-${chance}`;",
    to: 'void number;\n    const entry = `${hashOf(theme.id)}-000000-0000000000000000`;',
    test: 'src-main/library/bin',
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
    test: 'src-main/storage/remove-unchanged.test.ts',
  },
  {
    name: 'a version with a name holds what was before',
    file: 'src-main/library/history/history-keeper.ts',
    from: 'const content = contentOf(theme.document);\n    return this.#history.keep(',
    to: "const { name: _name, ...rest } = contentOf(theme.document);\n    const content = { ...rest, name: 'x', theme: { ...rest.theme, general: { ...rest.theme.general, font: 'x' } } };\n    return this.#history.keep(",
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

export const mutations = broken.map((each) => ({ test: outbox, ...each }));
