/** A build that names no place to look for updates shows no panel of them: the list beside the panels leads to none. */
import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { fakeUpdates } from '../../testing/fake-updates';
import { layers } from '../../ui/layers';
import Settings from './Settings.svelte';

beforeAll(() => layers.load(), 120_000);

it('lists only parts that are there', async () => {
  installFakeMain({ updates: { state: () => fakeUpdates() } });
  render(Settings);
  const list = screen.getByRole('navigation', { name: 'Parts of the settings' });
  for (const button of within(list).getAllByRole('button')) {
    await userEvent.click(button);
    expect(document.activeElement?.tagName, `${button.textContent} leads somewhere`).toBe('H2');
  }
});
