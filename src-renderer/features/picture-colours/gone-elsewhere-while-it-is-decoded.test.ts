/**
 * A big picture is dropped on the library, and the person goes on elsewhere before it is decoded and its theme made: they stay
 * there and are told, as where any other theme is made on a slow disk.
 */
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import DropAndPasteImport from '../transfer/DropAndPasteImport.svelte';

const decoding = vi.hoisted(() => ({ end: (): void => undefined, begun: 0 }));
vi.mock('./read-picture', () => ({
  biggestPicture: 40_000_000,
  coloursOfPicture: async () => {
    decoding.begun += 1;
    await new Promise<void>((done) => (decoding.end = done));
    return ['#FF0000'];
  },
}));
vi.mock('./theme-colours', () => ({ themeColours: () => [] }));

let main: FakeMain;
let endOfDisk: () => void;
beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  navigation.go({ screen: 'library' });
  render(Toasts);
  decoding.begun = 0;
  main = installFakeMain({
    library: {
      create: async () => {
        await new Promise<void>((done) => (endOfDisk = done));
        return { id: 'beach' };
      },
    },
  });
});

async function drop(): Promise<void> {
  render(DropAndPasteImport);
  const files = [new File(['1'], 'beach.png', { type: 'image/png' })];
  await fireEvent.drop(window, { dataTransfer: { types: ['Files'], files, items: [] } });
  await waitFor(() => expect(decoding.begun).toBe(1));
}

async function made(): Promise<void> {
  await waitFor(() => expect(main.log.map(({ name }) => name)).toContain('library.create'));
}

/** The disk is done, and its theme is to be shown. */
async function endWork(): Promise<void> {
  const going = vi.spyOn(navigation, 'goFrom').mockClear();
  endOfDisk();
  await waitFor(() => expect(going).toHaveBeenCalledOnce());
}

const elsewhere = { screen: 'studio', themeId: 'harbour' } as const;

it('the control: who stays is in the new theme', async () => {
  await drop();
  decoding.end();
  await made();
  endOfDisk();
  await waitFor(() => expect(navigation.current).toEqual({ screen: 'studio', themeId: 'beach' }));
});

it('the control: who goes elsewhere while the disk makes it stays there', async () => {
  await drop();
  decoding.end();
  await made();
  navigation.go(elsewhere);
  await endWork();
  expect(navigation.current).toEqual(elsewhere);
});

it('who goes elsewhere while it is decoded stays there, and is told', async () => {
  await drop();
  navigation.go(elsewhere);
  decoding.end();
  await made();
  await endWork();
  expect(navigation.current).toEqual(elsewhere);
  expect(await screen.findAllByText('Your new theme is in the library')).not.toHaveLength(0);
});
