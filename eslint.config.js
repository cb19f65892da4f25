import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** Who may import whom (docs/contributing.md, *Rooms*). Each rule is tried by tools/rooms.test.mjs. */
const electron = {
  regex: '^(electron|electron/.*|keytar|@github/keytar)$',
  message:
    'Only src-main/app, src-main/composition, src-main/index.ts, src-main/launch.ts, src-main/service/electron-transport.ts and src-main/credentials use Electron or keytar. Take what you need as a parameter.',
};
/** What bundles the programs that tests start. */
const bundler = '(?:\\.\\./)+tools/bundle-program\\.mjs$';
/** A desktop session of a test's own. */
const desktopSession = '(?:\\.\\./)+tools/desktop-session\\.mjs$';
const publicFile = '(?<room>[a-z-]+)/\\k<room>$';
// The transports are apart from their room's public file: Electron's, so that the room runs without
// Electron, and plain Node's, which is for tests.
const transport = (kind) => `service/${kind}-transport$`;
/** Out of a room, from `depth` folders down in it; inside, its files import each other as they like. */
const outOfTheRoom = (depth, ...allowed) => `^${'\\.\\./'.repeat(depth)}(?!${allowed.join('|')}).*`;

const behindARoom = (depth) => ({
  regex: outOfTheRoom(depth, '(?:storage/storage|logging/logging)$', bundler),
  message:
    'A room imports its own files, src-shared, storage/storage and logging/logging; other rooms are handed to it as parameters.',
});
const behindAPublicFile = (depth) => ({
  regex: outOfTheRoom(depth, publicFile, transport('electron')),
  message: 'Import the public file of a room (library/library), nothing behind it.',
});
/** What stands beside the rooms knows the files of the shell and of the composition. */
const behindAPublicFileFromAbove = {
  regex: `^\\./(?!(?:app|composition|(?:[a-z-]+/)?testing)/|${transport('electron')}|${publicFile}).+/.*`,
  message: behindAPublicFile(1).message,
};
const behindAPublicFileInATest = (depth) => ({
  regex: outOfTheRoom(
    depth,
    ...[publicFile, transport('node'), '(?:[a-z-]+/)?testing/', bundler, desktopSession],
  ),
  message: 'A test imports its own room, the public files of others and what is for tests.',
});
const forTests = {
  regex: '(^|/)testing/',
  message: 'What is in testing/ is for tests.',
};
const otherProcesses = (own) => ({
  regex: `(^|/)src-(?!${own}\\b|shared\\b)[a-z]+(/|$)`,
  message: 'A process imports its own folder and src-shared, no other process.',
});
const nodeBuiltIns = {
  regex: '^(node:.*|fs|path|os|crypto|http|https|net|child_process|url|util|stream)$',
  message: 'This folder runs outside Node.',
};
const throughAlias = {
  regex: '(^|/)src-shared(/|$)',
  message: 'Import src-shared as @shared/….',
};

/** The renderer's floors, from the ground up; each imports what stands before it, and itself. */
const floors = ['ui', 'state', 'chat', 'features', 'screens', 'shell'];
const floorsAbove = (floor) => ({
  regex: `^(\\.\\./)+(${[...floors.slice(floors.indexOf(floor) + 1), 'launcher'].join('|')})/`,
  message: `A floor of the renderer imports those under it: ${floors.join(' ← ')}.`,
});
/** How an import of another screen begins, for a file so many folders down in its own. */
const otherScreens = (depth) => ({
  regex: `^(\\.\\./){${depth}}(?!\\.\\./)|^(\\.\\./)+screens/`,
  message: 'A screen imports no other screen. What two of them use is a feature.',
});
const testSupport = {
  regex: '(^|/)testing/',
  message: 'What stands in src-renderer/testing is for tests.',
};
const inRenderer = [electron, otherProcesses('renderer'), nodeBuiltIns, throughAlias];

const restrict = (...patterns) => ({
  '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
});

/** In the renderer, of what is imported later as well: most screens and dialogs are. */
const restrictRenderer = (...patterns) => ({
  ...restrict(...inRenderer, ...patterns),
  'no-restricted-syntax': [
    'error',
    ...patterns.map(({ regex, message }) => ({
      // A selector ends at a slash.
      selector: `ImportExpression[source.value=/${regex.replaceAll('/', '\\u002f')}/]`,
      message,
    })),
  ],
});

/** A format's number that is not in the table has no kept example that a test asks for. */
const ownFormatNumbers = [
  'Property[key.name="format"][value.raw=/^[0-9]+$/]',
  'VariableDeclarator[id.name=/[fF]ormat$/][init.raw=/^[0-9]+$/]',
].map((selector) => ({
  selector,
  message: 'The numbers of stored formats stand in src-shared/stored-formats.ts.',
}));

