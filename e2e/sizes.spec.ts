/** Small and large windows: what stays in sight, and what doesn't grow with them. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './foyer';
import { Activity } from './pages/activity';
import { Billing } from './pages/billing';
import { Domains } from './pages/domains';
import { Library } from './pages/library';
import { Previews } from './pages/previews';
import { Shell } from './pages/shell';
import { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';
import { startWith } from './theme-files';
import { prefer, resize, settled } from './window-state';

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element.toString()} isn’t shown`);
  return box;
}

/** A longer line is read with effort. */
const readable = 720;

test('in a large window forms keep a readable measure', async ({ foyer: { app, window } }) => {
  const tooWide: string[] = [];
  const look = async (name: string) => {
    await settled(window);
    const found = await window
      .locator('main')
      .locator('input, textarea, .select, select')
      .evaluateAll(
        (fields, readable) =>
          fields
            .map((field) => ({
              width: Math.round(field.getBoundingClientRect().width),
              name: field.getAttribute('aria-label') ?? field.id,
            }))
            .filter(({ width }) => width > readable),
        readable,
      );
    tooWide.push(...found.map((one) => `${name}: ${one.name} is ${String(one.width)} px wide`));
  };
  await resize(app, window, 1920, 1080);
  const welcome = new Welcome(window);
  await welcome.openForm();
  await look('Connect a workspace');
  expect((await boxOf(welcome.field('Name'))).width).toBeGreaterThan(200);
  await window.getByRole('button', { name: 'Cancel' }).click();
  await welcome.practise();
  for (const place of ['Previews', 'Billing', 'Domains', 'Settings'] as const) {
    await new Shell(window).goTo(place);
    await window.locator('main input').first().waitFor();
    await look(place);
  }
  expect(tooWide).toEqual([]);
});

