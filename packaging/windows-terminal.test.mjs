import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configuration } from './app-folder.mjs';

describe('foyer in a terminal of Windows', () => {
  const { productName, win, nsis } = configuration({ app: '', output: '', runtime: {} });
  const [{ from, to, filter }] = win.extraFiles;
  const read = (name) => readFileSync(join(from, name), 'utf8');

  it('is a file that waits for the program, and ends with its code', () => {
    expect(filter.every((name) => existsSync(join(from, name)))).toBe(true);
    const [, starts, ends] = read('foyer.cmd').match(/^"%~dp0\.\.\\(.+)" %\*\r?\n(exit .+)$/mu);
    expect(starts).toBe(`${productName}.exe`);
    expect(ends.trim()).toBe('exit /b %errorlevel%');
  });

  it('is put on the PATH by the installer, and taken off when Foyer goes', () => {
    const script = readFileSync(nsis.include, 'utf8');
    expect(script).toContain(`"$INSTDIR\\${to}\\path.ps1"`);
    expect(script).toMatch(/!macro customInstall\n\s+!insertmacro changePath add/u);
    expect(script).toMatch(/!macro customUnInstall[^!]+!insertmacro changePath remove/u);
  });
});