/** What the floor of the build, Node 18.15 and Chromium 114, doesn't have (docs/decisions/0001). */
const notOnTheFloor = {
  'no-restricted-globals': [
    'error',
    {
      name: 'fetch',
      message: 'Requests go through src-main/service; the windows reach no network.',
    },
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Promise', property: 'withResolvers' },
    { object: 'Object', property: 'groupBy' },
    { object: 'Map', property: 'groupBy' },
    { object: 'AbortSignal', property: 'any' },
    { object: 'URL', property: 'canParse' },
  ],
};

export default ts.config(
  {
    ignores: [
      'node_modules',
      'out',
      'dist',
      '.runtime',
      'src-shared/messages',
      'tour',
      'test-results',
      'tools/fixtures/type-error',
    ],
  },
  js.configs.recommended,
  { files: ['**/*.ts'], extends: ts.configs.recommendedTypeChecked },
  // Types in components are svelte-check's: here an imported component has none, and the rules that
  // need types would take minutes to say so.
  { files: ['**/*.svelte'], extends: ts.configs.recommended },
  svelte.configs.recommended,
  {
    files: ['**/*.{ts,svelte}'],
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'no-undef': 'off',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // `async` handlers that await nothing keep one shape with those that do.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ['**/*.svelte'],
    rules: {
      // What $props() gives may change without being assigned here.
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: globals.node },
  },

  { files: ['src-{main,preload,renderer,shared}/**'], rules: notOnTheFloor },
  {
    // What the current Electron's types call deprecated goes in one of the next.
    files: ['src-{main,preload}/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { '@typescript-eslint/no-deprecated': 'error' },
  },
  {
    files: ['src-{main,shared}/**/*.ts'],
    ignores: ['**/*.test.ts', '**/trial-*.ts', '**/testing/**'],
    rules: { 'no-restricted-syntax': ['error', ...ownFormatNumbers] },
  },
  {
    files: ['src-shared/**/*.ts'],
    rules: restrict(electron, otherProcesses('shared'), nodeBuiltIns),
  },
  {
    files: ['src-preload/**/*.ts'],
    rules: restrict(otherProcesses('preload'), nodeBuiltIns, throughAlias),
  },
  { files: ['src-renderer/**/*.{ts,svelte}'], rules: restrictRenderer(testSupport) },
  ...floors.map((floor) => ({
    files: [`src-renderer/${floor}/**/*.{ts,svelte}`],
    rules: restrictRenderer(testSupport, floorsAbove(floor)),
  })),
  ...[1, 2].map((depth) => ({
    files: [`src-renderer/screens/${'*/'.repeat(depth)}*.{ts,svelte}`],
    rules: restrictRenderer(testSupport, floorsAbove('screens'), otherScreens(depth)),
  })),
  {
    // Tests may show a part within the whole.
    files: ['src-renderer/**/*.test.ts', 'src-renderer/testing/**/*.ts'],
    rules: restrictRenderer(),
  },
  // A room may have folders of its own, and these again; each lies one `../` deeper.
  ...[1, 2, 3].map((depth) => ({
    files: [`src-main/${'*/'.repeat(depth)}*.ts`],
    rules: restrict(electron, behindARoom(depth), forTests, otherProcesses('main'), throughAlias),
  })),
  {
    files: ['src-main/service/electron-transport.ts', 'src-main/credentials/*.ts'],
    rules: restrict(behindARoom(1), forTests, otherProcesses('main'), throughAlias),
  },
  // The shell and the composition know every room, by its public file.
  ...[1, 2].map((depth) => ({
    files: ['app', 'composition'].map((room) => `src-main/${room}/${'*/'.repeat(depth - 1)}*.ts`),
    rules: restrict(behindAPublicFile(depth), forTests, otherProcesses('main'), throughAlias),
  })),
  {
    files: ['src-main/index.ts', 'src-main/launch.ts', 'src-main/main.ts'],
    rules: restrict(behindAPublicFileFromAbove, forTests, otherProcesses('main'), throughAlias),
  },
  // Tests of a room, and what is for them, may stand it up with the real practice service and the
  // real client.
  {
    files: ['src-main/*.test.ts'],
    rules: restrict(electron, behindAPublicFileFromAbove, throughAlias),
  },
  ...[1, 2, 3].map((depth) => ({
    files: [
      `src-main/${'*/'.repeat(depth)}*.test.ts`,
      `src-main/${'*/'.repeat(depth - 1)}testing/*.ts`,
    ],
    rules: restrict(electron, behindAPublicFileInATest(depth), throughAlias),
  })),
  {
    files: ['src-main/**/*.test.ts'],
    // What rooms give back are closures: taking their functions apart loses no `this`.
    rules: { '@typescript-eslint/unbound-method': 'off' },
  },
);
