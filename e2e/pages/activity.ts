/** The log of what happened. */
import type { Page } from '@playwright/test';

export class Activity {
  constructor(readonly window: Page) {}

  /** Newest first. */
  get rows() {
    return this.window
      .getByRole('grid')
      .or(this.window.getByRole('table'))
      .getByRole('row')
      .filter({
        has: this.window.getByRole('gridcell').or(this.window.getByRole('cell')),
      });
  }

  get details() {
    return this.window.getByRole('complementary', { name: /details/iu });
  }

  /** Of what was sent, of what was done on this computer, or of both. */
  async show(what: 'Everything' | 'Sent' | 'On this computer'): Promise<void> {
    await this.window.getByRole('button', { name: /^Show:/u }).click();
    await this.window.getByRole('menuitemcheckbox', { name: what }).click();
  }
}
