// Compiles the message catalogue (messages/) to typed functions (src-shared/messages/).
//
// English is written by hand, one file a room. The pseudo-locale en-XA is made from it here: every
// letter wears an accent and every sentence is a third longer, so that text which is not in the
// catalogue, or a layout that clips, shows at once.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const english = join(root, 'messages', 'en');
const pseudo = join(root, 'messages', 'en-XA');
const outdir = join(root, 'src-shared', 'messages');
const stampFile = join(outdir, '.stamp');

const plainLetters = 'abcdefghijklmnopqrstuvwxyz';
const accentedLetters = [...'áƀçďéƒĝĥíĵķļɱñóþɋřšťúṽŵẋýž'];
const accents = new Map([...plainLetters].map((letter, at) => [letter, accentedLetters[at]]));

/** A sentence of the pseudo-locale; `{parameters}` stay as they are. */
export function pseudoLocalise(sentence) {
  const accented = sentence
    .split(/(\{[^}]*\})/u)
    .map((part) =>
      part.startsWith('{')
        ? part
        : part.replace(/[a-z]/gu, (letter) => accents.get(letter) ?? letter),
    )
    .join('');
  return `[${accented} ${'~'.repeat(Math.ceil(sentence.length / 3))}]`;
}

function pseudoLocaliseEntry(entry) {
  if (typeof entry === 'string') return pseudoLocalise(entry);
  // A message with variants: only the values of `match` are text.
  return entry.map((variant) => ({
    ...variant,
    match: Object.fromEntries(
      Object.entries(variant.match).map(([when, text]) => [when, pseudoLocalise(text)]),
    ),
  }));
}

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

function writePseudoLocale() {
  rmSync(pseudo, { recursive: true, force: true });
  mkdirSync(pseudo, { recursive: true });
  const fileOfKey = new Map();
  for (const file of englishFiles()) {
    const messages = JSON.parse(readFileSync(join(english, file), 'utf8'));
    for (const key of Object.keys(messages)) {
      if (fileOfKey.has(key)) {
        throw new Error(`The message ${key} is in ${fileOfKey.get(key)} and again in ${file}.`);
      }
      fileOfKey.set(key, file);
    }
    const translated = Object.fromEntries(
      Object.entries(messages).map(([key, entry]) => [key, pseudoLocaliseEntry(entry)]),
    );
    writeFileSync(join(pseudo, file), `${JSON.stringify(translated, null, 2)}\n`);
  }
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
  writePseudoLocale();
  const { compile } = await import('@inlang/paraglide-js');
  await compile({
    project: join(root, 'project.inlang'),
    outdir,
    strategy: ['globalVariable', 'baseLocale'],
    emitTsDeclarations: true,
    emitReadme: false,
    outputStructure: 'locale-modules',
  });
  writeFileSync(stampFile, stamp);
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const compiled = await compileMessages();
  console.log(compiled ? 'Messages compiled.' : 'Messages are up to date.');
  // The compiler leaves timers of 30 seconds behind that would keep this process waiting.
  process.exit(0);
}