test('in a small window the foot of the sidebar stays in sight, however many tags there are', async ({
  foyer: { app, window },
}) => {
  await new Welcome(window).practise();
  await resize(app, window, 960, 640);
  await window.evaluate(async () => {
    const { value } = (await self.foyer.invoke('library.list', undefined)) as {
      value: { themes: { id: string }[] };
    };
    const themes = value.themes.slice(0, 2).map(({ id }, theme) => ({
      id,
      tags: Array.from({ length: 15 }, (_, at) => `Tag ${String(theme * 15 + at + 1)}`),
    }));
    const set = await self.foyer.invoke('library.setTagsOfMany', { themes });
    if (!set.ok) throw new Error(JSON.stringify(set.problem));
  });
  // The ways in are in sight too.
  for (const name of ['Import', 'New theme']) {
    const button = window.getByRole('button', { name, exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  const places = window.getByRole('navigation', { name: 'Places' });
  const last = places.getByRole('button', { name: /^Tag 30/u });
  await last.waitFor();
  await expect(last).not.toBeInViewport();
  const bar = await boxOf(window.getByRole('contentinfo'));
  for (const name of ['Starter themes', 'Bin', 'Settings']) {
    const row = places.getByRole('button', { name });
    await expect(row).toBeInViewport({ ratio: 1 });
    const box = await boxOf(row);
    expect(box.y + box.height, name).toBeLessThanOrEqual(bar.y);
  }
  await last.scrollIntoViewIfNeeded();
  await last.click();
  await expect(new Library(window).cards).toHaveCount(1);
  await expect(places.getByRole('button', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
});

test('in a small window the preview shortcuts are above the form', async ({
  foyer: { app, window },
}) => {
  await new Welcome(window).practise();
  await resize(app, window, 960, 640);
  await new Shell(window).goTo('Previews');
  const shortcuts = await boxOf(window.getByRole('region', { name: 'Preview shortcuts' }));
  const form = await boxOf(window.getByRole('textbox', { name: 'Bot ID' }));
  expect(shortcuts.y + shortcuts.height).toBeLessThanOrEqual(form.y);
});

test('in a small window Publish says its connection in two lines at most', async ({
  foyer: { app, window },
  service: { baseAddress, token },
}) => {
  const label = 'Kestrel Insurance, claims and renewals (staging)';
  await new Welcome(window).connect({ label, baseAddress, token });
  await resize(app, window, 960, 640);
  const studio = await new Library(window).newTheme();
  const publish = studio.publishButton;
  await expect(publish).toHaveAccessibleName(`Publish to ${label}`);
  const heights = await publish.locator('.verb, .where').evaluateAll((words) =>
    words.map((word) => ({
      height: word.getBoundingClientRect().height,
      line: Number.parseFloat(getComputedStyle(word).lineHeight),
    })),
  );
  // Each is one line, beside the other or under it.
  expect(heights).toHaveLength(2);
  for (const { height, line } of heights) expect(height).toBeLessThan(1.5 * line);
});

test('a name that is read from the right is cut off at its end on Publish', async ({
  foyer: { app, window },
  service: { baseAddress, token },
}) => {
  const label = 'عيادة الأسنان في وسط المدينة القديمة';
  await new Welcome(window).connect({ label, baseAddress, token });
  await prefer(window, { textSize: 200 });
  await resize(app, window, 960, 640);
  const studio = await new Library(window).newTheme();
  const name = studio.publishButton.locator('.where > .clip');
  expect(await name.evaluate((cut) => cut.scrollWidth > cut.clientWidth)).toBe(true);
  expect(await name.evaluate((cut) => getComputedStyle(cut).direction)).toBe('rtl');
});

test('at 1280 px the bar of the version in view is one line', async ({
  foyer: { app, window },
}) => {
  await new Welcome(window).practise();
  await resize(app, window, 1280, 800);
  const studio = await new Library(window).newTheme();
  await studio.typeColour('Buttons', 'background', '#0A6D4E');
  await studio.saved();
  await studio.nameVersion('Green');
  await studio.version('Green').press('Enter');
  const bar = window.getByRole('status').filter({ hasText: 'Viewing Green' });
  const words = await boxOf(bar.getByText('Viewing Green'));
  for (const button of await bar.getByRole('button').all()) {
    expect((await boxOf(button)).y).toBeLessThan(words.y + words.height);
  }
});

test('the heads of Activity are over their columns, also when its list is scrolled', async ({
  foyer: { app, window },
}) => {
  await new Welcome(window).practise();
  await window.evaluate(async () => {
    const { value } = (await self.foyer.invoke('connections.list', undefined)) as {
      value: { currentId: string };
    };
    const fields = { connectionId: value.currentId, botId: 'cl_intake', startGroupId: '' };
    for (let at = 0; at < 24; at += 1) {
      const to = `+44 20 7946 ${String(1_000 + at)}`;
      const first = (await self.foyer.invoke('previews.isNewRecipient', { ...fields, to })) as {
        value: { place: string };
      };
      const confirmedPlace = first.value.place;
      await self.foyer.invoke('previews.start', { ...fields, to, confirmedPlace });
    }
  });
  await resize(app, window, 960, 640);
  await new Shell(window).goTo('Activity');
  const { rows } = new Activity(window);
  await rows.first().waitFor();
  const top = (await boxOf(rows.first())).y;
  const heads = window.getByRole('columnheader');
  const starts = (cells: Locator) =>
    cells.evaluateAll((all) =>
      all
        .filter((one) => getComputedStyle(one).display !== 'none')
        .map((one) => Math.round(one.getBoundingClientRect().left)),
    );
  const atTop = await boxOf(heads.first());
  await window.mouse.move(480, 400);
  await window.mouse.wheel(0, 200);
  await expect.poll(async () => (await boxOf(rows.first())).y).not.toBe(top);
  expect(await boxOf(heads.first())).toEqual(atTop);
  expect(await starts(rows.last().getByRole('gridcell'))).toEqual(await starts(heads));
  expect((await starts(heads)).length).toBeGreaterThan(2);
});

for (const textSize of [100, 200]) {
  test(`in a small window Activity has as much room for what happened as for its outcome, at ${String(textSize)} %`, async ({
    foyer: { app, window },
  }) => {
    await new Welcome(window).practise();
    await new Library(window).card('Harbour').press('Delete');
    await resize(app, window, 960, 640);
    await prefer(window, { textSize });
    await new Shell(window).goTo('Activity');
    const row = new Activity(window).rows.filter({ hasText: 'Deleted Harbour' }).first();
    await expect(row).toBeVisible();
    const what = row.getByText('Deleted Harbour');
    expect(await what.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
    const outcome = row.getByRole('gridcell').filter({ has: window.getByRole('button') });
    expect((await boxOf(what)).width).toBeGreaterThanOrEqual((await boxOf(outcome)).width);
  });
}

/** Makes it more than a small window shows. */
async function fillLibrary(window: Page) {
  await window.evaluate(async () => {
    const made = Array.from({ length: 24 }, () => self.foyer.invoke('library.create', {}));
    await Promise.all(made);
  });
}

test('the heads of the library’s list are over its columns, also when it can be scrolled', async ({
  foyer: { app, window },
}) => {
  await new Welcome(window).practise();
  await fillLibrary(window);
  await window.getByRole('button', { name: /^View: /u }).click();
  await window.getByRole('menuitemcheckbox', { name: 'List' }).click();
  await resize(app, window, 960, 640);
  const row = new Library(window).cards.first();
  await row.waitFor();
  const head = window.getByRole('button', { name: 'Sort by Last edited' });
  // Where the words begin: a head is a button with room around them.
  const start = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return Math.round(range.getBoundingClientRect().left);
  };
  expect(await row.locator('time').evaluate(start)).toBe(await head.evaluate(start));
});

test('a small card’s status leaves room for a short name', async ({ foyer: { app, window } }) => {
  await new Welcome(window).practise();
  const library = new Library(window);
  const studio = await library.open('Harbour');
  await studio.publishButton.click();
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
  await studio.typeColour('Buttons', 'background', '#0B6E4F');
  await studio.saved();
  await studio.backToLibrary();
  await window.getByRole('button', { name: /^View: /u }).click();
  await window.getByRole('menuitemcheckbox', { name: 'Small cards' }).click();
  await resize(app, window, 960, 640);
  const card = library.card('Harbour');
  await expect(card).toHaveAccessibleName(/Unpublished changes/u);
  const name = card.getByText('Harbour', { exact: true });
  const [seen, whole] = await name.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [element.getBoundingClientRect().width, range.getBoundingClientRect().width] as const;
  });
  expect(seen).toBeGreaterThan(whole - 1);
  const icon = await boxOf(card.locator('.status .state-icon'));
  expect(icon.x + icon.width).toBeLessThanOrEqual(
    (await boxOf(card)).x + (await boxOf(card)).width,
  );
});

test('in a small window the bar of chosen themes names its whole connection, with large text too', async ({
  foyer: { app, window },
  service: { baseAddress, token },
}) => {
  await new Welcome(window).practise();
  await new Shell(window).switcher.click();
  await window.getByRole('menuitem', { name: 'Add a connection' }).click();
  await new Welcome(window).connect({ label: 'Northwind', baseAddress, token });
  await fillLibrary(window);
  await resize(app, window, 960, 640);
  await new Shell(window).goTo('Library');
  await new Library(window).cards.first().press('Control+a');
  const publish = window.getByRole('button', { name: 'Publish 30 themes to Northwind' });
  for (const textSize of [100, 200]) {
    await prefer(window, { textSize });
    await settled(window);
    await expect(publish).toBeInViewport({ ratio: 1 });
    const cut = await publish
      .locator('.words')
      .evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth - clientWidth + scrollHeight - clientHeight,
      );
    expect(cut, `text at ${String(textSize)} %`).toBe(0);
  }
});

test('with large text a field that was refused is in sight with its reason', async ({
  foyer: { app, window },
  service: { baseAddress, token },
}) => {
  await new Welcome(window).connect({ baseAddress, token });
  await prefer(window, { textSize: 200 });
  await resize(app, window, 960, 640);
  const shell = new Shell(window);
  const empty = window.getByText('This can’t be empty.');

  await shell.goTo('Billing');
  const billing = new Billing(window);
  await billing.reviewButton.press('Enter');
  await expect(billing.group('Plan')).toBeFocused();
  await expect(window.getByText('Choose a plan.')).toBeInViewport({ ratio: 1 });

  await shell.goTo('Previews');
  const previews = new Previews(window);
  await previews.recipient.fill('+44 20 7946 0958');
  await previews.startButton.press('Enter');
  await expect(previews.botId).toBeFocused();
  await expect(empty).toBeInViewport({ ratio: 1 });

  await shell.goTo('Domains');
  const domains = new Domains(window);
  await domains.reviewButton.press('Enter');
  await expect(domains.name).toBeFocused();
  await expect(empty).toBeInViewport({ ratio: 1 });
});

for (const textSize of [100, 200]) {
  test(`what has the focus in the form of a connection is above its buttons, in a small window at ${String(textSize)} %`, async ({
    foyer: { app, window },
  }) => {
    await new Welcome(window).openForm();
    await prefer(window, { textSize });
    await resize(app, window, 960, 640);
    const welcome = new Welcome(window);
    await welcome.field('Name').focus();
    const covered: string[] = [];
    const look = async () => {
      await settled(window);
      const found = await window.evaluate(() => {
        const acts = document.querySelector('form .acts');
        const focused = document.activeElement;
        if (!acts || !focused || acts.contains(focused)) return null;
        const under = focused.getBoundingClientRect().bottom - acts.getBoundingClientRect().top;
        return under <= 0 ? '' : `${focused.id || focused.textContent}: ${String(under)} px`;
      });
      if (found) covered.push(found);
      return found !== null;
    };
    while (await look()) await window.keyboard.press('Tab');

    await welcome.fill({ baseAddress: 'https://kestrel.example/v1', token: '' });
    await welcome.connectButton.click();
    await expect(welcome.field('Token')).toBeFocused();
    await settled(window);
    const reason = await boxOf(window.getByText('This can’t be empty.'));
    const acts = await boxOf(window.locator('form .acts'));
    expect(reason.y + reason.height).toBeLessThanOrEqual(acts.y);
    expect(covered).toEqual([]);
  });
}

test('with large text Publish names its whole connection', async ({ foyer: { app, window } }) => {
  await new Welcome(window).practise();
  await prefer(window, { textSize: 200 });
  await resize(app, window, 960, 640);
  await new Library(window).cards.first().press('Enter');
  const studio = await new Studio(window).opened();
  const cut = await studio.publishButton
    .locator('.where > .clip')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(cut).toBe(0);
});

test('the library’s filters are in one line with their whole words', async ({ home }) => {
  const { app, window } = await startWith(home, ['Fern']);
  const cut = () =>
    window
      .locator('main .filter-chip .clip')
      .evaluateAll((words) =>
        words
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      );
  await window.getByRole('button', { name: /Last edited/u }).waitFor();
  for (const width of [960, 1120, 1280]) {
    await resize(app, window, width, 640);
    expect(await cut(), `at ${String(width)}`).toEqual([]);
  }
});
