import { describe, expect, it } from 'vitest';
import type { SharedCommandName } from '@shared/shared-commands';
import { menuTemplate } from './menu-template';

type Item = ReturnType<typeof menuTemplate>[number];

function menuOn(platform: NodeJS.Platform) {
  const sent: SharedCommandName[] = [];
  const template = menuTemplate({
    platform,
    isDevelopment: false,
    send: (command) => sent.push(command),
  });
  const itemsOf = (menu: Item | undefined) => (menu?.submenu ?? []) as Item[];
  const wordsOf = (menu: Item | undefined) =>
    itemsOf(menu).map(({ label, role }) => label ?? role ?? '—');
  const named = (label: string) => template.find((menu) => menu.label === label);
  return { sent, template, itemsOf, wordsOf, named };
}

describe('the application menu', () => {
  it('has the settings in the program’s own menu on macOS, and all that one types with', () => {
    const { template, wordsOf, named } = menuOn('darwin');
    expect(template[0]?.role).toBe('appMenu');
    expect(wordsOf(template[0])).toEqual([
      ...['about', '—', 'Settings', '—', 'services', '—'],
      ...['hide', 'hideOthers', 'unhide', '—', 'quit'],
    ]);
    expect(wordsOf(named('File'))).not.toContain('Settings');
    expect(wordsOf(named('Edit'))).toEqual([
      ...['Undo', 'Redo', '—'],
      ...['cut', 'copy', 'paste', 'pasteAndMatchStyle', 'delete', 'selectAll', '—'],
      'Search the library',
    ]);
  });

  it.each(['win32', 'linux'] as const)('has them under File on %s', (platform) => {
    const { template, wordsOf, named } = menuOn(platform);
    expect(template[0]?.label).toBe('File');
    expect(wordsOf(named('File')).slice(-3)).toEqual(['Settings', '—', 'quit']);
  });

  it.each([
    ['darwin', true],
    ['win32', false],
    ['linux', false],
  ] as const)('takes its keys from the system on %s: %s', (platform, takes) => {
    const { template, itemsOf } = menuOn(platform);
    const withCtrl = ({ accelerator }: Item) => accelerator?.includes('CmdOrCtrl') === true;
    const commands = template.flatMap(itemsOf).filter(withCtrl);
    expect(commands.length).toBeGreaterThan(6);
    for (const { registerAccelerator } of commands) expect(registerAccelerator).toBe(takes);
  });

  it('has the window carry out each command', () => {
    const { sent, template, itemsOf } = menuOn('linux');
    for (const { click } of template.flatMap(itemsOf)) (click as (() => void) | undefined)?.();
    expect(sent).toEqual([
      ...['newTheme', 'importThemes', 'publish', 'settings', 'undo', 'redo', 'search', 'palette'],
      ...['library', 'previews', 'billing', 'domains', 'activity', 'starters', 'bin'],
      ...['back', 'previousTheme', 'nextTheme'],
      ...['guide', 'shortcuts', 'news', 'reportProblem'],
    ]);
  });
});
