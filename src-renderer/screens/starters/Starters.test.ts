import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { installFakeMain } from '../../testing/fake-main';
import ReportedProblems from '../../shell/ReportedProblems.svelte';
import { navigation } from '../../state/navigation.svelte';
import Starters from './Starters.svelte';

const starters = () => [
  { id: 'harbour', name: 'Harbour', tags: ['Booking'], theme: newTheme() },
  { id: 'fern', name: 'Fern', tags: ['Sales'], theme: newTheme() },
];

it('makes a copy of the chosen one and opens it', async () => {
  const person = userEvent.setup();
  navigation.go({ screen: 'starters' });
  const main = installFakeMain({ library: { starters, create: () => ({ id: 'copy' }) } });
  render(Starters);
  expect(await screen.findByRole('heading', { name: 'Harbour' })).toBeInTheDocument();
  await person.click(screen.getByRole('button', { name: 'Use the theme Fern' }));
  await waitFor(() => expect(navigation.current).toEqual({ screen: 'studio', themeId: 'copy' }));
  expect(main.log.at(-1)).toEqual({ name: 'library.create', input: { starter: 'fern' } });
});

it('says what went wrong and stays', async () => {
  const person = userEvent.setup();
  navigation.go({ screen: 'starters' });
  installFakeMain({
    library: {
      starters,
      create: () => {
        throw new ProblemError({ code: 'storageFull', path: '/home/mia/Foyer' });
      },
    },
  });
  render(ReportedProblems);
  render(Starters);
  await person.click(await screen.findByRole('button', { name: 'Use the theme Fern' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('/home/mia/Foyer');
  expect(navigation.current).toEqual({ screen: 'starters' });
});
