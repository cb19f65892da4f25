/** The editor of one theme. */
import { expect, type FrameLocator, type Page } from '@playwright/test';

export class Studio {
  constructor(readonly window: Page) {}

  /** Waits until the theme is there. */
  async opened(): Promise<this> {
    await this.window.getByRole('complementary', { name: 'Before publishing' }).waitFor();
    return this;
  }

  get sections() {
    return this.window.getByRole('region', { name: 'Theme sections' });
  }

  /** Opens a section, if it isn't, and gives its group of fields. */
  async section(name: string) {
    const button = this.sections.getByRole('button', { name: new RegExp(`^${name}\\b`, 'u') });
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
    return this.sections.getByRole('group', { name, exact: true });
  }

  /** Types into a text field of a section, in place of what it holds. */
  async type(section: string, field: string, text: string): Promise<void> {
    const group = await this.section(section);
    await group.getByRole('textbox', { name: field }).fill(text);
  }

  /** Types a colour of a section: `background`, `text` or `placeholder`. */
  async typeColour(section: string, which: string, colour: string): Promise<void> {
    const group = await this.section(section);
    const field = group.getByRole('textbox', { name: `${section}, ${which}`, exact: true });
    await field.fill(colour);
    // Whoever looks whether it is saved would else see that of what was there before.
    await expect(field).toHaveValue(colour);
  }

  async rename(name: string): Promise<void> {
    await this.window.getByRole('heading', { level: 1 }).getByRole('button').click();
    const field = this.window.getByRole('textbox', { name: 'Theme name' });
    await field.fill(name);
    await field.press('Enter');
    // A button again: the press of Enter that ends the field must not begin another.
    await this.window.getByRole('heading', { level: 1 }).getByRole('button', { name }).waitFor();
  }

  async choose(section: string, option: string): Promise<void> {
    const group = await this.section(section);
    await group.getByRole('radio', { name: option, exact: true }).click();
  }

  /** The chat inside the preview's frame. */
  get chat(): FrameLocator {
    return this.window.frameLocator('iframe');
  }

  get inspector() {
    return this.window.getByRole('complementary', { name: 'Before publishing' });
  }

  /** The button that publishes; its name says to where. */
  get publishButton() {
    return this.inspector.getByRole('button', { name: /^Publish/u });
  }

  /** What is known of the last try to publish: a notice with this line in it, whole. */
  notice(line: string | RegExp) {
    return this.inspector
      .getByRole('alert')
      .or(this.inspector.getByRole('status'))
      .filter({ has: this.window.getByText(line, { exact: true }) });
  }

  /** For a first save of which it is not known whether it arrived. */
  get sendAgainButton() {
    return this.inspector.getByRole('button', { name: 'Send again' });
  }

  /** For what waits in the outbox. */
  get tryNowButton() {
    return this.inspector.getByRole('button', { name: 'Try now' });
  }

  get markPublishedButton() {
    return this.inspector.getByRole('button', { name: 'Mark as published' });
  }

  get history() {
    return this.inspector.getByRole('region', { name: 'History' });
  }

  /** The words of a version in the timeline; a click shows it in the chat. */
  version(name: string) {
    return this.history.getByRole('button', { name: new RegExp(`^View ${name}, `, 'u') });
  }

  /** What the versions are called, newest first. */
  async versionNames(): Promise<string[]> {
    const rows = await this.history.getByRole('button', { name: /^View /u }).all();
    return Promise.all(rows.map(async (row) => (await row.locator('.name').textContent()) ?? ''));
  }

  async versionMenu(name: string, item: string): Promise<void> {
    await this.version(name).hover();
    await this.history
      .getByRole('button', { name: new RegExp(`^More for ${name}, `, 'u') })
      .click();
    await this.window.getByRole('menuitem', { name: item }).click();
  }

  async restore(name: string): Promise<void> {
    await this.version(name).hover();
    await this.history.getByRole('button', { name: new RegExp(`^Restore ${name}, `, 'u') }).click();
  }

  /** Keeps the present under a name, and waits until it stands in the timeline. */
  async nameVersion(name: string): Promise<void> {
    await this.history.getByRole('button', { name: 'Name this version' }).click();
    const field = this.history.getByRole('textbox', { name: 'Version name' });
    await field.fill(name);
    await field.press('Enter');
    await this.version(name).waitFor();
    await expect(this.history.getByRole('button', { name: 'Name this version' })).toBeFocused();
  }

  /** Waits until the window says that everything is on the disk. */
  async saved(): Promise<void> {
    await this.window
      .getByRole('contentinfo')
      .getByText(/^All changes saved/u)
      .waitFor();
  }

  async backToLibrary(): Promise<void> {
    await this.sections.getByRole('button', { name: 'Library', exact: true }).click();
    await this.window.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
  }
}
