// Compiles the message catalogue (messages/) to typed functions (src-shared/messages/), one module a
// message, so that a screen carries the text that it shows and no other.
//
// English is written by hand, one file a room. The pseudo-locale en-XA is made from it when it is
// asked for: every letter has an accent and every sentence is a third longer, so that text which is
// not in the catalogue, or a layout that clips, shows at once.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const english = join(root, 'messages', 'en');
const outdir = join(root, 'src-shared', 'messages');
const stampFile = join(outdir, '.stamp');

const inLocale = `let locale = () => 'en';

export const getLocale = () => locale();
export const takeLocaleFrom = (read) => {
  locale = read;
};

const plain = 'abcdefghijklmnopqrstuvwxyz';
const accented = [...'áƀçďéƒĝĥíĵķļɱñóþɋřšťúṽŵẋýž'];

/** The sentence as the pseudo-locale has it. */
const pseudoLocalise = (sentence) =>
  \`[\${sentence.replace(/[a-z]/g, (letter) => accented[plain.indexOf(letter)])} \${'~'.repeat(
    Math.ceil(sentence.length / 3),
  )}]\`;

/** The message in the language that is set, or in the one that is asked for. */
export const inLocale =
  (english) =>
  (inputs = {}, options = {}) =>
    (options.locale ?? locale()) === 'en' ? english(inputs) : pseudoLocalise(english(inputs));
`;

const inLocaleTypes = `type Locale = 'en' | 'en-XA';

export declare function getLocale(): Locale;

/** Has the messages ask there, each time, which language is set; English until then. */
export declare function takeLocaleFrom(read: () => Locale): void;
`;

function englishFiles() {
  return readdirSync(english)
    .filter((name) => name.endsWith('.json'))
    .sort();
}

function inputsHash() {
  const hash = createHash('sha256');
  for (const file of [
    ...englishFiles().map((name) => join(english, name)),
    join(root, 'project.inlang', 'settings.json'),
    fileURLToPath(import.meta.url),
    join(root, 'package-lock.json'),
  ]) {
    hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** The same key in two files: one of them would be lost without a word. */
function checkKeys() {
  const fileOfKey = new Map();
  for (const file of englishFiles()) {
    const messages = JSON.parse(readFileSync(join(english, file), 'utf8'));
    for (const key of Object.keys(messages)) {
      if (fileOfKey.has(key)) {
        throw new Error(`The message ${key} is in ${fileOfKey.get(key)} and again in ${file}.`);
      }
      fileOfKey.set(key, file);
    }
  }
}

/**
 * en-XA has no files, so the compiler makes each of its messages the English one, and writes the choice
 * between the two into every message. Here all share one choice, which makes en-XA of the English: a
 * third of what the messages took of the first scripts was that, and the compiler's ways to find the
 * language in an address or a cookie.
 */
function shareTheChoice() {
  const folder = join(outdir, 'messages');
  const ownChoice =
    /\n\/\*\* @type [^\n]+\nconst en_xa2_(\w+) = en_\1;\n[\s\S]+?export const \1 = [\s\S]+$/u;
  const imported = /^import \{ getLocale[^\n]+\n/mu;
  const isMessage = (name) => name.endsWith('.js') && name !== '_index.js';
  const modules = [];
  for (const file of readdirSync(folder).filter(isMessage)) {
    const path = join(folder, file);
    const code = readFileSync(path, 'utf8');
    if (!ownChoice.test(code)) throw new Error(`The compiler’s output has changed: ${file}`);
    const shared = code
      .replace(
        ownChoice,
        (_rest, key) => `\nexport const ${key} = /* @__PURE__ */ inLocale(en_${key});\n`,
      )
      .replace(imported, "import { inLocale } from '../in-locale.js';\n");
    writeFileSync(path, shared);
    modules.push(shared);
  }
  writeInOne(modules);
  writeFileSync(join(outdir, 'in-locale.js'), inLocale);
  writeFileSync(join(outdir, 'in-locale.d.ts'), inLocaleTypes);
}

/**
 * All messages in one module as well, for tests: each of their files reads its modules anew, and two thousand of them take a
 * second.
 */
function writeInOne(modules) {
  const importing = /^import [^\n]+\n/gmu;
  const imports = new Set(modules.flatMap((code) => code.match(importing) ?? []));
  const head = [...imports].join('').replaceAll("'../", "'./");
  const body = modules.map((code) => code.replace(importing, '')).join('\n');
  writeFileSync(
    join(outdir, 'in-one-module.js'),
    `${head}export * as m from './in-one-module.js';\n${body}`,
  );
}

/** The settings name every file; one that is not named would be missing without a word. */
function checkSettings() {
  const settings = JSON.parse(readFileSync(join(root, 'project.inlang', 'settings.json'), 'utf8'));
  const listed = settings['plugin.inlang.messageFormat'].pathPattern;
  for (const file of englishFiles()) {
    if (!listed.includes(`./messages/{locale}/${file}`)) {
      throw new Error(`messages/en/${file} is not listed in project.inlang/settings.json.`);
    }
  }
}

/** Compiles when a source changed since the last time; tells whether it did. */
export async function compileMessages() {
  const stamp = inputsHash();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false;
  checkSettings();
  checkKeys();
  const { compile } = await import('@inlang/paraglide-js');
  await compile({
    project: join(root, 'project.inlang'),
    outdir,
    strategy: ['globalVariable', 'baseLocale'],
    emitTsDeclarations: true,
    emitReadme: false,
    outputStructure: 'message-modules',
  });
  shareTheChoice();
  writeFileSync(stampFile, stamp);
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const compiled = await compileMessages();
  console.log(compiled ? 'Messages compiled.' : 'Messages are up to date.');
  // The compiler leaves timers of 30 seconds behind that would keep this process waiting.
  process.exit(0);
}
