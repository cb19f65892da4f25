/** A link names a connection while the connections can’t be read: what it shows. */
import type { Connection } from '@shared/connection';
import type { PreviewAsk } from '@shared/previews';
import { expect, it, vi } from 'vitest';
import { showLink } from './shown-link';

vi.mock('electron', () => ({ app: {} }));

function shownBy(connections: readonly Connection[] | undefined): PreviewAsk[] {
  const shown: PreviewAsk[] = [];
  showLink('foyer://preview?bot=bot&to=%2B44%207700%20900112&connection=Northwind', {
    ...{ shortcuts: [], connections },
    ask: (asked) => shown.push(asked),
    openTheme: () => undefined,
  });
  return shown;
}

it('the control: where there is none of that name, that', () => {
  expect(shownBy([])).toEqual([{ kind: 'unknownConnection', name: 'Northwind' }]);
});

it('where they can’t be read, not that there is none of that name', () => {
  expect(shownBy(undefined)).toEqual([{ kind: 'connectionsNotRead', name: 'Northwind' }]);
});
