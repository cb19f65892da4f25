/**
 * A service moves to another address, with its templates, and a person edits the connection. A link is to a template at an
 * address and workspace: unless the links come along, each theme is a draft there, and publishing it makes a second template.
 */
import type { Connection } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import ConnectionForm from './ConnectionForm.svelte';

const saved = trialConnection('northwind', {
  label: 'Northwind',
  presentation: { kind: 'none' },
  tokenState: 'notNeeded',
});
const published = (name: string, templateId: string) =>
  sampleSummary(name, { place: { connectionId: saved.id, relation: 'same', templateId } });
const themes = [
  published('Harbour', 't-1'),
  sampleSummary('Dune'),
  published('Lagoon', 't-2'),
  { ...published('Newer', 't-3'), isReadOnly: true },
];
const newAddress = 'https://moved.example/api/v1';
const offer = () => screen.queryByRole('switch', { name: /keep the links/u });
const user = userEvent.setup();

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  library.end();
  for (const { id } of reports.list) reports.dismiss(id);
});

/** The form of the connection, with what it is given; what main is asked, in order. */
async function edited(
  fields: Record<string, string>,
  link: (asked: { templateId: string }) => number = () => 1,
  connection: Connection = saved,
) {
  const log: unknown[] = [];
  installFakeMain({
    library: {
      list: () => ({ revision: 1, themes, unreadable: [], ids: [1], folder: '/f' }),
    },
    connections: { edit: ({ id }) => void log.push(['edit', id]) },
    outbox: {
      link(asked) {
        log.push(asked);
        return link(asked);
      },
    },
  });
  await library.start();
  render(Toasts);
  const ondone = vi.fn();
  render(ConnectionForm, { connection, ondone, oncancel: () => undefined });
  for (const [label, text] of Object.entries(fields)) {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
  }
  return { log, ondone };
}

const links = [
  { themeId: themes[0]?.id, connectionId: saved.id, templateId: 't-1' },
  { themeId: themes[2]?.id, connectionId: saved.id, templateId: 't-2' },
];
const save = () => user.click(screen.getByRole('button', { name: 'Save connection' }));

it('keeps the links of what is published, once the connection is stored', async () => {
  const { log } = await edited({ 'Base address': newAddress });
  expect(screen.getByText('2 themes are published at the old address')).toBeVisible();
  await user.click(offer() as HTMLElement);
  await save();
  await waitFor(() => expect(log).toEqual([['edit', saved.id], ...links]));
  await screen.findByText('2 themes are linked to their templates at Northwind’s new address');
});

it('links nothing without that word', async () => {
  const { log, ondone } = await edited({ 'Base address': newAddress });
  expect(offer()).not.toBeChecked();
  await save();
  await waitFor(() => expect(ondone).toHaveBeenCalled());
  expect(log).toEqual([['edit', saved.id]]);
});

it('names what could not be linked, and links the others', async () => {
  const { log } = await edited({ 'Base address': newAddress }, ({ templateId }) => {
    if (templateId === 't-2') return 1;
    throw new ProblemError({ code: 'storageFailed', why: 'full', path: '' } as never);
  });
  await user.click(offer() as HTMLElement);
  await save();
  await waitFor(() => expect(log).toEqual([['edit', saved.id], ...links]));
  await waitFor(() =>
    expect(reports.list.map(({ unsent }) => unsent)).toEqual([
      'Foyer couldn’t keep the links of Harbour',
    ]),
  );
  await screen.findByText('1 theme is linked to its template at Northwind’s new address');
});

it.each([
  ['the address is only written otherwise', { 'Base address': `${saved.baseAddress}/` }, saved],
  ['it is another workspace', { 'Base address': newAddress, 'Workspace ID': 'other' }, saved],
  ['nothing is published there', { 'Base address': newAddress }, { ...saved, id: 'kestrel' }],
] as const)('asks nothing where %s', async (_name, fields, connection) => {
  await edited(fields, () => 1, connection);
  expect(offer()).toBeNull();
});
