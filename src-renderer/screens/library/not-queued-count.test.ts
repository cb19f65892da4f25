/** How many themes could not be published is said of themes, and not of themes times connections. */
import { render, screen } from '@testing-library/svelte';
import { beforeAll, expect, it } from 'vitest';
import { layers } from '../../ui/layers';
import PublishSummary from './PublishSummary.svelte';

beforeAll(() => layers.load(), 120_000);

const problem = { code: 'storageFull', path: '/home/mia/Foyer' } as const;
const refused = (name: string, connectionLabel: string) => ({
  ...{ key: `${name} ${connectionLabel}`, themeId: name, name, connectionLabel, problem },
});

function show(...notQueued: ReturnType<typeof refused>[]): Promise<HTMLElement> {
  render(PublishSummary, { notQueued, onclose: () => undefined });
  return screen.findByRole('dialog');
}

it('the control: two themes to one connection are two', async () => {
  expect(
    await show(refused('Aurora', 'Northwind'), refused('Dune', 'Northwind')),
  ).toHaveAccessibleName('2 themes couldn’t be published');
});

it('one theme to two connections is one', async () => {
  expect(
    await show(refused('Aurora', 'Northwind'), refused('Aurora', 'Kestrel')),
  ).toHaveAccessibleName('1 theme couldn’t be published');
});
