/**
 * Activity is exported: main reads and masks megabytes of it before the system's dialog opens, and nothing in the window says
 * so. A double click, or a second press meanwhile, asks for one file; as *Save a backup* does, which is busy until then.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { layers } from '../../ui/layers';
import Activity from './Activity.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => pretendLayout({ width: 1064, height: 680, rowHeight: 34 }));

/** How many dialogs ask where to, while the first is not answered. */
async function dialogsAfter(press: 'click' | 'dblClick'): Promise<number> {
  const user = userEvent.setup();
  const main = installFakeMain({
    activity: {
      list: () => ({ entries: [], hasMore: false }),
      exportAll: () => new Promise<never>(() => undefined),
    },
  });
  render(Activity);
  await user[press](await screen.findByRole('button', { name: 'Export' }));
  const asked = () => main.log.filter(({ name }) => name === 'activity.exportAll').length;
  await waitFor(() => expect(asked()).toBeGreaterThan(0));
  return asked();
}

it('the control: a click asks once', async () => {
  expect(await dialogsAfter('click')).toBe(1);
});

it('a double click asks once', async () => {
  expect(await dialogsAfter('dblClick')).toBe(1);
});
