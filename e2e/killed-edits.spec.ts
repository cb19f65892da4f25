/** Foyer killed in the very moment in which an edit of any kind is shown as saved. */
import { expect, test, type Foyer, type Home } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import type { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';

test.describe.configure({ retries: 0 });

/** The field of a colour in a section that is opened. */
async function colour(studio: Studio, section: string, which: string) {
  const group = await studio.section(section);
  return group.getByRole('textbox', { name: `${section}, ${which}`, exact: true });
}

/** Each kind of edit in the studio, and how a person sees after a new start that it is there. */
const edits: readonly {
  what: string;
  edit: (studio: Studio) => Promise<void>;
  isThere: (studio: Studio) => Promise<void>;
}[] = [
  {
    what: 'a colour',
    edit: (studio) => studio.typeColour('Buttons', 'background', '#123ABC'),
    isThere: async (studio) =>
      expect(await colour(studio, 'Buttons', 'background')).toHaveValue('#123ABC'),
  },
  {
    what: 'undo',
    async edit(studio) {
      await studio.nameVersion('Blue');
      await studio.typeColour('Buttons', 'background', '#654321');
      await studio.saved();
      await studio.window.getByRole('button', { name: 'Undo' }).click();
      await expect(await colour(studio, 'Buttons', 'background')).toHaveValue('#123ABC');
    },
    isThere: async (studio) =>
      expect(await colour(studio, 'Buttons', 'background')).toHaveValue('#123ABC'),
  },
  {
    what: 'the font',
    async edit(studio) {
      await (await studio.section('Font')).getByRole('combobox').fill('Lora');
    },
    isThere: async (studio) =>
      expect((await studio.section('Font')).getByRole('combobox')).toHaveValue('Lora'),
  },
  {
    what: 'the background',
    edit: (studio) => studio.choose('Background', 'None'),
    isThere: async (studio) =>
      expect(
        (await studio.section('Background')).getByRole('radio', { name: 'None' }),
      ).toBeChecked(),
  },
  {
    what: 'an avatar',
    async edit(studio) {
      await (await studio.section('Guest avatar')).getByRole('switch').check();
    },
    isThere: async (studio) =>
      expect((await studio.section('Guest avatar')).getByRole('switch')).toBeChecked(),
  },
  {
    what: 'the roundness',
    edit: (studio) => studio.choose('Roundness', 'None'),
    isThere: async (studio) =>
      expect(
        (await studio.section('Roundness')).getByRole('radio', { name: 'None' }),
      ).toBeChecked(),
  },
  {
    what: 'the name',
    edit: (studio) => studio.rename('Harbour by night'),
    isThere: async (studio) =>
      expect(
        studio.window.getByRole('heading', { level: 1, name: 'Harbour by night' }),
      ).toBeVisible(),
  },
  {
    what: 'a version restored',
    async edit(studio) {
      await studio.typeColour('Buttons', 'background', '#ABCDEF');
      await studio.saved();
      await studio.restore('Blue');
      await expect(await colour(studio, 'Buttons', 'background')).toHaveValue('#123ABC');
    },
    async isThere(studio) {
      await expect(await colour(studio, 'Buttons', 'background')).toHaveValue('#123ABC');
      await expect(studio.version('Before a restore')).toBeVisible();
    },
  },
];

async function again(home: Home): Promise<Foyer & { library: Library; shell: Shell }> {
  const foyer = await home.start();
  await foyer.window.getByRole('gridcell').first().waitFor();
  return { ...foyer, library: new Library(foyer.window), shell: new Shell(foyer.window) };
}

test('in the studio', async ({ home }) => {
  test.setTimeout(180_000);
  const first = await home.start();
  await new Welcome(first.window).practise();
  let running = { ...first, library: new Library(first.window) };
  for (const { what, edit, isThere } of edits) {
    await test.step(what, async () => {
      const studio = await running.library.open('Harbour.*');
      await edit(studio);
      await studio.saved();
      await home.kill();
      running = await again(home);
      // Drawn as it was before the kill, the list gets its order a moment later, under the keys.
      await expect(running.library.cards.first()).toHaveAccessibleName(/^Harbour/u);
      const after = await running.library.open('Harbour.*');
      await isThere(after);
      await after.backToLibrary();
    });
  }
});

test('in the library', async ({ home }) => {
  test.setTimeout(120_000);
  const first = await home.start();
  await new Welcome(first.window).practise();
  await new Library(first.window).card('Osteria').press('Delete');
  await expect(first.window.getByText('Osteria deleted').first()).toBeVisible();
  await home.kill();

  const second = await again(home);
  await expect(second.library.cards).toHaveCount(5);
  await second.shell.goTo('Bin');
  await second.window.getByRole('button', { name: 'Restore Osteria' }).click();
  await expect(second.window.getByText('Osteria restored').first()).toBeVisible();
  await home.kill();

  const third = await again(home);
  await expect(third.library.cards).toHaveCount(6);
  await third.library.card('Harbour').press('Control+d');
  await expect(third.window.getByText('1 theme duplicated').first()).toBeVisible();
  await home.kill();

  const fourth = await again(home);
  await fourth.library.card('Harbour copy').press('F2');
  await fourth.window.getByRole('textbox', { name: 'New name for Harbour copy' }).fill('Quay');
  await fourth.window.keyboard.press('Enter');
  await expect(fourth.window.getByText('Renamed to Quay').first()).toBeVisible();
  await home.kill();

  const fifth = await again(home);
  await expect(fifth.library.cards).toHaveCount(7);
  await fifth.library.act('Quay', 'Edit tags');
  const dialog = fifth.window.getByRole('dialog', { name: 'Tags for Quay' });
  await dialog.getByRole('textbox', { name: 'Add a tag' }).fill('Night');
  await dialog.getByRole('button', { name: 'Save tags' }).click();
  await expect(fifth.window.getByText('Tags saved for 1 theme').first()).toBeVisible();
  await home.kill();

  const last = await again(home);
  await expect(last.library.card('Quay')).toHaveAccessibleName(/Night/u);
});
