/**
 * A picture is dragged out of a web page on which it is a link, as a site's logo is to its start page. The browser
 * gives the link as the address then (Blink, `DataTransfer::DeclareAndWriteDragImage`), and the picture's own in the
 * page's text: the theme must get the picture, and not the page.
 */
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
});

const harbour: OpenTheme = {
  ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
  ...{ isReadOnly: false, canUndo: false, canRedo: false },
  save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  places: [],
  publications: {},
};
const user = userEvent.setup();
const logo = 'https://client.example/logo.png';
let main: FakeMain;

async function drop(data: Record<string, string>): Promise<void> {
  main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    library: {
      open: () => harbour,
      edit: () => ({ ...harbour, version: 3 }),
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    pictures: { show: () => [] },
    outbox: { answers: () => [] },
  });
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  const dataTransfer = {
    types: Object.keys(data),
    files: [],
    getData: (type: string) => data[type] ?? '',
  };
  await fireEvent(window, Object.assign(new Event('dragenter'), { dataTransfer }));
  const target = await screen.findByText('Drop the image here');
  await fireEvent(target, Object.assign(new Event('drop', { bubbles: true }), { dataTransfer }));
  const dialog = await screen.findByRole('dialog', { name: 'What should this image be?' });
  await user.click(within(dialog).getByRole('button', { name: 'The bot’s avatar' }));
}

const edits = () =>
  main.log.flatMap(({ name, input }) =>
    name === 'library.edit' ? (input as { edits: object[] }).edits : [],
  );
const asAvatar = [
  { field: 'chat.hostAvatar.isEnabled', value: true },
  { field: 'chat.hostAvatar.url', value: logo },
];

it('the control: a picture that is no link is the avatar', async () => {
  await drop({ 'text/uri-list': logo, 'text/html': `<img src="${logo}" alt="Client">` });
  await waitFor(() => expect(edits()).toEqual(asAvatar));
});

it('a picture that is a link is the avatar, and not the page that it leads to', async () => {
  await drop({
    'text/uri-list': 'https://client.example/',
    'text/html': `<img src="${logo}" alt="Client">`,
  });
  await waitFor(() => expect(edits()).not.toEqual([]));
  expect(edits()).toEqual(asAvatar);
});
