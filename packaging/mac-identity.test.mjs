import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../tools/running.mjs';
import { whyAnotherIdentity } from './mac-identity.mjs';

const signed = `Executable=/Applications/Foyer.app/Contents/MacOS/Foyer
Identifier=app.foyer.Foyer
Authority=Developer ID Application: Foyer (A1B2C3D4E5)
Authority=Developer ID Certification Authority
TeamIdentifier=A1B2C3D4E5
`;

it.each([
  ['by the one team', signed, undefined],
  ['by another team', signed.replaceAll('A1B2C3D4E5', 'Z9Y8X7W6V5'), 'Z9Y8X7W6V5'],
  ['for this machine only', 'Signature=adhoc\nTeamIdentifier=not set\n', 'not signed'],
  [
    'for development',
    signed.replace('Developer ID Application', 'Apple Development'),
    'not signed',
  ],
  ['not at all', 'Foyer.app: code object is not signed at all\n', 'not signed'],
])('an app signed %s', (_how, said, why) => {
  const reason = whyAnotherIdentity(said, 'A1B2C3D4E5');
  if (why === undefined) expect(reason).toBeUndefined();
  else expect(reason).toContain(why);
});

it('is asked of every app that a release signs', () => {
  const workflow = readFileSync(join(root, '.github', 'workflows', 'release.yml'), 'utf8');
  const step = workflow.slice(workflow.indexOf('packaging/mac-identity.mjs') - 700);
  expect(step).toContain("if: runner.os == 'macOS' && vars.FOYER_MAC_TEAM != ''");
});
