// The import rules of the rooms, each seen to refuse: a lint rule that refuses nothing is no rule.
import { ESLint } from 'eslint';
import ts from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

// The rules about imports need no types, and these files are not on the disk.
const eslint = new ESLint({
  overrideConfig: [
    { files: ['**/*.ts'], ...ts.configs.disableTypeChecked },
    { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false } } },
  ],
});

const now = (imported) => `import ${JSON.stringify(imported)};\n`;
const later = (imported) => `void import(${JSON.stringify(imported)});\n`;

async function isRefused(file, imported, write = now) {
  const [result] = await eslint.lintText(write(imported), { filePath: file });
  const fatal = result.messages.find((message) => message.fatal);
  if (fatal) throw new Error(fatal.message);
  return result.messages.some(({ ruleId }) =>
    /no-restricted-(imports|syntax)$/u.test(ruleId ?? ''),
  );
}

describe('an import is refused', () => {
  it.each([
    ['src-shared/theme/theme.ts', 'electron'],
    ['src-shared/theme/theme.ts', 'node:fs'],
    ['src-shared/theme/theme.ts', '../../src-main/library/library'],
    ['src-shared/theme/theme.ts', '../../src-renderer/bridge'],
    ['src-renderer/bridge.ts', 'electron'],
    ['src-renderer/bridge.ts', 'node:fs'],
    ['src-renderer/bridge.ts', '../src-main/library/library'],
    ['src-renderer/bridge.ts', '../src-shared/problem'],
    ['src-renderer/ui/keys.ts', '../state/app.svelte'],
    ['src-renderer/state/transfer.svelte.ts', '../features/transfer/left-out-names'],
    ['src-renderer/chat/draw.ts', '../features/themes/theme-sections'],
    ['src-renderer/features/outbox/why-text.ts', '../../screens/studio/clock'],
    ['src-renderer/screens/billing/billing-text.ts', '../domains/domain-text'],
    ['src-renderer/screens/billing/billing-text.ts', '../../screens/domains/domain-text'],
    ['src-renderer/screens/billing/billing-text.ts', '../../shell/keyboard-shortcuts'],
    ['src-renderer/screens/studio/css/editor.ts', '../../domains/domain-text'],
    ['src-renderer/shell/keyboard-shortcuts.ts', '../launcher/launcher-message'],
    ['src-renderer/state/app.svelte.ts', '../testing/fake-main'],
    ['src-preload/index.ts', '../src-main/library/library'],
    ['src-preload/index.ts', '../src-renderer/bridge'],
    ['src-preload/index.ts', 'node:fs'],
    ['src-main/library/library.ts', 'electron'],
    ['src-main/library/library.ts', 'keytar'],
    ['src-main/library/library.ts', '../service/service'],
    ['src-main/library/library.ts', '../storage/document'],
    ['src-main/library/library.ts', '../../src-renderer/bridge'],
    ['src-main/service/service.ts', 'electron'],
    ['src-main/storage/storage.ts', '../library/library'],
    ['src-main/library/library.ts', './testing/fake-disk'],
    ['src-main/library/bin/bin.ts', 'electron'],
    ['src-main/library/bin/bin.ts', '../../service/service'],
    ['src-main/library/bin/bin.ts', '../../storage/document'],
    ['src-main/library/bin/bin.ts', '../testing/fake-disk'],
    ['src-main/library/bin/bin.ts', '../../../src-renderer/bridge'],
    ['src-main/index.ts', './library/theme-file'],
    ['src-main/index.ts', './storage/document'],
    ['src-main/launch.ts', './library/bin/bin'],
    ['src-main/composition/rooms.ts', '../library/bin/bin'],
    ['src-main/composition/rooms.ts', '../library/testing/fake-disk'],
    ['src-main/app/tray/tray.ts', '../../library/bin/bin'],
    ['src-main/app/app.ts', '../library/theme-file'],
    ['src-main/library/library.test.ts', '../service/outcome'],
    ['src-main/library/bin/bin.test.ts', '../../service/outcome'],
    ['src-main/library/testing/fake-disk.ts', '../../service/outcome'],
  ])('in %s of %s', async (file, imported) => {
    expect(await isRefused(file, imported)).toBe(true);
  });
});

