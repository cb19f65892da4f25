/** A walk through every screen in every state that matters for how it looks and reads. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { m } from '../src-shared/messages/messages';
import { expect } from './foyer';

type Locale = 'en' | 'en-XA';
type Key = keyof typeof m;

/** One stop of the walk. */
export interface Stop {
  /** Fit for a file's name. */
  name: string;
  /** Something lies over the screen that the next change of the window may close. */
  isPassing?: boolean;
}

/** The parts of the walk, in the order in which they are walked. */
export const parts = ['beginning', 'library', 'studio', 'places'] as const;
export type Part = (typeof parts)[number];

/**
 * Walks from the first run through the whole app, or parts of it, and calls `look` at every stop. It
 * finds its way by the names of the catalogue, so that it can be walked in any language.
 */
export async function walk(
  window: Page,
  locale: Locale,
  look: (stop: Stop) => Promise<void>,
  walked: readonly Part[] = parts,
): Promise<void> {
  await window.evaluate((locale) => self.foyer.invoke('app.setPreferences', { locale }), locale);
  const text = (key: Key, inputs: Record<string, unknown> = {}) =>
    (m[key] as (inputs: object, options: { locale: Locale }) => string)(inputs, { locale });
  const button = (key: Key, inputs?: Record<string, unknown>, within: Page | Locator = window) =>
    within.getByRole('button', { name: text(key, inputs), exact: true });
  const heading = (key: Key) =>
    window.getByRole('heading', { level: 1, name: text(key), exact: true });
  const field = (key: Key) => window.getByRole('textbox', { name: text(key), exact: true });
  const places = window.getByRole('navigation', { name: text('shell_places') });
  const goTo = async (key: Key, title: Key = key) => {
    await places.getByRole('button', { name: text(key) }).click();
    await heading(title).waitFor();
  };
  const dialog = window.getByRole('dialog');
  const closeDialog = async () => {
    await window.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  const outbox = window.getByRole('contentinfo').locator('button.outbox');
  const cards = window.getByRole('gridcell');
  const at = async (name: string, isPassing = false) => {
    // The pointer would leave something hovered.
    await window.mouse.move(2, 2);
    await look({ name, isPassing });
  };

  await heading('welcome_title').waitFor();
  if (walked.includes('beginning')) await beginning();
  await button('welcome_practise').click();
  // With large text only those in sight are drawn.
  await cards.first().waitFor();
  if (walked.includes('library')) await library();
  if (walked.includes('studio')) await studio();
  if (walked.includes('places')) await restOfThePlaces();

  async function beginning(): Promise<void> {
    await at('welcome');
    await button('welcome_connect').click();
    await heading('welcome_connect_title').waitFor();
    await at('connection-form');
    await window.locator('main form button[type="submit"]').click();
    await expect(window.locator('main [aria-invalid="true"]').first()).toBeVisible();
    await at('connection-form-refused');
    await window.getByRole('button', { name: text('connections_cancel'), exact: true }).click();
    await button('welcome_look_around').click();
    await heading('library_title').waitFor();
    await at('library-empty');
    await goTo('shell_previews');
    await at('previews-unconnected');
    await goTo('shell_activity');
    await at('activity-empty');
    await window.getByRole('contentinfo').getByRole('button').first().click();
    await heading('welcome_title_again').waitFor();
    await at('welcome-again');
  }

  async function library(): Promise<void> {
    await expect(places.getByRole('button', { name: text('shell_library') })).toContainText('6');
    await at('library');
    await cards.first().press('Control+a');
    await button('library_selection_clear').waitFor();
    await at('library-selection');
    await button('library_selection_tags', undefined, window.getByRole('main')).click();
    await dialog.waitFor();
    await at('library-tags', true);
    await closeDialog();
    await button('library_selection_clear').click();
    await cards.first().click({ button: 'right' });
    await window.getByRole('menu').waitFor();
    await at('library-menu', true);
    await window.keyboard.press('Escape');
    await window.getByRole('menu').waitFor({ state: 'detached' });
    await cards.first().click({ button: 'right' });
    await window.getByRole('menuitem', { name: text('library_menu_link') }).click();
    await dialog.getByRole('button', { name: text('library_link_save') }).click();
    await expect(dialog.locator('[aria-invalid="true"]')).toBeVisible();
    await at('library-link', true);
    await closeDialog();
    await cards.first().click({ button: 'right' });
    await window.getByRole('menuitem', { name: text('library_menu_compare_with') }).click();
    await dialog.getByRole('listitem').first().waitFor();
    await at('library-compare-choose', true);
    await dialog.getByRole('listitem').first().getByRole('button').click();
    await dialog.getByRole('table').first().waitFor();
    await at('library-compare-themes', true);
    await closeDialog();
    const search = window.getByRole('searchbox');
    await search.fill('nothing is called so');
    await button('library_no_match_clear').waitFor();
    await at('library-no-match');
    await search.fill('');
    await window.keyboard.press('Control+k');
    await dialog.waitFor();
    await dialog.getByRole('option').first().waitFor();
    await at('palette', true);
    await closeDialog();
    await outbox.press('Enter');
    await dialog.waitFor();
    await at('outbox-empty', true);
    await closeDialog();
    await goTo('shell_bin', 'library_bin_title');
    await at('bin-empty');
    await goTo('shell_library', 'library_title');
    await cards.last().press('Delete');
    await window.getByText(text('ui_undo')).first().waitFor();
    await goTo('shell_bin', 'library_bin_title');
    await window.getByRole('list', { name: text('library_bin_list') }).waitFor();
    await at('bin');
    await window.getByRole('checkbox').first().check();
    await at('bin-selection');
    await button('library_bin_discard_count', { count: 1 }).click();
    await window.getByRole('alertdialog').or(dialog).waitFor();
    await at('bin-question', true);
    await window.keyboard.press('Escape');
    await window.getByRole('alertdialog').or(dialog).waitFor({ state: 'detached' });
    await goTo('shell_library', 'library_title');
    await importReport();
    await conflict();
  }

  /** A theme that was changed on two computers, as a folder that is synced leaves it. */
  async function conflict(): Promise<void> {
    const folder = await window.evaluate(async () => {
      const { value } = (await self.foyer.invoke('library.list', undefined)) as {
        value: { folder: string };
      };
      return value.folder;
    });
    const [file = ''] = (await readdir(folder)).filter((name) => name.startsWith('harbour'));
    const mine = await readFile(join(folder, file), 'utf8');
    // So much is different that it has to be scrolled.
    const theirs = mine
      .replace('Open Sans', 'Lora')
      .replace(/"#[\da-f]/giu, (start) => (start === '"#0' ? '"#1' : '"#0'));
    await writeFile(join(folder, `${file.slice(0, -5)} (conflicted copy).json`), theirs);
    const mark = text('library_conflict_mark', { name: 'Harbour' });
    await window.getByRole('searchbox').fill('harbour');
    await cards.filter({ hasText: mark }).waitFor();
    await at('library-conflict');
    await cards.filter({ hasText: mark }).click({ button: 'right' });
    await window.getByRole('menuitem', { name: text('library_menu_compare') }).click();
    await dialog.getByText('Lora', { exact: true }).waitFor();
    await at('library-compare', true);
    await button('library_conflict_keep_other').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await window.getByRole('searchbox').fill('');
  }

  /** A bot's file and one that can't be read, dropped on the library. */
  async function importReport(): Promise<void> {
    const theme = { general: { progressBar: {} }, chat: { container: {}, roundness: 'large' } };
    const bot = JSON.stringify({ version: '6', name: 'Fern', groups: [], edges: [], theme });
    const dataTransfer = await window.evaluateHandle((bot) => {
      const files = new DataTransfer();
      files.items.add(new File([bot], 'bot.json'));
      files.items.add(new File(['{'], 'broken.json'));
      return files;
    }, bot);
    const main = window.getByRole('main');
    for (const type of ['dragenter', 'dragover', 'drop']) {
      await main.dispatchEvent(type, { dataTransfer });
    }
    await dialog.getByText('broken.json').waitFor();
    await at('library-import', true);
    await button('transfer_report_undo').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect(cards).not.toHaveCount(0);
  }

  async function studio(): Promise<void> {
    await goTo('shell_library', 'library_title');
    await cards.first().press('Enter');
    const inspector = window.getByRole('complementary', { name: text('studio_inspector') });
    await inspector.waitFor();
    await expect(
      window.frameLocator('iframe').first().locator('.typebot-button').first(),
    ).toBeVisible();
    const sections = window.getByRole('region', { name: text('studio_sections') });
    const rows = sections.locator('h2 > button');
    for (const [index, row] of (await rows.all()).entries()) {
      if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
      await sections.getByRole('group').first().waitFor();
      await at(`studio-${String(index + 1).padStart(2, '0')}`);
    }
    await button('studio_more').click();
    await window.getByRole('menu').waitFor();
    await at('studio-menu', true);
    await window.getByRole('menuitem', { name: text('studio_show_request') }).click();
    await dialog.waitFor();
    await at('studio-request', true);
    await closeDialog();
    // Paused, so that what is published is seen to wait.
    await outbox.press('Enter');
    await button('outbox_pause').click();
    await button('outbox_resume').waitFor();
    await closeDialog();
    await inspector.locator('button.publish').click();
    await expect(outbox).toHaveText(text('outbox_button_paused', { count: 1 }));
    await at('studio-waiting');
    await outbox.press('Enter');
    await dialog.getByRole('listitem').first().waitFor();
    await at('outbox', true);
    await button('outbox_resume').click();
    await expect(outbox).toHaveText(text('outbox_empty'));
    await closeDialog();
    await window.getByRole('contentinfo').waitFor();
    await expect(
      inspector.locator('.notice, [role="status"], [role="alert"]').first(),
    ).toBeVisible();
    await at('studio-published');
    const history = inspector.getByRole('region', { name: text('inspector_history') });
    await history.locator('.words').first().click();
    await button('inspector_version_back').waitFor();
    await at('studio-version');
    await button('inspector_version_back').click();
    await history.getByRole('button').last().click();
    await window.getByRole('menuitem', { name: text('inspector_version_compare') }).click();
    await dialog.waitFor();
    await at('studio-compare', true);
    await closeDialog();
    await sections.getByRole('button').first().click();
    await heading('library_title').waitFor();
  }

  async function restOfThePlaces(): Promise<void> {
    await goTo('shell_previews');
    await at('previews');
    await field('previews_bot').fill('cl_harbour_intake');
    await field('previews_to').fill('+44 20 7946 0958');
    await button('previews_start').click();
    await button('previews_ask_send').waitFor();
    await at('previews-first', true);
    await button('previews_ask_send').click();
    await window.getByText(text('previews_said')).waitFor();
    await at('previews-started');
    await button('previews_add_this').click();
    await field('previews_name').fill('Harbour intake');
    await at('previews-shortcut', true);
    await button('previews_save').click();
    await window.getByRole('listitem', { name: 'Harbour intake' }).waitFor();
    await at('previews-shortcuts');

    await goTo('shell_billing');
    await at('billing');
    await window
      .getByRole('radiogroup', { name: text('billing_plan') })
      .getByRole('radio')
      .nth(1)
      .click();
    await button('billing_review_change').click();
    const sheet = window.getByRole('region', { name: text('billing_sheet') });
    await sheet.locator('button.primary').waitFor();
    await at('billing-review');
    await sheet.locator('button.primary').click();
    await button('billing_checkout_open').waitFor();
    await at('billing-result');
    await button('billing_earlier').click();
    await dialog.waitFor();
    await at('billing-earlier', true);
    await closeDialog();

    await goTo('shell_domains');
    await at('domains');
    await field('domains_name').fill('chat.northwind.example');
    await button('domains_review_name').click();
    await sheet.locator('button.primary').waitFor();
    await at('domains-review');
    await sheet.locator('button.primary').click();
    await window.getByText(text('domains_answer'), { exact: true }).first().waitFor();
    await at('domains-result');

    await goTo('shell_activity');
    const requests = window.getByRole('grid').or(window.getByRole('table')).getByRole('row');
    await requests.nth(1).waitFor();
    await at('activity');
    const details = window.getByRole('complementary', { name: text('activity_details_label') });
    await requests.nth(1).click();
    await details.waitFor();
    await at('activity-details');
    await requests.nth(1).press('End');
    await details.getByText(text('activity_here'), { exact: true }).waitFor();
    await at('activity-here');

    await goTo('shell_starters');
    await window.getByRole('main').getByRole('button').first().waitFor();
    await at('starters');
    await goTo('shell_settings');
    await expect(window.getByText(text('settings_diagnostics_wait'))).toBeHidden();
    await at('settings');
    await button('transfer_restore').click();
    await dialog.waitFor();
    await at('settings-restore', true);
    await closeDialog();
    await window.keyboard.press('?');
    await dialog.waitFor();
    await at('shortcuts', true);
    await closeDialog();
  }
}
