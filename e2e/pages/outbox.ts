/** What waits to be published: the panel of the status bar. */
import type { Page } from '@playwright/test';

export class Outbox {
  constructor(readonly window: Page) {}

  get button() {
    return this.window.getByRole('contentinfo', { name: 'Status' }).locator('button.outbox');
  }

  get panel() {
    return this.window.getByRole('dialog', { name: 'Outbox' });
  }

  get items() {
    return this.panel.getByRole('list', { name: 'Waiting' }).getByRole('listitem');
  }

  /** Opens the panel with the keyboard. */
  async open(): Promise<void> {
    await this.button.press('Enter');
    await this.panel.waitFor();
  }

  async close(): Promise<void> {
    await this.window.keyboard.press('Escape');
    await this.panel.waitFor({ state: 'detached' });
  }
}