describe('an import is allowed', () => {
  it.each([
    ['src-shared/theme/theme.ts', 'zod'],
    ['src-shared/theme/theme.ts', '../problem'],
    ['src-renderer/bridge.ts', '@shared/problem'],
    ['src-renderer/state/app.svelte.ts', '../ui/platform.svelte'],
    ['src-renderer/screens/billing/billing-text.ts', '../../features/sending/times'],
    ['src-renderer/screens/billing/billing-text.ts', './facts'],
    ['src-renderer/screens/studio/css/editor.ts', '../gesture'],
    ['src-renderer/shell/commands.ts', '../screens/previews/preview-commands'],
    ['src-renderer/launcher/launcher-message.ts', '../ui/tone'],
    ['src-renderer/shell/shell.test.ts', '../testing/fake-main'],
    ['src-preload/index.ts', 'electron'],
    ['src-main/library/library.ts', '../storage/storage'],
    ['src-main/library/library.ts', '../logging/logging'],
    ['src-main/library/library.ts', './theme-file'],
    ['src-main/library/library.ts', './bin/bin'],
    ['src-main/library/bin/bin.ts', './bin-list'],
    ['src-main/library/bin/bin.ts', '../theme-file'],
    ['src-main/library/bin/bin.ts', '../editing/theme-file'],
    ['src-main/library/bin/bin.ts', '../../storage/storage'],
    ['src-main/library/library.ts', 'node:fs/promises'],
    ['src-main/library/library.ts', '@shared/theme/theme'],
    ['src-main/service/electron-transport.ts', 'electron'],
    ['src-main/credentials/system-keychain.ts', 'keytar'],
    ['src-main/app/app.ts', 'electron'],
    ['src-main/app/app.ts', '../storage/storage'],
    ['src-main/app/app.ts', './menu'],
    ['src-main/app/tray/tray.ts', '../windows/window-icon'],
    ['src-main/app/tray/tray.ts', '../../storage/storage'],
    ['src-main/composition/rooms.ts', 'electron'],
    ['src-main/composition/rooms.ts', '../library/library'],
    ['src-main/composition/rooms.ts', '../service/electron-transport'],
    ['src-main/index.ts', './library/library'],
    ['src-main/index.ts', './app/app'],
    ['src-main/index.ts', './composition/rooms'],
    ['src-main/launch.ts', './app/terminal/command-line'],
    ['src-main/library/library.test.ts', '../practice/practice'],
    ['src-main/library/library.test.ts', '../service/node-transport'],
    ['src-main/library/library.test.ts', '../testing/fake-clock'],
    ['src-main/library/library.test.ts', '../storage/testing/ill-disk'],
    ['src-main/library/bin/bin.test.ts', '../testing/fake-disk'],
    ['src-main/library/bin/bin.test.ts', '../../practice/practice'],
    ['src-main/library/bin/bin.test.ts', '../../service/node-transport'],
    ['src-main/library/testing/fake-disk.ts', '../../practice/practice'],
    ['src-main/library/testing/fake-disk.ts', '../../../tools/bundle-program.mjs'],
    ['src-main/testing/fixture-rooms.ts', '../library/library'],
    ['src-main/stored-formats.test.ts', './testing/fixture-formats'],
  ])('in %s of %s', async (file, imported) => {
    expect(await isRefused(file, imported)).toBe(false);
  });
});

describe('in the renderer, an import that is made later is refused as well', () => {
  it.each([
    ['src-renderer/state/transfer.svelte.ts', '../features/transfer/left-out-names', true],
    ['src-renderer/screens/library/library-screen.svelte.ts', '../outbox/Panel.svelte', true],
    ['src-renderer/screens/library/library-screen.svelte.ts', './LinkDialog.svelte', false],
    ['src-renderer/shell/commands.ts', '../screens/studio/Studio.svelte', false],
  ])('in %s of %s: %s', async (file, imported, is) => {
    expect(await isRefused(file, imported, later)).toBe(is);
  });
});

describe('a number of a stored format is refused outside its table', () => {
  it.each([
    ['src-main/billing/billing-document.ts', 'export const kind = { format: 1 };', true],
    ['src-main/library/bin/bin.ts', 'export const format = 1;', true],
    ['src-shared/theme/theme.ts', 'export const themeDocumentFormat = 2;', true],
    ['src-main/billing/billing.test.ts', 'export const kind = { format: 1 };', false],
    ['src-main/billing/billing-document.ts', 'export const kind = { format: other.one };', false],
  ])('%s: %s', async (filePath, text, isRefused) => {
    const [result] = await eslint.lintText(`${text}\n`, { filePath });
    const ids = result.messages.map(({ ruleId }) => ruleId);
    expect(ids.includes('no-restricted-syntax')).toBe(isRefused);
  });
});
