/** What the status bar says of an outbox whose folder can't be read: nobody knows what is in it. */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { outbox } from '../state/outbox.svelte';
import { installFakeMain } from '../testing/fake-main';
import OutboxButton from './OutboxButton.svelte';

afterEach(() => {
  cleanup();
  outbox.end();
});

it('is not that it is empty', async () => {
  installFakeMain({
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
        progress: { done: 0, all: 0 },
        // As main has it of a folder that can't be listed (`OutboxStore.load`).
        problem: { code: 'storageReadOnly', path: '/home/me/.config/Foyer/outbox' },
      }),
    },
  });
  await outbox.start();
  render(OutboxButton);
  expect(outbox.problem).not.toBeNull();
  expect(screen.getByRole('button')).not.toHaveTextContent('Outbox empty');
});
