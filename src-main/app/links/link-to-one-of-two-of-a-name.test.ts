/** A link names a connection, and two are called so: nobody says that none is. */
import type { PreviewAsk } from '@shared/previews';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, vi } from 'vitest';
import { showLink } from './shown-link';

vi.mock('electron', () => ({ app: {} }));

it.each([
  ['the control: none', [], 'unknownConnection'],
  ['two', ['first', 'second'], 'severalConnections'],
] as const)('%s', (_, ids, kind) => {
  const shown: PreviewAsk[] = [];
  showLink('foyer://preview?bot=b1&to=+49170&connection=Northwind', {
    ...{ shortcuts: [], connections: ids.map((id) => trialConnection(id)) },
    ask: (asked) => shown.push(asked),
    openTheme: () => undefined,
  });
  expect(shown).toEqual([{ kind, name: 'Northwind' }]);
});
