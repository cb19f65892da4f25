import { beforeEach, describe, expect, it } from 'vitest';
import { reports } from './reports.svelte';

const notRead = (...files: string[]) => ({ code: 'storageNotRead', files }) as const;
const newer = (...files: string[]) => ({ code: 'storageNewer', files }) as const;
const shown = () => reports.list.map(({ problem }) => problem);

it('a problem that comes with each key is said once', () => {
  const full = { code: 'storageFull', path: '/profile/domains.json' } as const;
  reports.add(full);
  reports.add({ code: 'nothingToUndo' });
  reports.add(full);
  expect(shown()).toEqual([{ code: 'nothingToUndo' }, full]);
});

it('what did not leave is said of each by itself, and stays though the cause is gone', () => {
  for (const { id } of reports.list) reports.dismiss(id);
  reports.add(notRead('outbox'));
  reports.add(notRead('outbox'), 'Harbour couldn’t be published to Northwind');
  reports.add(notRead('outbox'), 'Harbour couldn’t be published to Kestrel');
  reports.add(notRead('outbox'), 'Harbour couldn’t be published to Kestrel');
  expect(reports.list.map(({ unsent }) => unsent)).toEqual([
    undefined,
    'Harbour couldn’t be published to Northwind',
    'Harbour couldn’t be published to Kestrel',
  ]);
  reports.readAgain('outbox');
  expect(shown()).toHaveLength(2);
});

describe('reports of what can’t be read', () => {
  beforeEach(() => {
    for (const { id } of reports.list) reports.dismiss(id);
  });

  it('are one, whoever tells of them, and go when all can be read again', () => {
    reports.add(notRead('previews.json'));
    reports.add({ code: 'nothingToUndo' });
    reports.add(notRead('billing.json', 'previews.json'));
    expect(shown()).toEqual([notRead('billing.json', 'previews.json'), { code: 'nothingToUndo' }]);
    reports.readAgain('previews.json');
    expect(shown()).toEqual([notRead('billing.json'), { code: 'nothingToUndo' }]);
    reports.readAgain('billing.json');
    expect(shown()).toEqual([{ code: 'nothingToUndo' }]);
  });

  it('are one about all that a newer Foyer wrote, apart from what can’t be read for now', () => {
    reports.add(newer('billing.json', 'outbox'));
    reports.add(notRead('domains.json'));
    reports.add(newer('billing.json'));
    reports.add(newer('history'));
    expect(shown()).toEqual([newer('billing.json', 'history', 'outbox'), notRead('domains.json')]);
    reports.readAgain('domains.json');
    expect(shown()).toEqual([newer('billing.json', 'history', 'outbox')]);
  });
});
