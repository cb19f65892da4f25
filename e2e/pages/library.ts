/** The library of themes. */
import type { Page } from '@playwright/test';
import { Studio } from './studio';

export class Library {
  constructor(readonly window: Page) {}

  card(name: string) {
    return this.window.getByRole('gridcell', { name: new RegExp(`^${name}, `, 'u') });
  }

  get cards() {
    return this.window.getByRole('gridcell');
  }

  get search() {
    return this.window.getByRole('searchbox', { name: 'Search themes' });
  }

  /** Makes a new theme, which opens in the studio, and leaves it the name that it has. */
  async newTheme(): Promise<Studio> {
    await this.window.getByRole('button', { name: 'New theme', exact: true }).click();
    await this.window.getByRole('textbox', { name: 'Theme name' }).press('Escape');
    return new Studio(this.window).opened();
  }

  /** Opens a theme with the keyboard. */
  async open(name: string): Promise<Studio> {
    await this.card(name).press('Enter');
    return new Studio(this.window).opened();
  }

  /** Chooses from the actions of a card. */
  async act(name: string, action: string): Promise<void> {
    await this.card(name).hover();
    await this.window.getByRole('button', { name: `Actions for ${name}` }).click();
    await this.window.getByRole('menuitem', { name: action }).click();
  }
}
